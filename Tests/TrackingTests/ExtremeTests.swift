import Positioning
import Testing
import Tracking

@Suite("Extremes")
struct ExtremeTests {
  private func airborne(_ seconds: Range<Int>, speed: Double) -> [Report] {
    seconds.map { .at(Double($0), east: Double($0) * speed, speed: speed, altitude: 12_000) }
  }

  @Test("An aircraft at a thousand metres a second is one segment without a rest")
  func fast() throws {
    let profile = try #require(Profile.named("airborne"))
    let track = Track(airborne(0..<600, speed: 1_000).map(\.input), .init(profile: profile))
    #expect(track.segments == 1 && track.rests.isEmpty && track.ledger.rejected == 0)
    #expect(abs(track.distanceMetres - 599_000) < 3_000)
  }

  @Test("A ship over the antimeridian goes on, and its legs reach over it")
  func antimeridian() {
    let plane = LocalPlane(at: LocalPlane.place(-17, 179.999))
    let reports = (0..<400).map { second in
      var report = Report.at(Double(second), speed: 5)
      report.coordinate = plane.place(of: PlanePoint(east: Double(second) * 5, north: 0))
      return report
    }
    let track = Track(reports.map(\.input))
    #expect(track.segments == 1 && track.rests.isEmpty && track.ledger.rejected == 0)
    #expect(abs(track.distanceMetres - 1_995) < 5)
    #expect(track.legs.allSatisfy { $0.east - $0.west < 1 })
  }

  @Test("Over a pole nothing traps, and a sledge is no rest")
  func pole() {
    let reports = (0..<400).map { (second: Int) -> Report in
      var report = Report.at(Double(second), speed: 3)
      let north = 90 - abs(Double(second) - 200) * 2.7e-5
      report.coordinate = Coordinate(latitude: north, longitude: second < 200 ? 10 : -170)
      return report
    }
    let track = Track(reports.map(\.input))
    #expect(track.rests.isEmpty && track.ledger.addsUp)
  }

  @Test("Numbers that are none are unknown, and never reach a row")
  func notANumber() {
    let reports = walk(0..<100).map { report in
      var report = report
      report.measurements.speedMPS = .nan
      report.measurements.horizontalErrorMetres = .nan
      report.measurements.altitudeMSLMetres = .infinity
      report.measurements.courseDegrees = -.infinity
      return report
    }
    let track = Track(reports.map(\.input))
    #expect(track.rows.allSatisfy { $0.fix.measurements.speedMPS == nil && $0.fix.measurements.courseDegrees == nil })
    #expect(track.distanceMetres.isFinite && track.ledger.addsUp)
  }

  @Test("A report a day, or rarer, is a track of days", arguments: [86_000.0, 90_000, 200_000])
  func days(interval: Double) {
    let reports = (0..<20).map { Report.at(Double($0) * interval, north: Double($0) * 5_000) }
    let track = Track(reports.map(\.input))
    #expect(track.rests.isEmpty && track.rows.count == 20 && track.ledger.rejected == 0)
  }

  @Test("A hole of days in an import is a hole, and no fault of a clock")
  func holeOfDays() {
    let track = Track((walk(0..<60) + walk(200_000..<200_060, from: 84)).map(\.input))
    #expect(track.gaps.map(\.reason) == [.noData] && track.ledger.rejected == 0)
  }

  @Test("Heights, climbs and errors that nothing has are unknown")
  func absurdHeights() throws {
    var report = Report.at(0, error: 1e300, altitude: -8e14)
    report.measurements.altitudeHAEMetres = 8e14
    report.measurements.climbMPS = 1e12
    let fix = try #require(Track([report.input]).rows.first?.fix)
    #expect(fix.measurements.altitudeMSLMetres == nil && fix.measurements.altitudeHAEMetres == nil)
    #expect(fix.measurements.climbMPS == nil && fix.measurements.horizontalErrorMetres == nil)
  }

  @Test("A receiver that repeats one place and time for ever is one row")
  func frozen() {
    let track = Track((0..<1_000).map { _ in Report.at(5).input })
    #expect(track.rows.count == 1 && track.ledger.merged == 999)
  }

  @Test("A receiver that freezes its place and says zero rests there", arguments: [0.1, 1, 10])
  func staticHold(interval: Double) {
    let track = Track((0..<600).map { Report.at(Double($0) * interval, speed: 0).input })
    #expect(track.rests.count == 1 && track.restsInOrder.first?.arrival == start)
  }

  @Test("A phone that says zero while it drives off is not believed")
  func lyingZero() {
    let reports = (0..<120).map { Report.at(Double($0), north: Double($0) * 8, speed: $0 < 60 ? 0 : 8, error: 8) }
    let track = Track(reports.map(\.input))
    #expect(track.rests.isEmpty)
  }

  /// A yacht that sails to and fro at its anchor for two hours.
  private let atAnchor = (0..<7_200).map { (second: Int) -> Report in
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: Double(second) * 1.2)
    let bearing = Angle.sineAndCosine(ofDegrees: sine * 60)
    return Report.at(Double(second), north: 30 * bearing.cosine, east: 30 * bearing.sine, speed: 0.66 * abs(cosine))
  }

  @Test("A yacht that swings at its anchor rests for the maritime profile, and leaves when it sails away")
  func swinging() throws {
    let profile = try #require(Profile.named("maritime"))
    let sailing = (7_200..<7_800).map { Report.at(Double($0), north: 30 + Double($0 - 7_200) * 3, speed: 3) }
    let track = Track((atAnchor + sailing).map(\.input), .init(profile: profile))
    #expect(track.rests.count == 1)
    let rest = try #require(track.restsInOrder.first)
    #expect(rest.arrival - start < 80_000 && (rest.departure.map { abs($0 - (start + 7_200_000)) < 30_000 } ?? false))
  }

  @Test("The same anchorage is no rest for who walks", arguments: ["default", "fitness"])
  func swingingOnFoot(name: String) throws {
    let track = Track(atAnchor.map(\.input), .init(profile: try #require(Profile.named(name))))
    #expect(track.restsInOrder.allSatisfy { ($0.departure ?? $0.seen) - $0.arrival < 3_600_000 })
  }

  @Test("A boat that ghosts along at half a metre a second is not at rest")
  func ghosting() {
    let reports = (0..<900).map { Report.at(Double($0), north: Double($0) * 0.5, speed: 0.5, error: 8) }
    #expect(Track(reports.map(\.input)).restsInOrder.allSatisfy { ($0.departure ?? $0.seen) - $0.arrival < 60_000 })
  }
}

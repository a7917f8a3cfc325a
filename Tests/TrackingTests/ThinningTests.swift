import Positioning
import Testing
import Tracking

@Suite("Thinning")
struct ThinningTests {
  private func filtered(_ set: (inout StepFilter) -> Void) -> TrackPipeline.Settings {
    var filter = StepFilter()
    set(&filter)
    return .init(thinning: .filtered(filter))
  }

  @Test("A straight and even walk is its two ends")
  func straight() {
    let track = Track(walk(0..<200).map(\.input))
    #expect(track.rows.map(\.keeping) == [.start, .end])
    #expect(track.ledger.thinned == 198)
  }

  @Test("A corner is a row where it is turned")
  func corner() {
    let north = walk(0..<60)
    let east = (60..<120).map { Report.at(Double($0), north: 82.6, east: Double($0 - 59) * 1.4, speed: 1.4) }
    let rows = Track((north + east).map(\.input)).rows
    #expect(rows.map(\.keeping) == [.start, .path, .end])
    #expect(abs(rows[1].fix.time - (start + 60_000)) <= 6_000)
  }

  @Test("A climb is followed within ten metres of height though its track is straight")
  func climb() {
    let reports = (0..<300).map { (second: Int) -> Report in
      let altitude = 400 + Double(max(0, second - 150))
      return Report.at(Double(second), north: Double(second) * 5, speed: 5, altitude: altitude)
    }
    let track = Track(reports.map(\.input))
    #expect(track.rows.contains { $0.keeping == .height })
  }

  @Test("While moving straight a row is stored every five minutes")
  func longest() {
    let track = Track(walk(0..<1_000).map(\.input))
    #expect(track.rows.filter { $0.keeping == .interval }.count == 3)
  }

  @Test("While moving, the newest fix is the tip, and no row is lost when it moves on")
  func tip() {
    var pipeline = TrackPipeline(.init())
    for report in walk(0..<50) { pipeline.step(report.input) { _ in } }
    #expect(pipeline.tip?.fix.time == start + 48_000)
    #expect(pipeline.tip?.sequence == 2 && pipeline.ledger.stored == 2)
  }

  @Test("An interval of a second stores 20 or 21 of 200 fixes at ten a second, evenly")
  func interval() {
    let reports = (0..<200).map { Report.at(Double($0) / 10, north: Double($0) * 0.14, speed: 1.4) }
    let rows = Track(reports.map(\.input), filtered { $0.interval = 1_000 }).rows
    #expect((20...21).contains(rows.count))
    #expect(zip(rows, rows.dropFirst()).dropLast().allSatisfy { $1.fix.time - $0.fix.time == 1_000 })
  }

  @Test("A distance filter stores every so many metres and never cuts a segment")
  func distance() {
    let track = Track(walk(0..<500).map(\.input), filtered { $0.distanceMetres = 28 })
    #expect(track.segments == 1 && (24...27).contains(track.rows.count))
  }

  @Test("A turn filter stores turns, the short way round north")
  func turn() {
    let reports = (0..<100).map { second in
      var report = Report.at(Double(second), north: Double(second) * 5, speed: 5)
      report.measurements.courseDegrees = second < 50 ? 359 : (second < 75 ? 2 : 40)
      return report
    }
    let rows = Track(reports.map(\.input), filtered { $0.turnDegrees = 20 }).rows
    #expect(rows.map(\.keeping) == [.start, .turn, .end])
    #expect(rows[1].fix.time == start + 75_000)
  }

  @Test("The greatest speed is one that two successive fixes agree on")
  func greatestSpeed() {
    var reports = walk(0..<100, speed: 10)
    reports[40].measurements.speedMPS = 90
    let track = Track(reports.map(\.input))
    #expect(track.legs.compactMap(\.greatestSpeedMPS).max() == 10)
  }
}

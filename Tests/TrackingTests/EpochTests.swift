import Positioning
import Testing
import Tracking

@Suite("Epochs")
struct EpochTests {
  @Test("Reports of one time are one fix with everything that any of them knew")
  func merging() throws {
    var position = Report.at(0, altitude: nil)
    position.measurements.mode = .twoD
    position.measurements.courseDegrees = 12
    var height = Report.at(0, speed: 3)
    height.coordinate = nil
    let track = Track([position, height, .at(1)].map(\.input), .init(thinning: .keepAll))
    let fix = try #require(track.rows.first?.fix)
    #expect(fix.measurements.altitudeMSLMetres == 430)
    #expect(fix.measurements.speedMPS == 3)
    #expect(fix.measurements.courseDegrees == 12)
    #expect(fix.measurements.mode == .threeD)
    #expect(track.ledger.merged == 1 && track.rows.count == 2)
  }

  @Test("The last place of an epoch wins, both its degrees together")
  func lastPlace() throws {
    let track = Track([Report.at(0, north: 1, east: 1), .at(0, north: 3), .at(1, north: 3)].map(\.input))
    #expect(track.rows.first?.fix.coordinate == Report.at(0, north: 3).coordinate)
  }

  @Test("Dilution and satellites come from the same receiver's sky")
  func sky() throws {
    let other = Sky(device: DeviceID(number: 1), hdop: 9, satellitesUsed: 3, satellitesSeen: 5)
    let own = Sky(device: DeviceID(number: 0), hdop: 0.8, satellitesUsed: 11, satellitesSeen: 20)
    let track = Track([.sky(other), .sky(own), Report.at(0).input])
    #expect(track.rows.first?.fix.measurements.hdop == 0.8)
    #expect(track.rows.first?.fix.measurements.satellites == 11)
  }

  @Test("An epoch to which nothing is added for half a second is complete")
  func patience() {
    func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }
    let report = Input.report(.at(0), at: at(1_000), present: nil)
    #expect(Track([report, .tick(at(1_499), present: nil)], finished: false).ledger.pending == 1)
    #expect(Track([report, .tick(at(1_500), present: nil)], finished: false).ledger.stored == 1)
  }

  @Test("A report that comes after its epoch is complete is a duplicate")
  func late() {
    func at(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(milliseconds: milliseconds) }
    let track = Track([
      .report(.at(0), at: at(0), present: nil), .tick(at(600), present: nil),
      .report(.at(0), at: at(700), present: nil),
    ])
    #expect(track.ledger[.duplicate] == 1 && track.rows.count == 1)
  }

  @Test("A hundred receivers take no more memory than sixteen")
  func manyReceivers() {
    let track = Track((0..<100).map { Report.at(0, device: $0).input }, finished: false)
    #expect(track.ledger.addsUp && track.ledger.pending <= 16)
  }
}

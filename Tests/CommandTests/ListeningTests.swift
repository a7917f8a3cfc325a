import Foundation
import TestSupport
import Testing

@Suite("Listening to gpsd", .backstop)
struct ListeningTests {
  @Test("reports that come at once are one wake of the recorder, and none is lost")
  func burst() throws {
    let place = try Workplace()
    let gpsd = try StandInGPSD(Feed.drive(0..<1_000).paced(), rate: 1_000)
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let wakes = recorder.voluntarySwitches
    try recorder.stop()

    #expect(wakes > 0)
    #expect(wakes < 500)
    #expect(try place.store.ledger("received") == 1_000)
  }
}

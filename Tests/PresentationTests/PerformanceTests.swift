import Testing

@testable import Presentation

@Suite("Cost of a presentation")
struct PerformanceTests {
  @Test("A snapshot is rendered and encoded in a fraction of what the throttle leaves")
  func cost() throws {
    let snapshot = Sample.moving.snapshot
    let rounds = 2_000
    var bytes = 0
    let clock = ContinuousClock()
    let rendering = clock.measure { for _ in 0..<rounds { bytes += snapshot.rendered().minimal.utf8.count } } / rounds
    let encoding =
      clock.measure {
        for _ in 0..<rounds { bytes += snapshot.rendered().text(WaybarEncoder()).utf8.count }
      } / rounds
    print("one snapshot: \(rendering) to render, \(encoding) with its waybar line (\(bytes) bytes)")
    #if !DEBUG
      #expect(rendering < .microseconds(20))
    #endif
  }
}

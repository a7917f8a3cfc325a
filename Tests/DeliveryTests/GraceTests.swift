import Delivery
import Positioning
import Testing

@Suite("Updates that nothing holds in use any more")
struct GraceTests {
  private var delivering = Delivering { $0.clients = 1 }

  init() { delivering.step() }

  @Test("They flow for five seconds, one update says why not, then there is silence")
  mutating func pause() {
    #expect(delivering.step { $0.clients = 0 } == [])
    #expect(delivering.delivery.deadline == MonotonicTime(milliseconds: 5_000))
    #expect(delivering.step(after: 4_999) == [])
    #expect(delivering.flows)
    #expect(
      delivering.step(after: 1) == [.flags(.insufficientlyInUse), .update(.insufficientlyInUse), .paused])
    #expect(!delivering.flows)
    #expect(delivering.delivery.deadline == nil)
    #expect(delivering.step(after: 3_600_000) == [])
  }

  @Test("A client that attaches brings them back")
  mutating func resume() {
    delivering.step { $0.clients = 0 }
    delivering.step(after: 5_000)
    #expect(delivering.step(after: 60_000) { $0.clients = 1 } == [.resumed, .flags([])])
    #expect(delivering.flows)
  }

  @Test("A client that comes back in time goes unnoticed, and the next grace is a whole one")
  mutating func reconnect() {
    delivering.step { $0.clients = 0 }
    #expect(delivering.step(after: 4_000) { $0.clients = 1 } == [])
    #expect(delivering.delivery.deadline == nil)
    #expect(delivering.step(after: 10_000) { $0.clients = 0 } == [])
    #expect(delivering.step(after: 4_999) == [])
    #expect(delivering.step(after: 1).contains(.paused))
  }

  @Test("Other changes during the grace do not prolong it")
  mutating func anchored() {
    delivering.step { $0.clients = 0 }
    for second in 1...4 { delivering.step(after: 1_000) { $0.position = .known(errorMetres: Double(second)) } }
    #expect(delivering.step(after: 1_000).contains(.paused))
  }

  @Test("An activity that ends lets them go like a client that leaves")
  mutating func activityEnds() {
    delivering.step { $0.hasLiveActivity = true }
    delivering.step { $0.clients = 0 }
    #expect(delivering.delivery.deadline == nil)
    delivering.step(after: 60_000) { $0.hasLiveActivity = false }
    #expect(delivering.flows)
    #expect(delivering.step(after: 5_000).contains(.paused))
  }

  @Test("Begun with nothing that holds them they never flow, and say so at once")
  mutating func background() {
    var delivering = Delivering()
    #expect(
      delivering.step() == [
        .authorization(.whenInUse), .flags(.insufficientlyInUse), .update(.insufficientlyInUse),
      ])
  }

  @Test("A refusal has no grace")
  mutating func refusal() {
    let said = delivering.step { $0.decision = .denied }
    #expect(
      said == [.authorization(.denied), .flags(.authorizationDenied), .update(.authorizationDenied), .paused])
  }

  @Test("A stop ends them at once, without a flag")
  mutating func stop() {
    #expect(delivering.step { $0.isWanted = false } == [.paused])
    #expect(delivering.delivery.flags == [])
  }
}

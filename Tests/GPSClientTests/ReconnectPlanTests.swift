import Positioning
import Testing

@testable import GPSClient

@Suite("When to connect, to ask and to give up")
struct ReconnectPlanTests {
  static let start = MonotonicTime(milliseconds: 1_000_000)

  private static func plan(_ host: String) -> ReconnectPlan {
    var endpoint = Endpoint()
    endpoint.host = host
    return ReconnectPlan(for: endpoint, now: start)
  }

  /// The pauses after so many failures in a row.
  private static func pauses(_ plan: inout ReconnectPlan, count: Int) -> [Int64] {
    var now = plan.deadline ?? start
    return (0..<count).map { _ in
      #expect(plan.tick(now) == .connect)
      plan.lost(now)
      let pause = (plan.deadline ?? now) - now
      #expect(plan.tick(now + (pause - 1)) == nil)
      now = now + pause
      return pause
    }
  }

  @Test("The first attempt is made at once")
  func firstAttempt() {
    var plan = Self.plan("localhost")
    #expect(plan.deadline == Self.start)
    #expect(plan.tick(Self.start) == .connect)
  }

  @Test("While an attempt lasts there is nothing to do, however long it takes")
  func patience() {
    var plan = Self.plan("localhost")
    _ = plan.tick(Self.start)
    #expect(plan.deadline == nil)
    #expect(plan.tick(Self.start + 3_600_000) == nil)
  }

  @Test("Pauses double up to the cap of this machine")
  func localPauses() {
    var plan = Self.plan("localhost")
    #expect(Self.pauses(&plan, count: 6) == [200, 400, 800, 1_000, 1_000, 1_000])
  }

  @Test("Pauses double up to the cap of another machine")
  func remotePauses() {
    var plan = Self.plan("gps.example")
    #expect(
      Self.pauses(&plan, count: 10) == [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
  }

  @Test("Once something was heard, pauses begin small again; a mere connection changes nothing")
  func reset() {
    var plan = Self.plan("gps.example")
    _ = Self.pauses(&plan, count: 5)
    var now = plan.deadline ?? Self.start
    _ = plan.tick(now)
    plan.connected(now)
    plan.lost(now)
    #expect(plan.deadline == now + 6_400)
    now = now + 6_400
    _ = plan.tick(now)
    plan.connected(now)
    plan.heard(now)
    plan.lost(now)
    #expect(plan.deadline == now + 200)
  }

  @Test("Silence is answered by a question, silence after it by giving up")
  func silence() {
    var plan = Self.plan("localhost")
    _ = plan.tick(Self.start)
    plan.connected(Self.start)
    plan.heard(Self.start)
    #expect(plan.deadline == Self.start + 10_000)
    #expect(plan.tick(Self.start + 9_999) == nil)
    #expect(plan.tick(Self.start + 10_000) == .ask)
    #expect(plan.deadline == Self.start + 15_000)
    #expect(plan.tick(Self.start + 14_999) == nil)
    #expect(plan.tick(Self.start + 15_000) == .giveUp)
    plan.lost(Self.start + 15_000)
    #expect(plan.tick(Self.start + 15_200) == .connect)
  }

  @Test("Whoever has not greeted after five seconds is left, and tried again with growing pauses")
  func noGreeting() {
    var plan = Self.plan("localhost")
    var now = Self.start
    for pause in [200, 400, 800, 1_000] as [Int64] {
      #expect(plan.tick(now) == .connect)
      plan.connected(now)
      #expect(plan.deadline == now + 5_000)
      #expect(plan.tick(now + 4_999) == nil)
      #expect(plan.tick(now + 5_000) == .giveUp)
      plan.lost(now + 5_000)
      #expect(plan.deadline == now + (5_000 + pause))
      now = now + (5_000 + pause)
    }
  }

  @Test("A greeting at the last moment is a greeting, and silence counts from there")
  func lateGreeting() {
    var plan = Self.plan("localhost")
    _ = plan.tick(Self.start)
    plan.connected(Self.start + 3_000)
    plan.heard(Self.start + 7_999)
    #expect(plan.tick(Self.start + 8_000) == nil)
    #expect(plan.tick(Self.start + 17_999) == .ask)
    #expect(plan.tick(Self.start + 22_999) == .giveUp)
  }

  @Test("An answer is enough to go on, and every word puts the question off")
  func answered() {
    var plan = Self.plan("localhost")
    _ = plan.tick(Self.start)
    plan.connected(Self.start)
    plan.heard(Self.start + 4_000)
    #expect(plan.tick(Self.start + 10_000) == nil)
    #expect(plan.tick(Self.start + 14_000) == .ask)
    plan.heard(Self.start + 14_010)
    #expect(plan.deadline == Self.start + 24_010)
    #expect(plan.tick(Self.start + 24_010) == .ask)
  }
}

import LiveActivity
import Positioning
import Simulation
import Testing

@Suite("What always holds of activities")
struct BookPropertyTests {
  @Test(
    "Each request is in the log once, no activity is revived, and the store is what the book says", arguments: seeds(20)
  )
  func everything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var settings = ActivityBook.Settings()
    settings.limit = [.none, .end(after: 300_000), .renew(after: 200_000)].randomElement(using: &random) ?? .none
    var desk = Desk(settings)
    var asked: [Outcome: Int] = [:]
    var requests = 0
    for number in 0..<4_000 {
      desk.milliseconds += .random(in: 0...1_500, using: &random)
      if Int.random(in: 0..<300, using: &random) == 0 { desk.step += .random(in: -5_000...5_000, using: &random) }
      // The first minutes nobody knows the date.
      desk.knowsPresent = number > 200
      if let answer = desk.request(number, using: &random) {
        requests += 1
        asked[answer.outcome, default: 0] += 1
      }
      if Bool.random(using: &random) { desk.tick() }
      #expect(desk.book.activities.allSatisfy { desk.stored[$0.uuid] == $0 }, "seed \(seed)")
      #expect(Set(desk.book.live.map(\.type)).count == desk.book.live.count, "seed \(seed)")
    }
    // What waits has no fate yet; a command that waits is in the log, a fix is not.
    desk.wait(2_000)
    let rows = desk.rows.filter { $0.kind.isRequest && $0.cause != .system }
    var logged: [Outcome: Int] = [:]
    for row in rows { logged[row.outcome, default: 0] += row.repeats }
    #expect(logged.values.reduce(0, +) == requests - desk.book.skipped, "seed \(seed)")
    asked[.rejectedNotFound, default: 0] -= desk.book.skipped
    // What waited and was shown then has moved from throttled to applied; all else is as it was answered.
    for outcome in Outcome.allCases where outcome != .applied && outcome != .throttled {
      #expect(logged[outcome, default: 0] == asked[outcome, default: 0], "seed \(seed), \(outcome)")
    }
    #expect(logged[.applied, default: 0] >= asked[.applied, default: 0], "seed \(seed)")
    #expect(desk.neverRevives, "seed \(seed)")
    #expect(desk.rows.allSatisfy { $0.repeats >= 1 && $0.spanMilliseconds <= 70_000 }, "seed \(seed)")
    #expect(desk.rows.map(\.sequence) == (0..<desk.rows.count).map { Int64($0) + 1 }, "seed \(seed)")
  }

  @Test("The log replayed gives the states and the content of all activities", arguments: seeds(10))
  func replay(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var desk = Desk()
    for number in 0..<2_000 {
      desk.milliseconds += .random(in: 0...1_500, using: &random)
      _ = desk.request(number, using: &random)
      if Bool.random(using: &random) { desk.tick() }
    }
    desk.wait(2_000)
    var states: [String: ActivityState] = [:]
    var contents: [String: String] = [:]
    for row in desk.rows where row.outcome == .applied && row.kind != .alert {
      guard let uuid = row.uuid else { continue }
      states[uuid] = row.stateAfter ?? states[uuid]
      contents[uuid] = row.content ?? contents[uuid]
    }
    for activity in desk.stored.values {
      #expect(states[activity.uuid] == activity.state, "seed \(seed)")
      #expect(contents[activity.uuid] == activity.content.state, "seed \(seed)")
    }
  }

  @Test("Emissions keep their distance but for bypasses, and the last proposed is the last shown", arguments: seeds(30))
  func throttle(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let interval = Int64.random(in: 1...5_000, using: &random)
    var throttle = UpdateThrottle<Int>(interval: interval)
    var now: Int64 = 0
    var last: (at: Int64, state: Int)?
    var burstEnd: (at: Int64, state: Int)?
    var superseded = 0
    var emitted = 0
    for state in 0..<5_000 {
      let pause =
        Int64.random(in: 0...10, using: &random) == 0
        ? 3 * interval : Int64.random(in: 0...interval / 4, using: &random)
      // Somebody keeps the deadline.
      while let due = throttle.deadline, due.milliseconds <= now + pause {
        let waiting = throttle.takeDue(at: due)
        #expect(waiting == burstEnd?.state, "seed \(seed)")
        #expect(due.milliseconds - (burstEnd?.at ?? 0) <= interval, "seed \(seed)")
        last = (due.milliseconds, state - 1)
        emitted += 1
      }
      now += pause
      burstEnd = (now, state)
      if Int.random(in: 0..<50, using: &random) == 0 {
        superseded += throttle.force(at: .init(milliseconds: now)) == nil ? 0 : 1
        last = (now, state)
        emitted += 1
        continue
      }
      switch throttle.propose(state, at: .init(milliseconds: now)) {
      case .emit(let former):
        superseded += former == nil ? 0 : 1
        #expect(last.map { now - $0.at >= interval } ?? true, "seed \(seed)")
        last = (now, state)
        emitted += 1
      case .wait(let former):
        superseded += former == nil ? 0 : 1
        #expect(last.map { now - $0.at < interval } ?? false, "seed \(seed)")
        #expect(throttle.deadline?.milliseconds == last.map { $0.at + interval }, "seed \(seed)")
      }
    }
    #expect(emitted + superseded + (throttle.pending == nil ? 0 : 1) == 5_000, "seed \(seed)")
    #expect(throttle.pending ?? last?.state == 4_999, "seed \(seed)")
  }
}

extension ActivityLogEntry {
  fileprivate var spanMilliseconds: Int64 {
    guard let requested, let lastRequested else { return 0 }
    return lastRequested - requested
  }

  /// The state of an activity after what an applied row tells of, if that says it.
  fileprivate var stateAfter: ActivityState? {
    switch kind {
    case .start, .active: .active
    case .stale: .stale
    case .end: .ended
    case .dismiss: .dismissed
    case .update, .change, .alert, .adopt: nil
    }
  }
}

extension Desk {
  /// No activity was ever shown in a state that lies before one it was in.
  fileprivate var neverRevives: Bool {
    var finished: [String: ActivityState] = [:]
    for (_, activity, _) in shown {
      if let former = finished[activity.uuid], former == .dismissed || activity.state.isLive { return false }
      if !activity.state.isLive { finished[activity.uuid] = activity.state }
    }
    return true
  }

  /// Asks for something at random; nil if nothing was asked.
  fileprivate mutating func request(_ number: Int, using random: inout SeededGenerator) -> Answer? {
    let types = ["trip", "ship", "run"]
    let known = Target.uuid(book.activities.randomElement(using: &random)?.uuid ?? "none")
    let target: Target =
      [known, known, .onlyLive, .live(type: "trip"), .uuid("bogus")].randomElement(using: &random) ?? .onlyLive
    let state = "\(Int.random(in: 0..<5, using: &random))"
    let now = Desk.noon + milliseconds + step
    switch Int.random(in: 0..<40, using: &random) {
    case 0, 1: return start("\(number)", type: types.randomElement(using: &random) ?? "", state)
    case 2:
      let dismissal = [.standard, .immediate, .after(now + 60_000)].randomElement(using: &random) ?? Dismissal.standard
      return end(target) { $0.dismissal = dismissal }
    case 3: return dismiss(book.activities.randomElement(using: &random)?.uuid ?? "none")
    case 4: return update(nil, target) { $0.content.state = .malformed("") }
    case 5: return update(String(repeating: "1", count: 5_000), target)
    case 6: return update(state, target) { $0.alert = Alert(title: "t", body: "b") }
    case 7..<17: return update(state, target)
    case 17..<35:
      let isChange = Int.random(in: 0..<10, using: &random) == 0
      return update(state, .live(type: "trip"), cause: .location) {
        $0.fixTime = now
        $0.content.stale = now + 3_000
        if isChange { $0.urgency = .stateChange }
      }
    default: return nil
    }
  }
}

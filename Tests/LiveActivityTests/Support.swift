import LiveActivity
import Positioning

/// A book with a clock that is moved by hand, the rows and activities as a store would hold them, and what was shown.
struct Desk {
  static let noon = Timestamp(milliseconds: 1_800_000_000_000)

  var book: ActivityBook
  var milliseconds: Int64 = 0
  var knowsPresent = true
  /// How far the wall clock was stepped.
  var step: Int64 = 0
  var log: [Int64: ActivityLogEntry] = [:]
  var stored: [String: Activity] = [:]
  var shown: [(at: Int64, activity: Activity, alert: Alert?)] = []
  private var names = 0

  init(_ settings: ActivityBook.Settings = .init(), restoring: [Activity] = [], nextSequence: Int64 = 1) {
    book = ActivityBook(settings, restoring: restoring, nextSequence: nextSequence)
    for activity in restoring { stored[activity.uuid] = activity }
  }

  var moment: Moment {
    Moment(monotonic: .init(milliseconds: milliseconds), present: knowsPresent ? Self.noon + milliseconds + step : nil)
  }

  /// The rows in their order.
  var rows: [ActivityLogEntry] { log.values.sorted { $0.sequence < $1.sequence } }

  /// Kind and outcome of each row, with how often.
  var story: [String] {
    rows.map { "\($0.kind.rawValue) \($0.outcome.rawValue)" + ($0.repeats > 1 ? " \($0.repeats)" : "") }
  }

  func activity(_ uuid: String) -> Activity? { book.activities.first { $0.uuid == uuid } }

  mutating func take(_ effects: [ActivityEffect]) {
    for effect in effects {
      switch effect {
      case .changed(let activity, let alert):
        stored[activity.uuid] = activity
        shown.append((milliseconds, activity, alert))
      case .append(let row):
        precondition(log[row.sequence] == nil)
        log[row.sequence] = row
      case .replace(let row):
        precondition(log[row.sequence] != nil)
        log[row.sequence] = row
      }
    }
  }

  @discardableResult
  mutating func start(
    _ uuid: String = "a", type: String = "trip", _ state: String? = "{}",
    _ change: (inout StartRequest) -> Void = { _ in }
  ) -> Answer {
    var request = StartRequest(uuid: uuid, type: type, content: .init(state: state.map { .wellFormed($0) }))
    change(&request)
    var effects: [ActivityEffect] = []
    let answer = book.start(request, at: moment) { effects.append($0) }
    take(effects)
    return answer
  }

  @discardableResult
  mutating func update(
    _ state: String?, _ target: Target = .onlyLive, cause: ActivityLogEntry.Cause = .command,
    _ change: (inout UpdateRequest) -> Void = { _ in }
  ) -> Answer {
    var request = UpdateRequest(target, content: .init(state: state.map { .wellFormed($0) }), cause: cause)
    change(&request)
    var effects: [ActivityEffect] = []
    let answer = book.update(request, at: moment) { effects.append($0) }
    take(effects)
    return answer
  }

  /// What the recorder does with a fix.
  @discardableResult
  mutating func propose(_ state: String, _ change: (inout UpdateRequest) -> Void = { _ in }) -> Outcome {
    let fixTime = Self.noon + milliseconds
    return update(state, .live(type: "trip"), cause: .location) {
      $0.fixTime = fixTime
      change(&$0)
    }.outcome
  }

  @discardableResult
  mutating func end(_ target: Target = .onlyLive, _ change: (inout EndRequest) -> Void = { _ in }) -> Answer {
    var request = EndRequest(target)
    change(&request)
    var effects: [ActivityEffect] = []
    let answer = book.end(request, at: moment) { effects.append($0) }
    take(effects)
    return answer
  }

  @discardableResult
  mutating func dismiss(_ uuid: String) -> Answer {
    var effects: [ActivityEffect] = []
    let answer = book.dismiss(uuid, at: moment) { effects.append($0) }
    take(effects)
    return answer
  }

  mutating func settle(session: Int64?) {
    var effects: [ActivityEffect] = []
    book.session = session
    book.settleLeftovers(at: moment) { effects.append($0) }
    take(effects)
  }

  mutating func tick() {
    var effects: [ActivityEffect] = []
    book.tick(
      at: moment,
      naming: {
        names += 1; return "renewed-\(names)"
      }
    ) { effects.append($0) }
    take(effects)
  }

  /// Lets time pass, with a tick at its end.
  mutating func wait(_ milliseconds: Int64) {
    self.milliseconds += milliseconds
    tick()
  }
}

extension Activity {
  /// One as it lies in the store.
  static func stored(
    _ uuid: String = "a", type: String = "trip", session: Int64? = 1, _ state: ActivityState = .active,
    stale: Timestamp? = nil
  ) -> Activity {
    Activity(
      uuid: uuid, session: session, type: type, name: "", attributes: nil, state: state,
      content: ActivityContent(state: "{}", stale: stale), started: Desk.noon + -3_600_000)
  }
}

/// Seeds of this run; a failure names its own.
func seeds(_ count: Int) -> [UInt64] { (0..<count).map { _ in UInt64.random(in: 0...UInt64.max) } }

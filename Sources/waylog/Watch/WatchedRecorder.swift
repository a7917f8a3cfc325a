import Control
import Positioning
import Presentation

/// The recorder as somebody sees it who only looks on: there or not, and its newest state. It is connected to as soon as
/// it runs, and again when it comes back.
struct WatchedRecorder: ~Copyable {
  /// Pauses between attempts, in milliseconds; they double.
  private static let pauses: ClosedRange<Int64> = 200...2_000
  /// A recorder tells its state at once; one that does not is stopped, or of an older version.
  private static let patience: Int64 = 2_000

  /// So many lines are taken in before what they say is shown.
  private static let mostLines = 16

  private let database: Database
  private var connection: ControlConnection?
  /// What to wait for, for reading; the connection's, which cannot be asked without taking it.
  private(set) var descriptor: Int32?
  private var pause = pauses.lowerBound
  /// The next attempt or, with a connection that told no state yet, the end of the patience; nil otherwise.
  private(set) var deadline: MonotonicTime?

  /// What is known now; nil until the recorder told its state, or is known to be away.
  private(set) var snapshot: Snapshot?

  init(of database: Database, now: MonotonicTime) {
    self.database = database
    deadline = now
  }

  /// Takes in what the recorder said, and what time brought.
  mutating func listen(_ now: MonotonicTime) throws {
    if connection == nil, isDue(now) { try connect(now) }
    hear(now)
    if connection != nil, isDue(now) {
      deadline = nil
      snapshot = .absent(after: snapshot)
    }
  }

  private func isDue(_ now: MonotonicTime) -> Bool { deadline.map { $0 <= now } ?? false }

  private mutating func connect(_ now: MonotonicTime) throws {
    guard let fresh = try database.connection(), fresh.say(ControlLine("watch")) else { return lose(now) }
    descriptor = fresh.descriptor
    connection = consume fresh
    deadline = now + Self.patience
  }

  /// Only the newest state counts; but for a recorder that never pauses, one in a while has to be shown.
  private mutating func hear(_ now: MonotonicTime) {
    for _ in 0..<Self.mostLines {
      switch connection?.hear() ?? .nothing {
      case .line(let line) where line.word == "state":
        guard let told = Snapshot({ line[$0] }) else { continue }
        (snapshot, deadline, pause) = (told, nil, Self.pauses.lowerBound)
      case .line(let line) where line.word == "error": return lose(now)
      case .line: continue
      case .nothing: return
      case .end: return lose(now)
      }
    }
  }

  private mutating func lose(_ now: MonotonicTime) {
    connection = nil
    descriptor = nil
    snapshot = .absent(after: snapshot)
    deadline = now + pause
    pause = min(2 * pause, Self.pauses.upperBound)
  }
}

extension Snapshot {
  /// What can be shown while no recorder answers: what was known last, and nothing that calls for attention.
  fileprivate static func absent(after last: Snapshot?) -> Snapshot {
    let activity = last?.activity.map {
      Activity(
        id: $0.id, type: $0.type, name: $0.name, state: $0.state, staleTime: $0.staleTime, relevance: $0.relevance,
        content: $0.content)
    }
    return Snapshot(
      sequence: last?.sequence ?? 0, recorder: .none, background: last?.background ?? .off, activity: activity)
  }
}

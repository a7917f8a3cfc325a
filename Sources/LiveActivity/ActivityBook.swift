import Positioning

/// What follows from a request or from time, in the order in which it is stored, all in one commit.
public enum ActivityEffect: Equatable, Sendable {
  /// An activity is new or has changed: it is to be stored and shown, with an alert if there is one.
  case changed(Activity, alerting: Alert?)
  /// A new row of the log.
  case append(ActivityLogEntry)
  /// A row of the log that replaces the one with its number.
  case replace(ActivityLogEntry)
}

/// All activities that are shown, and what may happen to them: the state machine of ActivityKit.
///
/// Pure: requests, time and fixes come in, effects go out. What is here can be restored from the store at any time; of
/// what it keeps beside the store only a waiting update and the intervals of throttle and alerts are lost with it.
///
/// An activity goes from `pending` by `active` and `stale`, to and fro, to `ended` and `dismissed`, and never back. Its
/// memory does not grow with what is asked of it: there are at most `Settings.mostLive` live activities, the last
/// `mostFinished` finished ones, and one open row of the log for each kind of answer in the last minute.
public struct ActivityBook: Sendable {
  /// How activities are treated.
  public struct Settings: Equatable, Sendable {
    /// What happens to an activity that has been live for too long.
    public enum Limit: Equatable, Sendable {
      /// It may be live for as long as it likes.
      case none
      /// After so many milliseconds it ends (a phone: 8 hours).
      case end(after: Int64)
      /// After so many milliseconds another one takes its place.
      case renew(after: Int64)
    }

    /// Activities may be started.
    public var isEnabled = true
    /// The shortest time between updates, in milliseconds; two seconds can be read.
    public var interval: Int64 = 2_000
    /// The shortest time between alerts of one activity, in milliseconds.
    public var alertFloor: Int64 = 60_000
    /// How long an activity may be live.
    public var limit = Limit.none
    /// How many activities may be live at once, each of another type.
    public var mostLive = 16

    /// Creates the default settings.
    public init() {}
  }

  /// How many finished activities are remembered, so that a late update is told that its activity has ended.
  static let mostFinished = 64

  let settings: Settings
  var running: [RunningActivity]
  var finished: [Activity]
  var log: ActivityLog
  var dating = Dating()

  /// The session that is recorded: what is started and logged from now on belongs to it.
  public var session: Int64?
  /// How many updates of the recorder found no activity to show them.
  public internal(set) var skipped = 0

  /// Creates a book without activities, or with those that the store knows, in the order in which they were started.
  ///
  /// `nextSequence` is one more than the greatest number of a stored row of the log. What is live was left behind by
  /// an earlier process: it bars a second one of its type at once, and `settleLeftovers` decides what becomes of it.
  public init(_ settings: Settings = Settings(), restoring activities: [Activity] = [], nextSequence: Int64 = 1) {
    self.settings = settings
    running = activities.filter(\.state.isLive).map {
      RunningActivity($0, interval: settings.interval, isLeftBehind: true)
    }
    finished = activities.filter { !$0.state.isLive }.suffix(Self.mostFinished)
    log = ActivityLog(nextSequence: nextSequence)
  }
}

// MARK: - What is known

extension ActivityBook {
  /// All that are known: first those that have ended, oldest first, then the live ones in the order of their start.
  public var activities: [Activity] { finished + live }

  /// Those that may change, in the order of their start.
  public var live: [Activity] { running.map(\.activity) }

  /// The live one of a type.
  public func live(ofType type: String) -> Activity? { live.first { $0.type == type } }

  /// The one to show where there is room for one: the most relevant one, among equals the first that was started.
  public var foremost: Activity? {
    live.filter { $0.state != .pending }.reduce(nil) { best, next in
      guard let best, best.content.relevance >= next.content.relevance else { return next }
      return best
    }
  }

  /// What to show where there is room for one: the foremost live one, else the last that has ended and is still shown.
  public var shown: Activity? { foremost ?? finished.last { $0.state == .ended } }

  /// What a live activity shows, or will show when its turn comes.
  public func newest(of uuid: String) -> ActivityContent? { running.first { $0.activity.uuid == uuid }?.newest }

  enum Place {
    case live(Int)
    case finished(Int)
    case missing(asked: String?)
    case ambiguous
  }

  func locate(_ target: Target) -> Place {
    switch target {
    case .uuid(let uuid):
      if let index = running.firstIndex(where: { $0.activity.uuid == uuid }) { return .live(index) }
      if let index = finished.lastIndex(where: { $0.uuid == uuid }) { return .finished(index) }
      return .missing(asked: String(uuid.prefix(64)))
    case .onlyLive:
      return running.count > 1 ? .ambiguous : running.isEmpty ? .missing(asked: nil) : .live(0)
    case .live(let type):
      return running.firstIndex { $0.activity.type == type }.map { .live($0) } ?? .missing(asked: nil)
    }
  }
}

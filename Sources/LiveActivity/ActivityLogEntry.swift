public import Positioning

/// A row of the log of activities; the properties are the columns of the view `activity_log`.
///
/// Each request is in exactly one row, once: the rows with `kind.isRequest` and a cause other than `system`, each taken
/// `repeats` times, are all requests that were made. The other rows tell what followed from them or from time.
public struct ActivityLogEntry: Equatable, Sendable {
  /// What a row tells of.
  public enum Kind: String, CaseIterable, Sendable {
    case start
    /// Other content.
    case update
    /// Other content because what it tells of changed its state.
    case change
    /// An alert, or one that was held back (`throttled`): the update that it came with is a row of its own.
    case alert
    /// Its content is out of date.
    case stale
    /// It started as it was scheduled, or is up to date again.
    case active
    /// A later recorder took it up.
    case adopt
    case end
    /// It is not shown any more.
    case dismiss

    /// Whether such a row tells of a request, if its cause is not `system`.
    public var isRequest: Bool {
      switch self {
      case .start, .update, .change, .end, .dismiss: true
      case .alert, .stale, .active, .adopt: false
      }
    }
  }

  /// Where a request comes from.
  public enum Cause: String, CaseIterable, Sendable {
    /// The recorder, with a fix.
    case location
    /// A person or a program.
    case command
    /// Time, or a limit.
    case system
  }

  /// The row's number, rising; an entry with the number of an earlier one replaces it.
  public internal(set) var sequence: Int64 = 0
  /// The activity; nil where there is none.
  public var uuid: String?
  /// The name under which no activity was found, cut to a sensible length.
  public var askedFor: String?
  /// The session that was recorded.
  public var session: Int64?
  /// The fix that was shown, the last one of a run.
  public var fixTime: Timestamp?
  /// When it was requested first; nil where no clock knew.
  public var requested: Timestamp?
  /// When it was requested last.
  public var lastRequested: Timestamp?
  /// When it was done, the last time; nil if it was not.
  public var applied: Timestamp?
  /// What the row tells of.
  public var kind: Kind
  /// Where it comes from.
  public var cause: Cause
  /// What became of it.
  public var outcome = Outcome.applied
  /// How often it was requested with this outcome.
  public var repeats = 1
  /// The content, the last one of a run; nil where it was refused for its form or size.
  public var content: String?
  /// The alert.
  public var alert: Alert?

  init(_ kind: Kind, _ cause: Cause, uuid: String?, session: Int64?, requested: Timestamp?) {
    self.kind = kind
    self.cause = cause
    self.uuid = uuid
    self.session = session
    self.requested = requested
    lastRequested = requested
  }

  /// Whether rows like this one are told together: what did not happen, and located updates that did.
  var isRunning: Bool { outcome != .applied || kind == .update && cause == .location }

  func continues(_ other: ActivityLogEntry) -> Bool {
    outcome == other.outcome && kind == other.kind && cause == other.cause && session == other.session
      && uuid == other.uuid
  }

  mutating func add(_ next: ActivityLogEntry) {
    repeats += next.repeats
    lastRequested = next.lastRequested
    applied = next.applied
    askedFor = next.askedFor
    fixTime = next.fixTime
    content = next.content
    alert = next.alert
  }
}

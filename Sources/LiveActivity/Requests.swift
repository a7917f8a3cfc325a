public import Positioning

/// Asks for a new activity.
public struct StartRequest: Equatable, Sendable {
  /// The name it will have for programs; fresh, made by whoever asks.
  public var uuid: String
  /// Its kind.
  public var type: String
  /// Its name for people.
  public var name = ""
  /// What will never change about it.
  public var attributes: JSONText?
  /// What it shows first.
  public var content: ProposedContent
  /// Calls attention to it.
  public var alert: Alert?
  /// When it is to start, if not now.
  public var start: Timestamp?

  /// Creates a request.
  public init(uuid: String, type: String, content: ProposedContent) {
    self.uuid = uuid
    self.type = type
    self.content = content
  }
}

/// Which activity is meant.
public enum Target: Equatable, Sendable {
  /// The one with this name for programs.
  case uuid(String)
  /// The only live one.
  case onlyLive
  /// The live one of a kind.
  case live(type: String)
}

/// Asks for other content.
public struct UpdateRequest: Equatable, Sendable {
  /// How much an update matters.
  public enum Urgency: Sendable {
    /// It may wait for its turn, and for nothing if a newer one comes.
    case ordinary
    /// What it tells of changed its state (it came to rest, it lost its fix): it is shown at once.
    case stateChange
  }

  /// Which activity.
  public var target: Target
  /// What it is to show.
  public var content: ProposedContent
  /// Calls attention to it.
  public var alert: Alert?
  /// When the content was made, where that is told: content older than the newest is refused.
  public var timestamp: Timestamp?
  /// The fix that it shows.
  public var fixTime: Timestamp?
  /// Where the request comes from.
  public var cause: ActivityLogEntry.Cause
  /// How much it matters.
  public var urgency = Urgency.ordinary

  /// Creates a request.
  public init(_ target: Target, content: ProposedContent, cause: ActivityLogEntry.Cause) {
    self.target = target
    self.content = content
    self.cause = cause
  }
}

/// How long an ended activity is still shown; never longer than four hours.
public enum Dismissal: Equatable, Sendable {
  /// Four hours.
  case standard
  /// Not at all.
  case immediate
  /// Until that time.
  case after(Timestamp)

  /// The longest that an ended activity is shown, in milliseconds: the four hours of a phone.
  public static let longest: Int64 = 4 * 3_600_000

  func due(endingAt end: Timestamp) -> Timestamp {
    switch self {
    case .standard: end + Self.longest
    case .immediate: end
    case .after(let date): max(end, min(date, end + Self.longest))
    }
  }
}

/// Asks for the end of an activity.
public struct EndRequest: Equatable, Sendable {
  /// Which activity.
  public var target: Target
  /// What it shows to the end; nil leaves the newest content.
  public var content: ProposedContent?
  /// How long it is still shown.
  public var dismissal = Dismissal.standard
  /// Who asks.
  public var endedBy = EndedBy.user
  /// Where the request comes from.
  public var cause = ActivityLogEntry.Cause.command

  /// Creates a request.
  public init(_ target: Target) { self.target = target }
}

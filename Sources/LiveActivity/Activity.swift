public import Positioning

/// Where an activity is in its life (ActivityKit's `ActivityState`).
public enum ActivityState: String, CaseIterable, Sendable {
  /// It will start at a given time.
  case pending
  /// It is shown and may change.
  case active
  /// It is shown, may change, and what it shows is out of date.
  case stale
  /// It changes no more, and is still shown.
  case ended
  /// It is not shown any more.
  case dismissed

  /// Whether it may still change; of each type there is one such activity at most.
  public var isLive: Bool {
    switch self {
    case .pending, .active, .stale: true
    case .ended, .dismissed: false
    }
  }
}

/// Who ended an activity. The difference matters: an end by the program must not look like one by its user.
public enum EndedBy: String, CaseIterable, Sendable {
  /// Somebody ended or dismissed it.
  case user
  /// A limit was reached.
  case system
  /// It was left behind by a recorder that did not end in order, and what it told of does not go on.
  case crash
  /// The program that started it ended it.
  case program
}

/// A Live Activity as it is stored; the properties are the columns of the view `activity`.
public struct Activity: Equatable, Sendable {
  /// Its name for programs.
  public let uuid: String
  /// The session that it tells of, if it was started in one.
  public let session: Int64?
  /// What kind of activity it is; of each kind there is one live activity at most.
  public let type: String
  /// Its name for people; may be empty.
  public let name: String
  /// What never changes about it, JSON text.
  public let attributes: String?
  /// Where it is in its life.
  public var state: ActivityState
  /// What it shows.
  public var content: ActivityContent
  /// When it started, or is to start while pending; nil where no clock knew.
  public var started: Timestamp?
  /// When it ended.
  public var ended: Timestamp?
  /// Who ended it.
  public var endedBy: EndedBy?
  /// When it will vanish, once it has ended.
  public var dismissalDue: Timestamp?
  /// When it vanished.
  public var dismissed: Timestamp?

  /// Creates an activity, or restores one from the store.
  public init(
    uuid: String, session: Int64?, type: String, name: String, attributes: String?, state: ActivityState,
    content: ActivityContent, started: Timestamp?, ended: Timestamp? = nil, endedBy: EndedBy? = nil,
    dismissalDue: Timestamp? = nil, dismissed: Timestamp? = nil
  ) {
    self.uuid = uuid
    self.session = session
    self.type = type
    self.name = name
    self.attributes = attributes
    self.state = state
    self.content = content
    self.started = started
    self.ended = ended
    self.endedBy = endedBy
    self.dismissalDue = dismissalDue
    self.dismissed = dismissed
  }
}

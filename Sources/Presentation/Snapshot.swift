public import Positioning

/// All that a presentation may show, as it stood at one moment at the recorder.
///
/// Every presentation of one snapshot carries its sequence number, so that what two bars show can be compared.
public struct Snapshot: Equatable, Sendable {
  /// What the recorder is doing.
  public enum Recorder: String, CaseIterable, Sendable {
    /// A session is open.
    case recording
    /// The first fix after a restart decides whether the session goes on.
    case waiting
    /// The recorder runs and records nothing.
    case idle
    /// No recorder answers; whatever else the snapshot holds is what was last known.
    case none
  }

  /// How far the connection to the receiver reaches.
  public enum Link: String, CaseIterable, Sendable {
    /// gpsd cannot be reached.
    case unreachable
    /// gpsd has no receiver.
    case noDevice = "no-device"
    /// The receiver says nothing.
    case silent
    /// The receiver does not know where it is.
    case noFix = "no-fix"
    /// The receiver has a position.
    case fix
  }

  /// Whether the database takes what is recorded.
  public enum Storage: String, CaseIterable, Sendable {
    /// It does.
    case ok
    /// It refuses writes; facts wait in the recorder's memory.
    case refused
  }

  /// Whether a background session keeps the recorder going when nobody is attached.
  public enum Background: String, CaseIterable, Sendable {
    /// One is held.
    case on
    /// None is held.
    case off
  }

  /// Counts the snapshots of one recorder; a later one has a greater number.
  public let sequence: Int64
  /// What the recorder is doing.
  public let recorder: Recorder
  /// How far the connection reaches, nil when there is none to speak of.
  public let link: Link?
  /// Whether the database takes what is recorded.
  public let storage: Storage
  /// Whether a background session is on.
  public let background: Background
  /// The activity that is shown, if there is one.
  public let activity: Activity?

  /// Creates a snapshot.
  public init(
    sequence: Int64, recorder: Recorder, link: Link? = nil, storage: Storage = .ok, background: Background = .off,
    activity: Activity? = nil
  ) {
    (self.sequence, self.recorder, self.link) = (sequence, recorder, link)
    (self.storage, self.background, self.activity) = (storage, background, activity)
  }
}

extension Snapshot {
  /// A live activity as it is shown.
  public struct Activity: Equatable, Sendable {
    /// Where the activity is in its life.
    public enum State: String, CaseIterable, Sendable {
      /// It is live and its content is current.
      case active
      /// It is live, but the recorder says that its content is out of date.
      case stale
      /// It is over; the content is its last.
      case ended
    }

    /// The activity's UUID as text.
    public let id: String
    /// The kind of activity, such as `trip`.
    public let type: String
    /// The name that its owner gave it; may be empty.
    public let name: String
    /// Where it is in its life.
    public let state: State
    /// The moment from which the content is out of date, whatever `state` says; nil for never.
    ///
    /// It makes a presentation go stale even while the recorder is stopped and cannot say so.
    public let staleTime: Timestamp?
    /// How much it matters among several activities; the highest is shown.
    public let relevance: Double
    /// What changes while it lives.
    public let content: Content
    /// What this snapshot is to draw attention to, if anything.
    public let alert: Alert?

    /// Creates an activity.
    public init(
      id: String, type: String, name: String = "", state: State, staleTime: Timestamp? = nil, relevance: Double = 0,
      content: Content = Content(), alert: Alert? = nil
    ) {
      (self.id, self.type, self.name, self.state) = (id, type, name, state)
      (self.staleTime, self.relevance, self.content, self.alert) = (staleTime, relevance, content, alert)
    }

    /// Whether the content is out of date at a moment.
    public func isStale(at now: Timestamp) -> Bool { state == .stale || staleTime.map { $0 <= now } ?? false }
  }

  /// A request for attention that came with an update.
  public struct Alert: Equatable, Sendable {
    /// The heading; with an empty body as well, only the sound is meant.
    public let title: String
    /// The text.
    public let body: String
    /// `default`, or a name of the freedesktop.org Sound Naming Specification.
    public let sound: String

    /// Creates an alert.
    public init(title: String = "", body: String = "", sound: String = "default") {
      (self.title, self.body, self.sound) = (title, body, sound)
    }

    /// Whether it has no words.
    public var isSoundOnly: Bool { title.isEmpty && body.isEmpty }
  }
}

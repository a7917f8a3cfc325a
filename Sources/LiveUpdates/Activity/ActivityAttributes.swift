/// A value that can be written as JSON text and read from it.
///
/// The library does without Foundation, so that a small program stays small. One that uses Foundation gives all its
/// `Codable` values this with one extension, as <doc:CodableContent> shows.
public protocol JSONRepresentable: Sendable {
  /// The value as JSON text.
  ///
  /// - Throws: What the program's encoder throws.
  var json: String { get throws }

  /// Reads the value from JSON text.
  ///
  /// - Throws: What the program's decoder throws.
  init(json: String) throws
}

/// What a type of activity shows: a part that never changes, which is the value itself, and one that does.
///
/// Of each type one activity is live at most. Both parts together are at most 4,096 bytes of JSON.
public protocol ActivityAttributes: JSONRepresentable {
  /// The part that changes.
  associatedtype ContentState: JSONRepresentable & Hashable

  /// The name of the type, as commands know it; by default that of the Swift type.
  static var activityType: String { get }

  /// The activity's name for people; may be empty, which is the default.
  var name: String { get }
}

extension ActivityAttributes {
  /// The name of the Swift type.
  public static var activityType: String { String(describing: Self.self) }

  /// No name.
  public var name: String { "" }
}

/// What an activity shows, until when that is up to date, and how much it matters.
public struct ActivityContent<State: JSONRepresentable & Hashable>: Hashable, Sendable {
  /// What it shows.
  public var state: State
  /// When it becomes stale, milliseconds since 1970 in UTC; nil for never.
  public var staleUnixMilliseconds: Int64?
  /// Which of several activities is shown where there is room for one: the greatest.
  public var relevanceScore: Double

  /// Creates content.
  public init(state: State, staleUnixMilliseconds: Int64? = nil, relevanceScore: Double = 0) {
    self.state = state
    self.staleUnixMilliseconds = staleUnixMilliseconds
    self.relevanceScore = relevanceScore
  }
}

/// How an update draws attention to itself; with neither title nor body it only sounds.
public struct AlertConfiguration: Equatable, Sendable {
  /// What is to be heard.
  public enum Sound: Equatable, Sendable {
    /// The desktop's usual sound.
    case `default`
    /// A sound by its name in the desktop's theme.
    case named(String)

    var word: String {
      switch self {
      case .default: "default"
      case .named(let name): name
      }
    }
  }

  /// The title of the notification.
  public var title: String
  /// Its text.
  public var body: String
  /// Its sound.
  public var sound: Sound

  /// Creates an alert.
  public init(title: String, body: String, sound: Sound = .default) {
    (self.title, self.body, self.sound) = (title, body, sound)
  }
}

/// How long an activity stays visible after its end.
public enum ActivityDismissalPolicy: Equatable, Sendable {
  /// As long as the recorder keeps ended activities.
  case `default`
  /// Not at all.
  case immediate
  /// Until a time, milliseconds since 1970 in UTC; four hours at most.
  case after(unixMilliseconds: Int64)

  var word: String {
    switch self {
    case .default: "default"
    case .immediate: "immediate"
    case .after(let time): String(time)
    }
  }
}

/// Where an activity is in its life.
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
}

/// What became of an update that was not refused.
public enum ActivityUpdateOutcome: String, Sendable {
  /// It is shown.
  case applied
  /// It asked for what is shown already.
  case coalesced
  /// It is shown shortly, unless a newer one takes its place.
  case throttled
}

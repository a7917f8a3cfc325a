public import Positioning

/// What an activity shows, with how long that holds and how much it matters (ActivityKit's `ActivityContent`).
public struct ActivityContent: Equatable, Sendable {
  /// The changing part, JSON text; nil if there is none yet.
  public var state: String?
  /// When it will be out of date; nil: never.
  public var stale: Timestamp?
  /// How much it matters beside other activities: the greatest is shown where there is room for one.
  public var relevance: Double

  /// Creates content.
  public init(state: String?, stale: Timestamp? = nil, relevance: Double = 0) {
    self.state = state
    self.stale = stale
    self.relevance = relevance
  }

  /// Whether it is out of date at that time; never where the time is not known.
  func isStale(at date: Timestamp?) -> Bool {
    guard let stale, let date else { return false }
    return stale <= date
  }
}

/// Text that claims to be JSON, with what whoever can read JSON found.
public enum JSONText: Equatable, Sendable {
  /// It is one JSON value.
  case wellFormed(String)
  /// It is not.
  case malformed(String)

  var text: String {
    switch self {
    case .wellFormed(let text), .malformed(let text): text
    }
  }

  var isWellFormed: Bool {
    switch self {
    case .wellFormed: true
    case .malformed: false
    }
  }
}

/// Content as it is asked for: what is left out of it stays as it is.
public struct ProposedContent: Equatable, Sendable {
  /// The new state; nil leaves the newest one.
  public var state: JSONText?
  /// When it will be out of date; nil: never.
  public var stale: Timestamp?
  /// The new relevance; nil leaves the newest one.
  public var relevance: Double?

  /// Creates a proposal.
  public init(state: JSONText?, stale: Timestamp? = nil, relevance: Double? = nil) {
    self.state = state
    self.stale = stale
    self.relevance = relevance
  }

  func over(_ newest: ActivityContent) -> ActivityContent {
    ActivityContent(
      state: state?.text ?? newest.state, stale: stale,
      relevance: relevance.map { $0.isNaN ? 0 : $0 } ?? newest.relevance)
  }
}

/// How attention is called to an update (ActivityKit's `AlertConfiguration`).
public struct Alert: Equatable, Sendable {
  /// A heading; with an empty body: sound only.
  public var title: String
  /// A text.
  public var body: String
  /// The name of a sound; nil: the default one.
  public var sound: String?

  /// Creates an alert.
  public init(title: String, body: String, sound: String? = nil) {
    self.title = title
    self.body = body
    self.sound = sound
  }
}

/// How large an activity may be.
enum SizeLimit {
  /// Attributes and content together, in bytes of UTF-8: ActivityKit's 4 KB.
  static let bytes = 4096

  static func allows(attributes: String?, state: String?) -> Bool {
    (attributes?.utf8.count ?? 0) + (state?.utf8.count ?? 0) <= bytes
  }
}

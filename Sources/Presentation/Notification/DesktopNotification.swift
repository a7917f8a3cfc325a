/// A desktop notification after https://specifications.freedesktop.org/notification/1.2/: the card of an activity.
///
/// It is quiet unless the snapshot carries an alert. An alert without words is a sound and nothing more: the
/// notification is replaced in place, and no new one pops up.
public struct DesktopNotification: Equatable, Sendable {
  /// How much attention it asks for.
  public enum Urgency: String, Sendable {
    /// None: it is there for whoever looks.
    case low
    /// The usual.
    case normal
  }

  /// The heading, plain text; never empty.
  public let summary: String
  /// The lines below, as markup.
  public let body: String
  /// How much attention it asks for.
  public let urgency: Urgency
  /// A name of the Sound Naming Specification; nil for silence.
  public let soundName: String?
  /// Whether the activity can still be ended.
  public let isLive: Bool

  /// Kind of notification, for servers that treat kinds differently; the prefix is the specification's for own kinds.
  public static let category = "x-waylog.activity"

  /// The notification for a rendering; nil without an activity, when none is to be shown.
  public init?(_ rendering: Rendering) {
    guard let activity = rendering.snapshot.activity else { return nil }
    let alert = activity.alert
    let title = alert.map { $0.title.fitted(to: 60) } ?? ""
    let message = alert.map { $0.body.fitted(to: 160) } ?? ""
    let card = title.isEmpty ? Array(rendering.lockScreen.dropFirst()) : rendering.lockScreen
    summary = title.isEmpty ? rendering.heading : title
    body = ([message].filter { !$0.isEmpty } + card).map(markup).joined(separator: "\n")
    urgency = alert.map { $0.isSoundOnly ? .low : .normal } ?? .low
    soundName = alert.map { Self.soundName($0.sound) }
    isLive = activity.state != .ended
  }

  /// A sound's name goes into a file's name, so that only names of the specification's form are taken.
  private static func soundName(_ name: String) -> String {
    let isName =
      !name.isEmpty && name.utf8.count <= 64 && name != "default"
      && name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
    return isName ? name : "message-new-instant"
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// The words of a command that shows a notification through notify-send of libnotify 0.8.
///
/// They are meant for exec, not for a shell: nothing in them is quoted.
public struct NotifySend: Equatable, Sendable {
  /// What the command does with the notification.
  public enum Step: Equatable, Sendable {
    /// Shows it and prints its id.
    case show
    /// Stays until the notification with that id is closed; prints `end` or `default` if that came by an action, and
    /// nothing if it was dismissed. Without a sound, since `show` has made it.
    case hold(id: UInt32)
    /// Replaces the notification with that id in place, and prints its id.
    case replace(id: UInt32)
  }

  /// The key of the action that ends the activity.
  public static let endAction = "end"
  /// The key of a click on the notification itself.
  public static let clickAction = "default"

  /// The program and its arguments.
  public let words: [String]

  /// Creates the command for a notification; without a click target, a click is no action of its own.
  public init(_ step: Step, _ notification: DesktopNotification, click: ClickTarget? = nil) {
    words =
      [
        "notify-send", "-a", "waylog", "-u", notification.urgency.rawValue, "-c", DesktopNotification.category, "-t",
        "0",
      ]
      + Self.sound(step, notification) + Self.options(step, notification, click)
      + ["--", notification.summary, Self.unescaped(notification.body)]
  }

  private static func sound(_ step: Step, _ notification: DesktopNotification) -> [String] {
    guard case .hold = step else {
      return ["-h", notification.soundName.map { "string:sound-name:\($0)" } ?? "boolean:suppress-sound:true"]
    }
    return ["-h", "boolean:suppress-sound:true"]
  }

  private static func options(_ step: Step, _ notification: DesktopNotification, _ click: ClickTarget?) -> [String] {
    switch step {
    case .show: ["-p"]
    case .replace(let id): ["-p", "-r", String(id)]
    case .hold(let id):
      // Resident, or a click would close it.
      ["-r", String(id), "--wait", "-h", "boolean:resident:true"]
        + (click == nil ? [] : ["-A", "\(clickAction)=Open"])
        + (notification.isLive ? ["-A", "\(endAction)=End"] : [])
    }
  }

  /// notify-send takes backslashes in the body for escapes, as in C.
  private static func unescaped(_ body: String) -> String {
    body.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
  }
}

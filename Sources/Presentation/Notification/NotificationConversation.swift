public import Positioning

/// Keeps one notification on the desktop through runs of notify-send, and understands what its reader does with it.
///
/// The id comes from a run that prints it and ends. From then on one run stays with the notification and tells how it
/// was closed; notify-send shows actions only in such a run, so that other content is shown by a run that takes the
/// place of the one before.
public struct NotificationConversation: Sendable {
  /// What a dismissal means.
  public enum Dismissal: Sendable {
    /// Nothing is shown until the next alert.
    case hides
    /// The activity ends, as on a phone.
    case ends
  }

  /// What to do.
  public enum Action: Equatable, Sendable {
    /// Run notify-send, and tell `shown` what it printed.
    case ask(NotifySend.Step, DesktopNotification)
    /// Run the notify-send that stays, end the one that stayed until now, and tell `closed` what the new one printed
    /// once it ends.
    case hold(id: UInt32, DesktopNotification)
    /// Interrupt the one that stays, which closes the notification.
    case close
    /// Do what a click is for.
    case open
    /// End the activity.
    case end(activity: String)
  }

  /// An unchanged state is shown anew at most that often, in milliseconds.
  static let quietInterval: Int64 = 10_000
  /// After a run that showed nothing the next one waits that long, in milliseconds.
  static let pauseAfterFailure: Int64 = 60_000

  private enum Phase {
    case absent(since: MonotonicTime?)
    case asking
    case held(id: UInt32, since: MonotonicTime)
    case dismissed
  }

  private struct Wanted {
    var activity: String
    var notification: DesktopNotification
    var state: DisplayState
  }

  private let dismissal: Dismissal
  private var phase = Phase.absent(since: nil)
  private var wanted: Wanted?
  private var shown: Wanted?
  /// The alert that was last heard, which a reconnection tells again.
  private var heard: (activity: String, sequence: Int64)?
  private var isAlerting = false

  /// Creates one that shows nothing yet.
  public init(dismissal: Dismissal) { self.dismissal = dismissal }

  /// The present state; also told when only time passed.
  public mutating func show(_ rendering: Rendering, at now: MonotonicTime) -> [Action] {
    guard let activity = rendering.snapshot.activity, let notification = DesktopNotification(rendering) else {
      return vanish()
    }
    if let wanted, wanted.activity != activity.id, case .dismissed = phase { phase = .absent(since: nil) }
    wanted = Wanted(activity: activity.id, notification: notification, state: rendering.state)
    isAlerting = isAlerting || isNews(activity, rendering.snapshot.sequence)
    return advance(now)
  }

  /// A run that was to show the notification printed its id; nil if it showed nothing.
  public mutating func shown(id: UInt32?, at now: MonotonicTime) -> [Action] {
    guard case .asking = phase else { return [] }
    guard let id, let shown else {
      phase = .absent(since: now)
      return []
    }
    phase = .held(id: id, since: now)
    guard let wanted else { return [.hold(id: id, shown.notification)] + vanish() }
    self.shown = wanted
    return [.hold(id: id, wanted.notification)]
  }

  /// The run that stayed ended, and printed the key of an action, or nothing for a dismissal.
  public mutating func closed(printing key: String, at now: MonotonicTime) -> [Action] {
    guard case .held(let id, _) = phase, let shown else { return [] }
    switch key {
    case NotifySend.clickAction: return [.open, .hold(id: id, shown.notification)]
    case NotifySend.endAction:
      phase = .dismissed
      return [.end(activity: shown.activity)]
    default:
      phase = .dismissed
      return dismissal == .ends && shown.notification.isLive ? [.end(activity: shown.activity)] : []
    }
  }

  private mutating func vanish() -> [Action] {
    (wanted, isAlerting) = (nil, false)
    // Whoever is asked now is told when it answers.
    if case .asking = phase { return [] }
    defer { (phase, shown) = (.absent(since: nil), nil) }
    if case .held = phase { return [.close] }
    return []
  }

  private mutating func advance(_ now: MonotonicTime) -> [Action] {
    guard let wanted else { return [] }
    switch phase {
    case .asking: return []
    case .absent(let since?) where now - since < Self.pauseAfterFailure: return []
    case .dismissed where !isAlerting: return []
    case .absent, .dismissed: return ask(.show)
    case .held(let id, _) where isAlerting: return ask(.replace(id: id))
    case .held(let id, let since):
      guard let shown, wanted.notification != shown.notification else { return [] }
      let isChange =
        (wanted.activity, wanted.state, wanted.notification.isLive)
        != (shown.activity, shown.state, shown.notification.isLive)
      guard isChange || now - since >= Self.quietInterval else { return [] }
      (self.shown, phase) = (wanted, .held(id: id, since: now))
      return [.hold(id: id, wanted.notification)]
    }
  }

  private mutating func ask(_ step: NotifySend.Step) -> [Action] {
    guard let wanted else { return [] }
    (phase, shown, isAlerting) = (.asking, wanted, false)
    return [.ask(step, wanted.notification)]
  }

  private mutating func isNews(_ activity: Snapshot.Activity, _ sequence: Int64) -> Bool {
    guard activity.alert != nil else { return false }
    if let heard, heard == (activity.id, sequence) { return false }
    heard = (activity.id, sequence)
    return true
  }
}

import GPSClient
import LiveActivity
import Positioning
import TrackStore
import Tracking

/// What comes in: gpsd's words, and time.
extension RecordLoop {
  /// The present time where a trustworthy clock knows it.
  var present: Timestamp? { settings.present ?? Clocks.present() }

  mutating func listen(_ now: MonotonicTime) {
    var events: [SubscriptionEvent] = []
    subscription.ready(now) { events.append($0) }
    for event in events where !hasEnough { take(event, now) }
  }

  private mutating func take(_ event: SubscriptionEvent, _ now: MonotonicTime) {
    var announcements: [Announcement] = []
    watch.note(event, now) { announcements.append($0) }
    switch event {
    case .message(let message):
      recording.take(
        message, from: subscription.decoder, at: now, present: present, wanted: settings.endpoint.device)
    case .disconnected: recording.step(.interrupted(.gpsdGone))
    case .connected, .unreachable: break
    }
    for announcement in announcements { announce(announcement, now) }
    noteNewFix(now)
  }

  mutating func tick(_ now: MonotonicTime) {
    var events: [SubscriptionEvent] = []
    subscription.tick(now) { events.append($0) }
    for event in events { take(event, now) }
    lookAhead(now)
    if let due = recording.deadline, now >= due { recording.step(.tick(now, present: present)) }
    noteNewFix(now)
    var announcements: [Announcement] = []
    watch.tick(now) { announcements.append($0) }
    for announcement in announcements { announce(announcement, now) }
    while let due = repeats.takeDue(now) { tell(due, now) }
    settleLeftovers(now)
    tickActivities(now)
  }

  private mutating func noteNewFix(_ now: MonotonicTime) {
    if let decision = recording.takeDecision() {
      announce(Announcement(kind: .adopted, text: decision.words), now)
    }
    guard let newest = recording.pipeline.newest, newest != newestShown else { return }
    newestShown = newest
    var announcements: [Announcement] = []
    watch.noteFix(newest.measurements.mode, now) { announcements.append($0) }
    for announcement in announcements { announce(announcement, now) }
    observer.show(newest)
    deliver(now)
    if let glance = recording.glance { show(glance, now) }
  }

  /// Shows what waits for the rest of its epoch, in which most often nothing comes any more.
  private mutating func lookAhead(_ now: MonotonicTime) {
    guard watch.hasFix, let due = glanceDeadline, now >= due else { return }
    glanced = recording.glanceDeadline
    if let glance = recording.earlyGlance(present: present) { show(glance, now) }
  }

  /// When there is something to see that nobody has looked at.
  var glanceDeadline: MonotonicTime? {
    guard delivers, let due = recording.glanceDeadline, due != glanced else { return nil }
    return due
  }

  /// Somebody looks on.
  private var delivers: Bool { !clients.attached.isEmpty || !book.live.isEmpty }

  /// Of one epoch only the first sight is shown.
  private mutating func show(_ glance: Glance, _ now: MonotonicTime) {
    guard glance.fix.time != seen?.time || glance.fix.device != seen?.device else { return }
    seen = glance.fix
    deliver(glance, now)
  }
}

extension Recording.Decision {
  fileprivate var words: String {
    switch self {
    case .goesOn(let session, let pause): "session \(session) goes on, \(pause / 1000) s after its last fix"
    case .beginsAnother(let session, let pause?):
      "another session begins: the last fix of session \(session) is \(pause / 60_000) min old"
    case .beginsAnother(let session, nil):
      "another session begins: the receiver's clock is behind the last fix of session \(session)"
    }
  }
}

import CWaylog
public import Control
public import GPSClient
import Glibc
public import Positioning
public import TrackStore
import Tracking

/// A live recording: one loop on one thread that waits for gpsd, signals and time.
public struct RecordLoop: ~Copyable {
  /// When and how to stop, and what to tell.
  public struct Settings: Sendable {
    /// Which gpsd and which of its receivers.
    public var endpoint = Endpoint()
    /// The longest time between commits while moving, in milliseconds.
    public var commitInterval: Int64 = 5_000
    /// Stop after so many accepted fixes.
    public var fixes: Int?
    /// Stop after this time, in milliseconds.
    public var duration: Int64?
    /// The present, where it shall not be the system's clock.
    public var present: Timestamp?

    /// Creates the settings of a recording without an end.
    public init() {}
  }

  /// What an onlooker can be told.
  public struct Status: Sendable {
    /// Where the way from the sky to the program is broken, if it is.
    public var link: LinkState
    /// The newest accepted fix.
    public var newest: Fix?
    /// How long there has been no accepted fix, in milliseconds.
    public var millisecondsWithoutFix: Int64
    /// It is at rest.
    public var isStationary: Bool
    /// Length of the movement so far, in metres.
    public var distanceMetres: Double
  }

  /// Who is told what happens.
  public protocol Observer: AnyObject {
    /// Something changed.
    func announce(_ announcement: Announcement)
    /// A fix was accepted.
    func show(_ fix: Fix)
    /// The state now; at least once a second while `wantsStatus`.
    func show(_ status: Status)
    /// It shows a status that grows old.
    var wantsStatus: Bool { get }
  }

  /// Counts wait this long for facts to be stored with, in milliseconds.
  private static let longestCountWait: Int64 = 300_000
  /// A store that refuses is tried again after this time, in milliseconds.
  private static let retry: Int64 = 1_000
  /// So many facts wait in memory for a store that refuses: ten hours of a fix a second.
  private static let mostWaitingFacts = 36_000

  private let settings: Settings
  private let observer: any Observer
  private let signals: Int32
  private var recording: Recording
  private var subscription: Subscription
  private var control: ControlServer?
  private var watch: LinkWatch
  private var repeats = Repeats()
  private let began: MonotonicTime
  private var lastCommit: MonotonicTime
  private var nextTry: MonotonicTime?
  private var shown: MonotonicTime?
  private var newestShown: Fix?

  /// Prepares a recording; signals are blocked from here on and obeyed by the loop.
  public init(
    _ settings: Settings, recording: consuming Recording, control: consuming ControlServer?, signals: Int32,
    observer: any Observer
  ) {
    self.settings = settings
    self.observer = observer
    self.signals = signals
    self.recording = recording
    self.control = control
    began = Clocks.monotonic()
    lastCommit = began
    subscription = Subscription(to: settings.endpoint, now: began)
    watch = LinkWatch(settings.endpoint, now: began)
  }

  /// Records until a signal or a limit ends it; the session is ended cleanly.
  public mutating func run() throws(StoreError) {
    while !isOver() {
      waitForSomething()
      let now = Clocks.monotonic()
      if isReadable(subscription.descriptor) { listen(now) }
      serve(now)
      tick(now)
      try commitIfDue(now)
      showStatusIfDue(now)
    }
    try recording.finish(.stopped)
  }

  /// The session that was recorded last.
  public var session: Int64 { recording.sessions.last ?? 0 }
}

// MARK: - Waiting

extension RecordLoop {
  private func isOver() -> Bool {
    if waylog_next_signal(signals) != 0 { return true }
    if hasEnough { return true }
    return settings.duration.map { Clocks.monotonic() - began >= $0 } ?? false
  }

  /// The fix that waits for the rest of its epoch will be the last: the end of the session completes it.
  private var hasEnough: Bool {
    guard let limit = settings.fixes else { return false }
    let accepted = recording.acceptedFixes
    return accepted >= limit || accepted + 1 == limit && recording.pipeline.ledger.pending == 1
  }

  private func waitForSomething() {
    let now = Clocks.monotonic()
    let timeout = nextDeadline(now).map { Int32(clamping: max(0, $0 - now)) } ?? -1
    let all = [signals] + (subscription.descriptor.map { [$0] } ?? []) + controlDescriptors
    var descriptors = all.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    poll(&descriptors, nfds_t(descriptors.count), timeout)
  }

  private var controlDescriptors: [Int32] {
    switch control {
    case .some(let server): server.descriptors
    case .none: []
    }
  }

  private func isReadable(_ descriptor: Int32?) -> Bool {
    guard let descriptor else { return false }
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, 0) > 0
  }

  private func nextDeadline(_ now: MonotonicTime) -> MonotonicTime? {
    let status: MonotonicTime? = observer.wantsStatus ? (shown.map { $0 + 1_000 } ?? now) : nil
    let end = settings.duration.map { began + $0 }
    return [
      subscription.deadline, recording.pipeline.deadline, watch.deadline, repeats.deadline, commitDeadline, status, end,
    ]
    .compactMap { $0 }.min()
  }

  private var commitDeadline: MonotonicTime? {
    if let nextTry { return nextTry }
    switch recording.need {
    case .none: return nil
    case .counts: return lastCommit + Self.longestCountWait
    case .facts: return lastCommit + settings.commitInterval
    case .urgent: return lastCommit
    }
  }
}

// MARK: - What came

extension RecordLoop {
  private var present: Timestamp? { settings.present ?? Clocks.present() }

  private mutating func listen(_ now: MonotonicTime) {
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

  private mutating func tick(_ now: MonotonicTime) {
    var events: [SubscriptionEvent] = []
    subscription.tick(now) { events.append($0) }
    for event in events { take(event, now) }
    if let due = recording.pipeline.deadline, now >= due { recording.step(.tick(now, present: present)) }
    noteNewFix(now)
    var announcements: [Announcement] = []
    watch.tick(now) { announcements.append($0) }
    for announcement in announcements { announce(announcement, now) }
    while let due = repeats.takeDue(now) { tell(due, now) }
  }

  private mutating func serve(_ now: MonotonicTime) {
    guard var server = control.take() else { return }
    server.serve { line in
      guard line.word == "mark" else { return ControlLine("error", ["code": "request", "why": "unknown request"]) }
      do {
        guard let fix = try recording.mark(line["text"]) else {
          return ControlLine("error", ["code": "no-fix", "why": "no fix yet"])
        }
        lastCommit = now
        return ControlLine("ok", ["time": fix.time.iso8601])
      } catch {
        return ControlLine("error", ["code": "storage", "why": "the database refuses writes"])
      }
    }
    control = consume server
  }

  private mutating func noteNewFix(_ now: MonotonicTime) {
    guard let newest = recording.pipeline.newest, newest != newestShown else { return }
    newestShown = newest
    var announcements: [Announcement] = []
    watch.noteFix(newest.measurements.mode, now) { announcements.append($0) }
    for announcement in announcements { announce(announcement, now) }
    observer.show(newest)
  }

  private mutating func announce(_ announcement: Announcement, _ now: MonotonicTime) {
    if let admitted = repeats.admit(announcement, now) { tell(admitted, now) }
  }

  private mutating func tell(_ announcement: Announcement, _ now: MonotonicTime) {
    observer.announce(announcement)
    recording.note(StoredEvent(time: time(of: now), kind: announcement.kind, detail: announcement.text))
  }

  /// The time by the newest fix and the steady clock since; before any fix, by the system's clock if it can be right.
  private func time(of now: MonotonicTime) -> Timestamp? {
    guard let newest = recording.pipeline.newest else { return present }
    return newest.time + watch.withoutFix(now)
  }
}

// MARK: - What goes out

extension RecordLoop {
  private mutating func commitIfDue(_ now: MonotonicTime) throws(StoreError) {
    guard let due = commitDeadline, now >= due else { return }
    do {
      try recording.commit(.power)
      lastCommit = now
      if nextTry != nil { announce(Announcement(kind: .storage, text: "the database takes writes again"), now) }
      nextTry = nil
    } catch {
      guard recording.waitingFacts < Self.mostWaitingFacts else { throw error }
      if nextTry == nil {
        announce(Announcement(kind: .storage, text: "the database refuses writes: \(error); fixes wait in memory"), now)
      }
      nextTry = now + Self.retry
    }
  }

  private mutating func showStatusIfDue(_ now: MonotonicTime) {
    guard observer.wantsStatus, shown.map({ now - $0 >= 1_000 }) ?? true else { return }
    shown = now
    observer.show(
      Status(
        link: watch.state, newest: recording.pipeline.newest, millisecondsWithoutFix: watch.withoutFix(now),
        isStationary: recording.pipeline.openRest != nil, distanceMetres: recording.distanceMetres))
  }
}

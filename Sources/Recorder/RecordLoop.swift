import CWaylog
public import Control
public import GPSClient
import Glibc
public import Positioning
public import TrackStore
import Tracking

/// The recorder: one loop on one thread that waits for gpsd, signals, clients and time.
public struct RecordLoop: ~Copyable {
  /// What it is to its owner.
  public enum Role: Equatable, Sendable {
    /// Records from its begin to its end; what it records ends with it.
    case foreground
    /// Records when its owner wants it to, and with autostart before they ever said; a session outlives the process.
    case service(autostart: Bool)
  }

  /// When and how to stop, and what to tell.
  public struct Settings: Sendable {
    /// What it is to its owner.
    public var role = Role.foreground
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

  let settings: Settings
  let observer: any Observer
  private let signals: Int32
  let manager: ServiceManager?
  var keeper: StoreKeeper
  var recording: Recording
  var subscription: Subscription
  private var control: ControlServer?
  /// What the owner wants, as it is stored; nil if they never said.
  var intent: Intent?
  var watch: LinkWatch
  var repeats = Repeats()
  let began: MonotonicTime
  var lastCommit: MonotonicTime
  var lastTended: MonotonicTime
  var logIsStarved = false
  var shown: MonotonicTime?
  var newestShown: Fix?
  private var lastSignOfLife: MonotonicTime
  private var isAskedToEnd = false

  /// Prepares a recorder; signals are blocked from here on and obeyed by the loop.
  public init(
    _ settings: Settings, recording: consuming Recording, keeper: consuming StoreKeeper,
    control: consuming ControlServer?, signals: Int32, manager: ServiceManager?, observer: any Observer
  ) {
    self.settings = settings
    self.observer = observer
    self.signals = signals
    self.manager = manager
    self.recording = recording
    self.keeper = keeper
    self.control = control
    began = Clocks.monotonic()
    lastCommit = began
    lastTended = began
    lastSignOfLife = began
    subscription = Subscription(to: settings.endpoint)
    watch = LinkWatch(settings.endpoint, now: began)
  }

  /// Works until a signal or a limit ends it. A foreground session is ended, that of a service left to go on.
  public mutating func run() throws(StoreError) {
    try launch()
    while !isOver() {
      let callers = waitForSomething()
      let now = Clocks.monotonic()
      if callers.gpsd { listen(now) }
      // Only then: to be told that nobody waits costs as much as a report.
      if callers.clients { serve(now) }
      tick(now)
      commitIfDue(now)
      showStatusIfDue(now)
      giveSignOfLife(now)
    }
    try finish()
  }

  /// The session that was recorded last.
  public var session: Int64 { keeper.session }

  /// The loop ends with this turn.
  mutating func askToEnd() { isAskedToEnd = true }
}

// MARK: - Waiting

extension RecordLoop {
  private mutating func isOver() -> Bool {
    let signal = waylog_next_signal(signals)
    if signal != 0 {
      if signal == SIGHUP, settings.role == .foreground { hangUp() }
      return true
    }
    if isAskedToEnd || hasEnough { return true }
    return settings.duration.map { Clocks.monotonic() - began >= $0 } ?? false
  }

  /// Waits for a signal, so many milliseconds at most.
  func wasSignalled(within milliseconds: Int32) -> Bool {
    var one = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
    poll(&one, 1, milliseconds)
    return waylog_next_signal(signals) != 0
  }

  /// The fix that waits for the rest of its epoch will be the last: the end of the session completes it.
  var hasEnough: Bool {
    guard let limit = settings.fixes else { return false }
    let accepted = recording.acceptedFixes
    return accepted >= limit || accepted + 1 == limit && recording.pipeline.ledger.pending == 1
  }

  /// - Returns: who has something to say.
  private func waitForSomething() -> (gpsd: Bool, clients: Bool) {
    let now = Clocks.monotonic()
    let timeout = nextDeadline(now).map { Int32(clamping: max(0, $0 - now)) } ?? -1
    let own = [signals] + (subscription.descriptor.map { [$0] } ?? [])
    var descriptors =
      own.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + controlDescriptors.map {
        pollfd(fd: $0.number, events: Int16($0.hasOutput ? POLLIN | POLLOUT : POLLIN), revents: 0)
      }
    guard poll(&descriptors, nfds_t(descriptors.count), timeout) > 0 else { return (false, false) }
    let called = descriptors.map { $0.revents != 0 }
    return (called[1..<own.count].contains(true), called[own.count...].contains(true))
  }

  private var controlDescriptors: [(number: Int32, hasOutput: Bool)] {
    switch control {
    case .some(let server): server.descriptors
    case .none: []
    }
  }

  private func nextDeadline(_ now: MonotonicTime) -> MonotonicTime? {
    let status: MonotonicTime? = observer.wantsStatus ? (shown.map { $0 + 1_000 } ?? now) : nil
    let end = settings.duration.map { began + $0 }
    let signOfLife = manager?.watchdogInterval.map { lastSignOfLife + $0 }
    return [
      subscription.deadline, recording.deadline, watch.deadline, repeats.deadline, commitDeadline, status, end,
      signOfLife,
    ]
    .compactMap { $0 }.min()
  }

  private mutating func serve(_ now: MonotonicTime) {
    guard var server = control.take() else { return }
    server.serve { line, _ in answer(line, now) }
    control = consume server
  }

  private mutating func giveSignOfLife(_ now: MonotonicTime) {
    guard let interval = manager?.watchdogInterval, now - lastSignOfLife >= interval else { return }
    manager?.say("WATCHDOG=1")
    lastSignOfLife = now
  }
}

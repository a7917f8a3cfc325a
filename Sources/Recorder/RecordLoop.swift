import CWaylog
public import Control
public import Delivery
public import GPSClient
import Glibc
public import LiveActivity
public import Positioning
public import TrackStore
import Presentation
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
    /// How live activities are treated.
    public var activities = ActivityBook.Settings()
    /// Rows of the log of activities are kept for so long, in milliseconds.
    public var activityLogAge: Int64 = 90 * 86_400_000
    /// How updates are delivered.
    public var delivery = DeliverySettings()
    /// The machine does not sleep while a background session is held.
    public var inhibitsSleep = false

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
  /// What those who look on have seen.
  var seen: Fix?
  /// The look that was taken last, by its time.
  var glanced: MonotonicTime?
  private var lastSignOfLife: MonotonicTime
  private var isAskedToEnd = false
  /// What clients asked for is stored before they are answered, all of a turn at once.
  var owesCommit = false
  private var nextHearing: MonotonicTime?
  private var nextListening: MonotonicTime?

  var policy: AdministratorPolicy = []
  var clients = Clients()
  var outgoing: [(line: ControlLine, client: ClientID, manner: Outbox.Manner)] = []
  var delivery: UpdateDelivery
  var hasToldAuthorization = false
  var feed = UpdateFeed()
  var updatesSent = 0
  /// The terminal that it was started in is gone.
  var isLeftAlone = false
  var background: BackgroundSession?
  var inhibitor: SleepInhibitor?
  var book: ActivityBook
  /// It is not decided yet what becomes of activities that an earlier process left.
  var awaitsLeftovers = true
  let json: JSONReader
  var alerts: [String: Alert] = [:]
  var stateShown: Presentation.Snapshot?
  var stateNumber: Int64 = 0

  /// Prepares a recorder; signals are blocked from here on and obeyed by the loop.
  public init(
    _ settings: Settings, recording: consuming Recording, keeper: consuming StoreKeeper,
    control: consuming ControlServer?, signals: Int32, manager: ServiceManager?, observer: any Observer
  ) throws(StoreError) {
    json = try JSONReader()
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
    delivery = UpdateDelivery(settings.delivery)
    book = ActivityBook(settings.activities)
    watch = LinkWatch(settings.endpoint, now: began)
  }

  /// Works until a signal or a limit ends it. A foreground session is ended, that of a service left to go on.
  public mutating func run() throws(StoreError) {
    try launch()
    while !isOver() {
      let callers = waitForSomething()
      let now = Clocks.monotonic()
      if callers.gpsd {
        listen(now)
        nextListening = now + Self.listeningPause
      }
      // Only then: to be told that nobody waits costs as much as a report.
      let areClientsHeard = callers.clients || isHearingDue(now)
      if areClientsHeard { hear(now) }
      tick(now)
      deliver(now)
      if areClientsHeard || !outgoing.isEmpty || !clients.watching.isEmpty { tellClients(now) }
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
      if signal == SIGHUP, settings.role == .foreground { return hangUp() }
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
    let isListening = nextListening.map { now >= $0 } ?? true
    let own = [signals] + (isListening ? subscription.descriptor.map { [$0] } ?? [] : [])
    let hears = nextHearing == nil ? POLLIN : 0
    var descriptors =
      own.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + controlDescriptors.map {
        pollfd(fd: $0.number, events: Int16($0.hasOutput ? hears | POLLOUT : hears), revents: 0)
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
      signOfLife, delivery.deadline, book.deadline, nextHearing, glanceDeadline,
      nextListening.flatMap { now < $0 ? $0 : nil },
    ]
    .compactMap { $0 }.min()
  }

  /// Hears clients out, at most every 20 ms after they wanted something stored: however fast they ask, the card is
  /// written to no more than fifty times a second for them.
  private mutating func hear(_ now: MonotonicTime) {
    guard nextHearing == nil || isHearingDue(now), var server = control.take() else { return }
    nextHearing = nil
    server.hear { line, client in answer(line, client, now) }
    for client in server.takeGone() { forget(client, now) }
    control = consume server
    guard owesCommit else { return }
    owesCommit = false
    commit(now)
    nextHearing = now + Self.hearingPause
  }

  private func isHearingDue(_ now: MonotonicTime) -> Bool { nextHearing.map { now >= $0 } ?? false }

  private static var hearingPause: Int64 { 20 }

  /// Whoever has listened to gpsd listens again after so many milliseconds: the reports of an epoch come as a burst, and
  /// to wake for each costs more than to take them all. What is shown waits longer for an epoch.
  private static var listeningPause: Int64 { 10 }

  /// Sends what there is to tell.
  private mutating func tellClients(_ now: MonotonicTime) {
    showState()
    guard var server = control.take() else { return }
    for (line, client, manner) in outgoing { server.add(line, to: client, manner) }
    outgoing.removeAll(keepingCapacity: true)
    server.flush()
    control = consume server
  }

  private mutating func giveSignOfLife(_ now: MonotonicTime) {
    guard let interval = manager?.watchdogInterval, now - lastSignOfLife >= interval else { return }
    manager?.say("WATCHDOG=1")
    lastSignOfLife = now
  }
}

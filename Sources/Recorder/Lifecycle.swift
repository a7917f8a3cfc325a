import Delivery
import GPSClient
import LiveActivity
import Positioning
import TrackStore
import Tracking

/// How recording begins and ends, and what outlives the process.
extension RecordLoop {
  /// Restores what the store knows before anybody is told that the recorder is ready; gpsd is not waited for.
  mutating func launch() throws(StoreError) {
    let now = Clocks.monotonic()
    policy = PolicyFile.read()
    intent = try keeper.intent()
    tellUnknownAuthorization(now)
    let stored = try keeper.storedActivities()
    book = ActivityBook(settings.activities, restoring: stored.activities, nextSequence: stored.nextSequence)
    try restoreBackground()
    switch settings.role {
    case .foreground: begin(named: nil, now)
    // Whoever installed the service wants it to record, until they say otherwise.
    case .service(let autostart): if intent?.updatesStarted ?? autostart { try resume(now) }
    }
    deliver(now)
    try commitFirst()
    settleLeftovers(now)
    manager?.say("READY=1\n\(managerStatus)")
  }

  /// Begins a session of its own.
  mutating func begin(named name: String?, _ now: MonotonicTime) {
    recording.begin(named: name)
    want(updates: true)
    newestShown = recording.pipeline.newest
    deliver(now)
  }

  /// Goes on with what was recorded when the process ended, if there is something.
  private mutating func resume(_ now: MonotonicTime) throws(StoreError) {
    let decoder = subscription.decoder
    guard let session = try keeper.unfinished(numbering: { decoder.number(of: $0) }) else {
      return begin(named: nil, now)
    }
    recording.resume(session)
    want(updates: true)
  }

  /// Ends the session; nothing is wanted from gpsd any more, until somebody starts again or is attached.
  mutating func stop(_ now: MonotonicTime) {
    endTrips(now)
    recording.end(.stopped)
    want(updates: false)
    // The end may have completed a fix, which is no news any more.
    newestShown = recording.pipeline.newest
    deliver(now)
  }

  /// The terminal is gone. Without a background session what was recorded ends, and what was wanted stays; true then.
  mutating func hangUp() -> Bool {
    let now = Clocks.monotonic()
    guard background?.isHeld != true else {
      isLeftAlone = true
      announce(
        Announcement(kind: .detach, text: "the terminal is gone; recording goes on, as the background session is on"),
        now)
      return false
    }
    endTrips(now)
    recording.end(.hangup)
    return true
  }

  /// A word that a newer release stored decides nothing.
  private mutating func tellUnknownAuthorization(_ now: MonotonicTime) {
    guard let word = intent?.authorization, let unknown = StoredAuthorization(word: word).unknownWord else { return }
    announce(
      Announcement(
        kind: .authorization,
        text: "the stored authorization '\(unknown)' is not known; decide with: waylog authorization always"), now)
  }

  /// Ends the process's part in order.
  mutating func finish() throws(StoreError) {
    manager?.say("STOPPING=1")
    switch settings.role {
    case .foreground:
      if recording.isOpen {
        endTrips(Clocks.monotonic())
        recording.end(.stopped)
        // What was wanted before this recording is wanted again.
        recording.note(.intent(intent))
      }
    case .service: recording.suspend()
    }
    try commitLast()
  }

  /// There is no later: a store that refuses is asked again and again for a while, unless the owner has no patience.
  private mutating func commitLast() throws(StoreError) {
    let end = Clocks.monotonic() + Self.lastPatience
    var hasTold = false
    while !commit(Clocks.monotonic()) {
      if !hasTold {
        observer.announce(
          Announcement(kind: .storage, text: "waiting for the database, 20 s at most; another Ctrl-C gives up"))
        hasTold = true
      }
      guard Clocks.monotonic() < end, !wasSignalled(within: 500) else {
        throw .unstored(facts: recording.facts.count, reason: keeper.trouble?.reason ?? "unknown")
      }
    }
  }

  /// How long the end waits for the store, in milliseconds.
  private static var lastPatience: Int64 { 20_000 }

  /// Notes what is wanted, in the same commit as what follows from it. What a foreground recording wants ends with it.
  private mutating func want(updates isStarted: Bool) {
    guard settings.role == .foreground || intent?.updatesStarted != isStarted else { return }
    var wanted = intent ?? Intent(updatesStarted: isStarted)
    wanted.updatesStarted = isStarted
    wanted.changed = present
    if settings.role != .foreground { intent = wanted }
    recording.note(.intent(wanted))
  }

  /// Changes what is wanted beside updates, for good.
  mutating func changeIntent(_ change: (inout Intent) -> Void) {
    var wanted = intent ?? Intent(updatesStarted: settings.role.beginsUnasked)
    change(&wanted)
    wanted.changed = present
    intent = wanted
    if settings.role == .foreground, recording.isOpen { wanted.updatesStarted = true }
    recording.note(.intent(wanted))
  }
}

extension RecordLoop.Role {
  /// What a fresh store makes a service do; a foreground recording leaves it at the default.
  fileprivate var beginsUnasked: Bool {
    switch self {
    case .foreground: true
    case .service(let autostart): autostart
    }
  }
}

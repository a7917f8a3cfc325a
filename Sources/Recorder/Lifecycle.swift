import GPSClient
import Positioning
import TrackStore
import Tracking

/// How recording begins and ends, and what outlives the process.
extension RecordLoop {
  /// Restores what the store knows before anybody is told that the recorder is ready; gpsd is not waited for.
  mutating func launch() throws(StoreError) {
    intent = try keeper.intent()
    switch settings.role {
    case .foreground: begin(named: nil)
    // Whoever installed the service wants it to record, until they say otherwise.
    case .service(let autostart): if intent?.updatesStarted ?? autostart { try resume() }
    }
    try commitFirst()
    manager?.say("READY=1\n\(managerStatus)")
  }

  /// Begins a session of its own.
  mutating func begin(named name: String?) {
    recording.begin(named: name)
    want(updates: true)
    subscribe()
  }

  /// Goes on with what was recorded when the process ended, if there is something.
  private mutating func resume() throws(StoreError) {
    let decoder = subscription.decoder
    guard let session = try keeper.unfinished(numbering: { decoder.number(of: $0) }) else { return begin(named: nil) }
    recording.resume(session)
    want(updates: true)
    subscribe()
  }

  private mutating func subscribe() {
    let now = Clocks.monotonic()
    watch = LinkWatch(settings.endpoint, now: now)
    newestShown = recording.pipeline.newest
    subscription.begin(now)
  }

  /// Ends the session; nothing is wanted from gpsd any more, until somebody starts again.
  mutating func stop() {
    recording.end(.stopped)
    want(updates: false)
    subscription.end()
    watch = LinkWatch(settings.endpoint, now: Clocks.monotonic())
    // The end may have completed a fix, which is no news any more.
    newestShown = recording.pipeline.newest
  }

  /// The terminal is gone: what was recorded ends, what was wanted stays.
  mutating func hangUp() { recording.end(.hangup) }

  /// Ends the process's part in order.
  mutating func finish() throws(StoreError) {
    manager?.say("STOPPING=1")
    switch settings.role {
    case .foreground:
      if recording.isOpen {
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
    var wanted = intent ?? Intent(updatesStarted: isStarted)
    wanted.updatesStarted = isStarted
    wanted.changed = present
    guard settings.role == .foreground || intent?.updatesStarted != isStarted else { return }
    if settings.role != .foreground { intent = wanted }
    recording.note(.intent(wanted))
  }
}

import TestSupport
import Testing

@Suite("Start and stop", .serialized, .backstop)
struct StartStopTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private var intent: String { get throws { try store.text("SELECT updates_started FROM intent") } }

  @Test("stop ends the session at once, even in silence, and twice is once")
  func stop() throws {
    let gpsd = try StandInGPSD(.drive(0..<60) + .silence(30))
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("fix after")
    var first: Outcome?
    let time = try seconds { first = try place.waylog("stop") }
    let second = try place.waylog("stop")
    let idle = try place.waylog("status")
    try service.stop(by: .terminate)

    #expect(time < 1)
    #expect(first?.status == 0)
    #expect(first?.errors.contains("session 1 has ended") == true)
    #expect(first?.errors.contains("waylog: export it with: waylog export 1 -o track-1.gpx") == true)
    #expect(second.status == 0)
    #expect(second.errors == "waylog: nothing was being recorded\n")
    #expect(idle.output.hasPrefix("idle; start with: waylog start\n"))
    #expect(try store.column("SELECT end_reason FROM session_summary ORDER BY session") == ["stopped"])
    #expect(try intent == "0")
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("what was stopped stays so over a restart: gpsd is not even spoken to")
  func stopped() throws {
    _ = try place.waylog("stop")
    let gpsd = try StandInGPSD(.drive(0..<60))
    let service = try place.daemon(from: gpsd.port)
    #expect(try eventually(within: 10) { try place.waylog("status").output.hasPrefix("idle") })
    try service.stop(by: .terminate)

    #expect(gpsd.seen.connections == 0)
    #expect(try store.count("SELECT count(*) FROM session_summary") == 0)
  }

  @Test("start begins a session with a name, stored when it is answered, and twice is once")
  func start() throws {
    _ = try place.waylog("stop")
    let gpsd = try StandInGPSD(.drive(0..<60))
    let service = try place.daemon(from: gpsd.port)
    #expect(try eventually(within: 10) { try place.waylog("status").output.hasPrefix("idle") })
    let first = try place.waylog("start", "--name", "To the lake")
    #expect(try store.rows("SELECT session, name FROM session_summary") == [["1", "To the lake"]])
    #expect(try intent == "1")
    let second = try place.waylog("start", "--name", "other")
    try service.waitUntilItSays(StandInGPSD.lastWords)
    _ = try place.waylog("stop")
    _ = try place.waylog("start")
    try service.stop(by: .terminate)

    #expect(first.errors.contains("recording session 1"))
    #expect(second.status == 0)
    #expect(second.errors.contains("already recording session 1"))
    #expect(gpsd.seen.watches == 1)
    #expect(try store.column("SELECT end_reason FROM session_summary ORDER BY session") == ["stopped", "NULL"])
  }

  @Test("without a recorder what is wanted is stored, and the next one obeys")
  func withoutRecorder() throws {
    let stopped = try place.waylog("stop")
    #expect(try intent == "0")
    let started = try place.waylog("start")
    #expect(try intent == "1")
    try place.serving(.drive(0..<60), ["--autostart", "no"])

    #expect(stopped.status == 0)
    #expect(started.status == 0)
    #expect(started.errors.contains("waylog daemon"))
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
  }

  @Test("what is wanted is stored before gpsd is there, and outlives a service that never reached it")
  func unreached() throws {
    let service = try place.daemon(from: try Loopback.freePort())
    try service.waitUntilItSays("cannot be reached")
    #expect(try intent == "1")
    service.kill()
    #expect(try intent == "1")
    try place.serving(.drive(0..<60), ["--autostart", "no"])

    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.text("SELECT time FROM last_fix") == "2026-05-01T06:00:59.000Z")
  }

  @Test("stop without a recorder ends the session that one left open")
  func leftOpen() throws {
    try place.serving(.drive(0..<60))
    _ = try place.waylog("stop")

    #expect(
      try store.rows("SELECT end_reason, ended FROM session_summary") == [["shutdown", "2026-05-01T06:00:59.000Z"]])
  }

  @Test("without autostart a fresh service waits to be asked")
  func noAutostart() throws {
    let gpsd = try StandInGPSD(.drive(0..<60))
    let service = try place.daemon(from: gpsd.port, ["--autostart", "no"])
    #expect(try eventually(within: 10) { try place.waylog("status").output.hasPrefix("idle") })
    _ = try place.waylog("start")
    try service.waitUntilItSays(StandInGPSD.lastWords)
    try service.stop(by: .terminate)

    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
  }

  @Test("stop ends a foreground recording too")
  func foreground() throws {
    let gpsd = try StandInGPSD(.drive(0..<60) + .silence(30))
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays("fix after")
    let stopped = try place.waylog("stop")
    let outcome = try recorder.wait(within: 5)

    #expect(stopped.errors.contains("session 1 has ended"))
    #expect(outcome.status == 0)
    #expect(try store.column("SELECT end_reason FROM session_summary ORDER BY session") == ["stopped"])
  }

  @Test("a foreground recording wants updates while it lasts, and leaves what was wanted before")
  func foregroundIntent() throws {
    let gpsd = try StandInGPSD(.silence(30))
    var recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays("connected")
    #expect(try intent == "1")
    try recorder.stop()
    #expect(try store.count("SELECT count(*) FROM intent") == 0)

    let another = try StandInGPSD(.silence(30))
    recorder = try place.record(from: another.port)
    try recorder.waitUntilItSays("connected")
    let hungUp = try recorder.stop(by: .hangUp)
    #expect(hungUp.status == 0)
    #expect(try intent == "1")
    #expect(try store.column("SELECT end_reason FROM session_summary ORDER BY session") == ["stopped", "hangup"])
  }
}

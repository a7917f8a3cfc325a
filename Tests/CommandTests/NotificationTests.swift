import TestSupport
import Testing

@Suite("A service manager", .serialized, .backstop)
struct NotificationTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("is told when the service is ready, before gpsd is there, and when it ends")
  func ready() throws {
    let manager = try StandInManager(at: place.path("notify"))
    let service = try place.daemon(
      from: try Loopback.freePort(), environment: ["NOTIFY_SOCKET": place.path("notify")])
    #expect(eventually(within: 10) { manager.said.contains("READY=1") })
    #expect(eventually(within: 10) { manager.said.contains("STATUS=gpsd cannot be reached") })
    try service.stop(by: .terminate)

    #expect(manager.said.last == "STOPPING=1")
  }

  @Test("is told so once the session and the background session of the process before are back")
  func restored() throws {
    let killed = try place.daemon(from: try Loopback.freePort())
    try killed.waitUntilItSays("cannot be reached")
    killed.kill()
    let manager = try StandInManager(at: place.path("notify"))
    let service = try place.daemon(
      from: try Loopback.freePort(), environment: ["NOTIFY_SOCKET": place.path("notify")])
    #expect(eventually(within: 10) { manager.said.contains("READY=1") })
    let background = try place.store.rows("SELECT rejoined IS NOT NULL, invalidated FROM background_session")
    let status = try place.waylog("status", "--json")
    try service.stop(by: .terminate)

    #expect(background == [["1", "NULL"]])
    #expect(status.output.contains(#""state":"recording""#))
    #expect(try place.store.count("SELECT count(*) FROM session_summary") == 1)
  }

  @Test("hears a sign of life more often than it waits for one")
  func watchdog() throws {
    let manager = try StandInManager(at: place.path("notify"))
    let service = try place.daemon(
      from: try Loopback.freePort(),
      environment: ["NOTIFY_SOCKET": place.path("notify"), "WATCHDOG_USEC": "400000"])
    #expect(eventually(within: 10) { manager.said.count { $0 == "WATCHDOG=1" } >= 5 })
    try service.stop(by: .terminate)
  }

  @Test("that watches another process is left alone")
  func otherWatchdog() throws {
    let manager = try StandInManager(at: place.path("notify"))
    let service = try place.daemon(
      from: try Loopback.freePort(),
      environment: ["NOTIFY_SOCKET": place.path("notify"), "WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"])
    #expect(eventually(within: 10) { manager.said.contains("READY=1") })
    #expect(!eventually(within: 1) { manager.said.contains("WATCHDOG=1") })
    try service.stop(by: .terminate)
  }

  @Test("is told why a service cannot start")
  func failure() throws {
    let manager = try StandInManager(at: place.path("notify"))
    _ = try place.file("tracks.db", "not a database, but a letter that nobody may touch")
    let outcome = try place.run(
      Program.waylog, ["daemon", "-d", place.store.path], environment: ["NOTIFY_SOCKET": place.path("notify")])

    #expect(outcome.status == 65)
    #expect(manager.said.contains("EXIT_STATUS=65"))
    #expect(!manager.said.contains("READY=1"))
  }
}

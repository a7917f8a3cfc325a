import TestSupport
import Testing

@Suite("The service", .serialized, .backstop)
struct ServiceTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("records a fresh database at once, and leaves the session to go on when it is ended")
  func suspended() throws {
    let outcome = try place.serving(.drive(0..<60))

    #expect(outcome.status == 0)
    #expect(try store.rows("SELECT session, ended, end_reason FROM session_summary") == [["1", "NULL", "NULL"]])
    #expect(try store.text("SELECT time FROM last_fix") == "2026-05-01T06:00:59.000Z")
    #expect(try store.text("SELECT updates_started FROM intent") == "1")
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("goes on with the same session after it was ended or killed", arguments: [Signal.terminate, .kill])
  func resumed(_ end: Signal) throws {
    try place.serving(.drive(0..<60), ["--commit", "0.1"], endedBy: end)
    let before = try store.rows("SELECT seq, unix_ms, latitude FROM fix WHERE kept_because <> 'tip'")
    let updates = try store.count("SELECT updates FROM session_summary")
    let outcome = try place.serving(.drive(100..<160))

    #expect(outcome.errors.contains("session 1 goes on, 4"))
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.column("SELECT reason FROM gap") == ["restart"])
    #expect(try store.text("SELECT to_time FROM gap") == "2026-05-01T06:01:40.000Z")
    #expect(try store.column("SELECT DISTINCT segment FROM fix") == ["1", "2"])
    let after = try store.rows("SELECT seq, unix_ms, latitude FROM fix")
    #expect(before.allSatisfy { after.contains($0) })
    #expect(try store.count("SELECT count(*) - count(DISTINCT unix_ms) FROM fix") == 0)
    #expect(try store.count("SELECT count(*) FROM fix WHERE kept_because = 'tip'") == 1)
    // Killed, it may have waited for the rest of its last epoch.
    #expect((updates + 59...updates + 60).contains(try store.count("SELECT updates FROM session_summary")))
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.count("SELECT count(*) FROM leg WHERE id NOT IN (SELECT id FROM leg_box)") == 1)
  }

  @Test("begins another session where the hole is too long, and says how the old one ended")
  func tooLong() throws {
    try place.serving(.drive(0..<60))
    try place.serving(.drive(4_000..<4_060), endedBy: .kill)
    try place.serving(.drive(8_000..<8_060), ["--commit", "0.1"], endedBy: .kill)
    _ = try place.run("sqlite3", [store.path, "UPDATE session SET boot_id = 'another' WHERE end_reason IS NULL"])
    try place.serving(.drive(12_000..<12_060))

    #expect(
      try store.column("SELECT end_reason FROM session_summary ORDER BY session") == [
        "shutdown", "crash", "power-loss", "NULL",
      ])
    #expect(try store.text("SELECT ended FROM session_summary WHERE session = 1") == "2026-05-01T06:00:59.000Z")
    #expect(try store.count("SELECT count(*) FROM gap") == 0)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.column("SELECT count FROM ledger WHERE disposition = 'received' AND session = 4") == ["60"])
  }

  @Test("takes as long a hole for one session as it is told to")
  func sessionGap() throws {
    try place.serving(.drive(0..<60), ["--session-gap", "10"])
    try place.serving(.drive(65..<120), ["--session-gap", "10"])
    try place.serving(.drive(130..<180), ["--session-gap", "10"])

    #expect(try store.count("SELECT count(*) FROM session_summary") == 2)
  }

  @Test("waits for the first fix before it decides whether a session goes on, and counts what came before to it")
  func waiting() throws {
    try place.serving(.drive(0..<60))
    let gpsd = try StandInGPSD(.noFix(5) + .silence(2) + .noFix(5) + .drive(100..<130))
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("waiting for a fix")
    let waiting = try place.waylog("status")
    let asJSON = try place.waylog("status", "--json")
    let refused = try place.waylog("mark")
    try service.waitUntilItSays(StandInGPSD.lastWords)
    try service.stop(by: .terminate)

    #expect(waiting.output.contains("waiting for the first fix, which decides whether session 1 goes on"))
    #expect(asJSON.output.contains(#""state":"waiting""#))
    #expect(refused.status == 1)
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.ledger("rejected:no-fix") == 10)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("goes on with a session that has no fix yet, however long that takes")
  func withoutFix() throws {
    for _ in 1...3 { try place.serving(.noFix(20)) }
    try place.serving(.noFix(20) + .drive(0..<30))

    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.ledger("rejected:no-fix") == 80)
    #expect(try store.text("SELECT started FROM session_summary") == "2026-05-01T06:00:00.000Z")
    #expect(try store.count("SELECT count(*) FROM gap") == 0)
  }

  @Test("goes on with a rest, without a second arrival")
  func rest() throws {
    try place.serving(.drive(0..<60) + .standing(60..<400, after: 60))
    try place.serving(.standing(900..<1_300, after: 60))

    #expect(try store.count("SELECT count(*) FROM rest") == 1)
    #expect(try store.text("SELECT departure FROM rest") == "NULL")
    #expect(try store.text("SELECT arrival_ms < 1777615265000 FROM rest") == "1")
    #expect(try store.column("SELECT reason FROM gap") == ["restart"])
  }

  @Test("begins another session where the receiver's clock is behind the old one")
  func clockBehind() throws {
    try place.serving(.drive(86_400..<86_460))
    let outcome = try place.serving(.drive(0..<60))

    #expect(outcome.errors.contains("another session begins"))
    #expect(try store.column("SELECT end_reason FROM session_summary ORDER BY session") == ["shutdown", "NULL"])
    #expect(try store.ledger("received") >= 59)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("is refused a database that somebody records into, and says who")
  func twice() throws {
    let gpsd = try StandInGPSD(.silence(30))
    let first = try place.daemon(from: gpsd.port)
    try first.waitUntilItSays("connected")
    let second = try place.daemon(from: gpsd.port).wait()
    let third = try place.record(from: gpsd.port).wait()

    #expect(second.status == 75)
    #expect(second.errors.contains("process \(first.pid) records into it"))
    #expect(third.status == 75)
    try first.stop(by: .terminate)
  }
}

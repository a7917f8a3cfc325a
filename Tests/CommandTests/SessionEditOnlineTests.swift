import TestSupport
import Testing

@Suite("Editing sessions beside a recorder", .serialized, .backstop)
struct SessionEditOnlineTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("what is recorded can be renamed and noted about, and neither split, joined nor deleted")
  func running() throws {
    try place.recording(.drive(0..<60))
    let gpsd = try StandInGPSD(.drive(100..<160) + .silence(30))
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("fix after")
    #expect(try place.waylog("sessions", "rename", "2", "now").status == 0)
    #expect(try place.waylog("sessions", "note", "2", "still going").status == 0)
    #expect(try place.waylog("sessions", "rename", "1", "then").status == 0)
    for words in [["split", "2", "2026-05-01T06:02:10Z"], ["join", "1", "2"], ["delete", "2", "--yes"]] {
      let outcome = try place.run(Program.waylog, ["sessions"] + words + ["-d", store.path])
      #expect(outcome.status == 75, "\(words): \(outcome.errors)")
      #expect(outcome.errors == "waylog: session 2 has not ended\n  end it first with: waylog stop\n", "\(words)")
    }
    try service.stop(by: .terminate)
    // Nobody records it now, but it goes on with the next recorder.
    #expect(try place.waylog("sessions", "delete", "2", "--yes").status == 75)

    #expect(
      try store.rows("SELECT name, note FROM session_summary ORDER BY session") == [
        ["then", "NULL"], ["now", "still going"],
      ])
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("sessions are split, joined and deleted while another is recorded, which misses nothing")
  func beside() throws {
    let json = try place.run(Program.simulator, ["--json", "--repeat", "6"]).output
    try place.importing(try place.file("drive.json", json), ["--keep-all", "--no-pause"])
    let gpsd = try StandInGPSD(Feed.drive(86_400..<89_400).paced(), rate: 500)
    let recorder = try place.record(from: gpsd.port, ["--commit", "0.1"])
    try recorder.waitUntilItSays("fix after")
    let middle = try store.text("SELECT time FROM fix WHERE session = 1 AND seq = 1000")
    for words in [
      ["split", "1", middle], ["join", "1", "3"], ["split", "1", middle], ["delete", "1", "3", "--yes"],
    ] {
      let outcome = try place.run(Program.waylog, ["sessions"] + words + ["-d", store.path])
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    }
    #expect(recorder.isRunning)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    try recorder.stop()

    #expect(try store.column("SELECT id FROM session") == ["2"])
    #expect(try store.ledger("received") == 3_000)
    #expect(try store.count("SELECT count(*) FROM gap") == 0)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.rows("PRAGMA integrity_check; PRAGMA foreign_key_check") == [["ok"]])
  }
}

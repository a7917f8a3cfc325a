import TestSupport
import Testing

@Suite("waylog salvage", .backstop)
struct SalvageCommandTests {
  private let place: Workplace
  private var new: Store { Store(path: place.path("new.db")) }

  init() throws {
    place = try Workplace()
    try place.importing(Cases.path("05-ten-hertz/feed.json"), ["--keep-all", "--name", "ten a second"])
  }

  /// Writes over pages of 1 KiB, counted from 1.
  private func destroy(_ pages: some Sequence<Int>) throws {
    var bytes = place.bytes(place.store.path)
    for page in pages { for index in 0..<1024 { bytes[(page - 1) * 1024 + index] = 0xaa } }
    _ = try place.file("tracks.db", bytes)
  }

  @Test("a whole database comes out as it went in")
  func whole() throws {
    let outcome = try place.waylog("salvage", "-o", new.path)

    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("rescued 200 fixes of 1 session into"))
    #expect(outcome.errors.contains("unreadable: 0 of "))
    for view in ["session_summary", "fix", "ledger", "event"] {
      #expect(try new.rows("SELECT * FROM \(view)") == place.store.rows("SELECT * FROM \(view)"))
    }
    #expect(try place.run("stat", ["-c", "%a", new.path]).output == "600\n")
  }

  @Test("a damaged one gives what it has left, says what is missing and where nothing of a place")
  func damaged() throws {
    let fixes = try place.store.rows("SELECT * FROM fix")
    let page = try place.store.column("SELECT pageno FROM dbstat WHERE name = 'fix_row' AND pagetype = 'leaf'")[3]
    try destroy([1, try #require(Int(page))])
    #expect(try place.waylog("sessions").status == 65)
    let outcome = try place.run(Program.waylog, ["salvage", place.store.path, "-o", new.path])
    let rescued = try new.rows("SELECT session, seq FROM fix")

    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("unreadable: 2 of "))
    #expect(outcome.errors.contains("missing: \(fixes.count - rescued.count) fixes in 1 place\n"))
    #expect(!outcome.errors.contains("47.1") && !outcome.errors.contains("\r"))
    #expect(rescued.count > 180)
    #expect(try new.text("PRAGMA integrity_check") == "ok")
    #expect(try new.sessionsWhoseLedgerIsWrong() == [])
    let export = try place.run(Program.waylog, ["export", "-f", "csv", "-d", new.path])
    #expect(export.lines.count - 1 == rescued.count)
    let late = ["export", "-f", "csv", "--from", "2026-05-01T06:00:19Z", "-d", new.path]
    #expect(try place.run(Program.waylog, late).lines.count - 1 == 10)
    #expect(place.files.filter { $0.hasPrefix("new.db") } == ["new.db"])
  }

  @Test("where nothing can be rescued it says so and leaves nothing", arguments: [0, 19, 50_000])
  func nothing(size: Int) throws {
    let path = try place.file("junk.db", Array(repeating: UInt8(ascii: "j"), count: size))
    let outcome = try place.run(Program.waylog, ["salvage", path, "-o", new.path])

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("waylog: nothing rescued from"))
    #expect(outcome.errors.occurrences(of: "\n") == 2)
    #expect(!place.files.contains { $0.hasPrefix("new.db") })
  }

  @Test("other files are refused: another program's, one that is missing")
  func refused() throws {
    _ = try place.run("sqlite3", [place.path("other.db"), "CREATE TABLE t(x)"])
    let other = try place.run(Program.waylog, ["salvage", place.path("other.db"), "-o", new.path])
    let missing = try place.run(Program.waylog, ["salvage", place.path("missing.db"), "-o", new.path])

    #expect([other.status, missing.status] == [65, 66])
    #expect(!place.files.contains { $0.hasPrefix("new.db") })
  }

  @Test("no file is written over", arguments: ["tracks.db", "there.db"])
  func existing(name: String) throws {
    _ = try place.file("there.db", "mine")
    let before = place.bytes(place.path(name))
    let outcome = try place.waylog("salvage", "-o", place.path(name))

    #expect(outcome.status == 73)
    #expect(place.bytes(place.path(name)) == before)
  }

  @Test("while it is recorded into it is left alone")
  func recorder() throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")
    let outcome = try place.waylog("salvage", "-o", new.path)
    try recorder.stop()

    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("process \(recorder.pid)"))
  }
}

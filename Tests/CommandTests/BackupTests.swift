import TestSupport
import Testing

@Suite("waylog backup", .backstop)
struct BackupTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func importing() throws { try place.importing(Cases.path("05-ten-hertz/feed.json"), ["--keep-all"]) }

  @Test("copies made while recording are whole databases of one moment each, and the recording goes on")
  func recording() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("39-time-range-export/hour.csv")), rate: 400)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--commit", "0.1"])
    try recorder.waitUntilItSays("fix after")
    var counts: [Int] = []
    for number in 1...8 {
      let copy = Store(path: place.path("copy-\(number).db"))
      #expect(try place.waylog("backup", "-o", copy.path).status == 0)
      #expect(try copy.text("PRAGMA integrity_check") == "ok")
      #expect(try copy.sessionsWhoseLedgerIsWrong() == [])
      counts.append(try copy.count("SELECT count(*) FROM fix"))
    }
    let outcome = try recorder.stop()

    #expect(counts == counts.sorted())
    #expect(Set(counts).count > 2)
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains("busy"))
    #expect(try place.store.count("SELECT count(*) FROM fix") > counts[7])
  }

  @Test("the copy is one file of its owner's, says all that the database says, and can be recorded into")
  func copy() throws {
    try importing()
    let copy = Store(path: place.path("copy.db"))
    let outcome = try place.waylog("backup", "-o", copy.path)

    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(place.files.filter { $0.hasPrefix("copy.db") } == ["copy.db"])
    #expect(try place.run("stat", ["-c", "%a", copy.path]).output == "600\n")
    #expect(try copy.text("PRAGMA journal_mode") == "delete")
    for table in ["session_summary", "fix", "ledger", "event", "leg_box", "imported"] {
      #expect(try copy.rows("SELECT * FROM \(table)") == place.store.rows("SELECT * FROM \(table)"))
    }
    let other = try place.run(
      Program.waylog, ["import", Cases.path("16-null-island/equator.json"), "-d", copy.path])
    #expect(other.status == 0)
    #expect(try copy.count("SELECT count(*) FROM session_summary") == 2)
  }

  @Test("without a name it has one that says when, and tells it")
  func defaultName() throws {
    try importing()
    let words = ["-c", #"cd "$1" && exec "$0" backup -d "$2""#, Program.waylog, place.folder, place.store.path]
    let outcome = try place.run("/bin/sh", words)
    let name = try #require(place.files.first { $0.hasPrefix("waylog-") })

    #expect(name.firstMatch(of: /^waylog-20[0-9]{6}T[0-9]{6}Z\.db$/) != nil)
    #expect(outcome.errors.contains("'\(name)'"))
  }

  @Test("it streams to another program, or into a pipe by name")
  func streams() throws {
    try importing()
    let words = ["-c", #""$0" backup -o - -d "$1" | cat > "$2""#, Program.waylog, place.store.path]
    #expect(try place.run("/bin/sh", words + [place.path("streamed.db")]).status == 0)
    let pipe = place.path("pipe")
    _ = try place.run("mkfifo", [pipe])
    let reader = try place.start("/bin/sh", ["-c", #"cat "$0" > "$1""#, pipe, place.path("piped.db")])
    #expect(try place.waylog("backup", "-o", pipe).status == 0)
    try reader.wait(within: 5)

    for name in ["streamed.db", "piped.db"] {
      let copy = Store(path: place.path(name))
      #expect(try copy.text("PRAGMA integrity_check") == "ok")
      #expect(try copy.rows("SELECT * FROM fix") == place.store.rows("SELECT * FROM fix"))
    }
  }

  @Test("what is streamed leaves nothing behind")
  func temporaryFile() throws {
    try importing()
    let outcome = try place.run(
      "/bin/sh", ["-c", #""$0" backup -o - -d "$1" | wc -c; ls "$TMPDIR""#, Program.waylog, place.store.path],
      environment: ["TMPDIR": try folder("temporary")])

    #expect(outcome.lines.count == 1)
    #expect(outcome.errors == "")
  }

  private func folder(_ name: String) throws -> String {
    _ = try place.run("mkdir", [place.path(name)])
    return place.path(name)
  }

  @Test("a terminal is not filled with it")
  func terminal() throws {
    try importing()
    let outcome = try place.run(
      "script", ["-qec", "\(Program.waylog) backup -o - -d \(place.store.path)", "/dev/null"])

    #expect(outcome.status == 64)
    #expect(outcome.output.contains("will not fill the terminal with a database"))
  }

  @Test("the database and what belongs to it are never replaced", arguments: ["tracks.db", "tracks.db-wal", "link"])
  func database(name: String) throws {
    try importing()
    _ = try place.run("ln", ["-s", place.store.path, place.path("link")])
    let before = place.bytes(place.store.path)
    let outcome = try place.waylog("backup", "-o", place.path(name))

    #expect(outcome.status == 64)
    #expect(outcome.errors.occurrences(of: "\n") == 2)
    #expect(place.bytes(place.store.path) == before)
    #expect(try place.store.text("PRAGMA integrity_check") == "ok")
  }

  @Test("it is not put where another database's log lies, which would be taken for its own")
  func foreignLog() throws {
    try importing()
    _ = try place.file("copy.db-wal", "frames of another database")
    let outcome = try place.waylog("backup", "-o", place.path("copy.db"))

    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("copy.db-wal"))
    #expect(!place.files.contains("copy.db"))
  }

  @Test("a former copy is replaced in one step; a failed attempt leaves it as it is")
  func failure() throws {
    try importing()
    let copy = try place.file("copy.db", "former")
    let limit = ["-c", #"ulimit -f 8; exec "$0" backup -o "$1" -d "$2""#, Program.waylog, copy, place.store.path]
    let failed = try place.run("bash", limit)
    #expect(failed.status != 0)
    #expect(place.bytes(copy) == Array("former".utf8))
    #expect(try place.waylog("backup", "-o", copy).status == 0)

    #expect(try Store(path: copy).text("PRAGMA integrity_check") == "ok")
    #expect(try place.waylog("backup", "-o", place.path("nowhere/copy.db")).status == 73)
  }
}

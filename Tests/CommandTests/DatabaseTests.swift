import Foundation
import TestSupport
import Testing

@Suite("Databases that cannot be used", .backstop)
struct DatabaseTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Commands that want the database, those that write first.
  private static let commands = [
    ["record", "127.0.0.1:1", "--seconds", "1"], ["import", Cases.path("27-altitude-datums/feed.json")], ["mark", "x"],
    ["sessions"], ["status"], ["export"], ["backup", "-o", "/dev/null"], ["compact"],
  ]

  private func expectRefusal(
    _ words: [String], _ status: Int32, _ reason: String, under wrapper: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = place.bytes(place.store.path)
    let all = wrapper + [Program.waylog] + words + ["--database", place.store.path]
    let outcome = try place.run(all[0], Array(all.dropFirst()))

    #expect(outcome.status == status, "\(words): \(outcome.errors)", sourceLocation: sourceLocation)
    #expect(outcome.errors.hasPrefix("waylog: "), sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect((1...2).contains(outcome.errors.occurrences(of: "\n")), sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    #expect(place.bytes(place.store.path) == before, sourceLocation: sourceLocation)
    let extra = place.files.filter { $0.hasPrefix("tracks.db-") }
    #expect(extra == [], sourceLocation: sourceLocation)
  }

  @Test("a text file is refused and left alone", arguments: commands)
  func textFile(_ words: [String]) throws {
    _ = try place.file("tracks.db", String(repeating: "my tracks, by hand\n", count: 50))

    try expectRefusal(words, 65, "it is not a waylog database")
  }

  @Test("another program's SQLite file is refused and left alone", arguments: commands)
  func foreignFile(_ words: [String]) throws {
    _ = try place.run("sqlite3", [place.store.path, "CREATE TABLE bookmark(url); INSERT INTO bookmark VALUES('x');"])

    try expectRefusal(words, 65, "it is not a waylog database")
  }

  @Test("a newer waylog's file is refused and left alone", arguments: commands)
  func newerFile(_ words: [String]) throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"))
    let sql = "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; PRAGMA user_version = 99;"
    _ = try place.run("sqlite3", [place.store.path, sql])

    try expectRefusal(words, 65, "a newer waylog made it (layout 99)")
  }

  @Test("a file that is somebody else's is refused and left alone", .enabled(if: getuid() == 0), arguments: commands)
  func unreadableFile(_ words: [String]) throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"))
    _ = try place.run("sqlite3", [place.store.path, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;"])

    try expectRefusal(words, 77, "Permission denied", under: Self.nobody)
  }

  @Test("a file that may only be read is not written", .enabled(if: getuid() == 0), arguments: commands.prefix(3))
  func readOnlyFile(_ words: [String]) throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"))
    _ = try place.run("sqlite3", [place.store.path, "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;"])
    chmod(place.store.path, 0o644)

    try expectRefusal(words, 77, "cannot", under: Self.nobody)
  }

  private static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

  @Test("a folder that is missing is not made", arguments: commands.prefix(2))
  func missingFolder(_ words: [String]) throws {
    let outcome = try place.run(Program.waylog, words + ["--database", place.path("nowhere/tracks.db")])

    #expect(outcome.status == 73)
    #expect(outcome.errors.contains("its folder does not exist"))
    #expect(!place.files.contains("nowhere"))
  }

  @Test("a missing file is no place to read from, and is not made", arguments: commands.dropFirst(3))
  func missingFile(_ words: [String]) throws {
    let outcome = try place.run(Program.waylog, words + ["--database", place.store.path])

    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("there is nothing recorded yet"))
    #expect(!place.files.contains("tracks.db"))
  }

  @Test("two writers are one too many; the first goes on")
  func locked() throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")
    for words in Self.commands.prefix(2) {
      let outcome = try place.run(Program.waylog, words + ["--database", place.store.path])
      #expect(outcome.status == 75)
      #expect(outcome.errors.contains("process \(recorder.pid) records into it"))
    }

    #expect(try recorder.stop().status == 0)
    #expect(try place.store.count("SELECT count(*) FROM session_summary") == 1)
  }
}

import TestSupport
import Testing

@Suite("waylog compact", .backstop)
struct CompactTests {
  private let place: Workplace

  /// A database of two drives.
  init() throws {
    place = try Workplace()
    for seed in 1...2 {
      let drive = try place.run(Program.simulator, ["--json", "--seed", "\(seed)"]).output
      try place.importing(try place.file("drive-\(seed).json", drive), ["--keep-all"])
    }
  }

  private func everything() throws -> [[[String]]] {
    try ["session_summary", "fix", "rest", "gap", "ledger", "event", "leg", "leg_box"].map {
      try place.store.rows("SELECT * FROM \($0)")
    }
  }

  @Test("what was deleted goes back to the disk, all else stays as it is")
  func space() throws {
    let sql = "PRAGMA foreign_keys = OFF; DELETE FROM fix_row WHERE session = 1; PRAGMA wal_checkpoint(TRUNCATE);"
    _ = try place.run("sqlite3", [place.store.path, sql])
    let (before, size) = (try everything(), place.bytes(place.store.path).count)
    let outcome = try place.waylog("compact")
    // Reading would make the log anew.
    #expect(place.files.contains("tracks.db-wal"))

    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    let sizes = try #require(outcome.errors.firstMatch(of: /([0-9.]+ .B) before, ([0-9.]+ .B) after/))
    #expect(sizes.1 != sizes.2)
    #expect(place.bytes(place.store.path).count < size * 3 / 4)
    #expect(try everything() == before)
    #expect(
      try place.store.rows("PRAGMA integrity_check; PRAGMA page_size; PRAGMA journal_mode") == [
        ["ok"], ["1024"], ["wal"],
      ])
    #expect(place.bytes(place.path("tracks.db-wal")).isEmpty)
    #expect(!place.files.contains { $0.hasPrefix("etilqs") })
  }

  @Test("while a recorder is at work it is refused, with the recorder's number")
  func recorder() throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")
    let outcome = try place.waylog("compact")
    let ended = try recorder.stop()

    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("process \(recorder.pid) records into it"))
    #expect(ended.status == 0)
  }

  @Test(
    "wherever it is killed, nothing is lost, and the next attempt succeeds",
    .enabled(if: Program.isInstalled("strace")), arguments: [1, 10, 100, 400, 550, 700])
  func killed(write: Int) throws {
    let before = try everything()
    let trace = ["-f", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", "inject=pwrite64:signal=SIGKILL:when=\(write)"]
    let killed = try place.run("strace", trace + [Program.waylog, "compact", "-d", place.store.path])

    #expect(killed.status == 128 + 9)
    #expect(try place.store.text("PRAGMA integrity_check") == "ok")
    #expect(try everything() == before)
    #expect(try place.waylog("compact").status == 0)
    #expect(try everything() == before)
  }

  @Test("where the disk has no room for it, nothing is begun", .enabled(if: SmallDisk.canBeMade))
  func room() throws {
    let outcome = try place.run(
      "unshare",
      SmallDisk.words + [
        #"mkdir "$1" && mount -t tmpfs -o size=500k none "$1" && cp "$2" "$1/small.db" && exec "$0" compact -d "$1/small.db""#,
        Program.waylog, place.path("disk"), place.store.path,
      ])

    #expect(outcome.status == 74, "\(outcome.errors)")
    #expect(outcome.errors.contains("are needed in its folder and"))
    #expect(outcome.errors.contains("waylog backup"))
  }
}

/// A disk that only one program sees.
private enum SmallDisk {
  static let words = ["-Urm", "/bin/sh", "-c"]

  static var canBeMade: Bool {
    let outcome = try? Workplace().run("unshare", words + ["mount -t tmpfs -o size=1m none /mnt"])
    return outcome?.status == 0
  }
}

import TestSupport
import Testing

@Suite("Splitting, joining and deleting sessions", .backstop)
struct SessionEditTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  /// A drive with eight rests and a hole, in a session of its own.
  private func drive(_ seed: Int, _ options: [String] = []) throws {
    let json = try place.run(Program.simulator, ["--json", "--seed", "\(seed)"]).output
    try place.importing(try place.file("drive-\(seed).json", json), options)
  }

  @discardableResult
  private func sessions(_ words: String...) throws -> Outcome {
    let outcome = try place.run(Program.waylog, ["sessions"] + words + ["--database", store.path])
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return outcome
  }

  /// What must be the same whether it is one session or two.
  private func whole() throws -> [[[String]]] {
    try [
      "SELECT unix_ms, device, latitude, longitude, altitude_msl_m, speed_mps, stationary FROM fix ORDER BY unix_ms",
      "SELECT arrival_ms, departure_ms, detected_ms, seen_ms, latitude, radius_m, fixes FROM rest ORDER BY arrival_ms",
      "SELECT disposition, sum(count) FROM ledger GROUP BY disposition",
      "SELECT time, text FROM mark ORDER BY time",
      "SELECT count(*) FROM event",
      "SELECT sum(updates), min(started_ms), max(ended_ms) FROM session_summary",
    ].map { try store.rows($0) }
  }

  private func expectSoundStore(_ comment: Comment) throws {
    #expect(try store.rows("PRAGMA integrity_check; PRAGMA foreign_key_check") == [["ok"]], comment)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [], comment)
    let wrong = """
      SELECT session FROM session_summary s WHERE abs(moving_s - (
          SELECT total(to_ms - from_ms) / 1e3 FROM leg WHERE leg.session = s.session)) > 0.0005
        OR moving_s < 0 OR fixes <> (SELECT count(*) FROM fix f WHERE f.session = s.session)
        OR (SELECT count(*) FROM fix f WHERE f.session = s.session) <> (SELECT max(seq) FROM fix f WHERE f.session = s.session)
        OR 1 <> (SELECT min(segment) FROM fix f WHERE f.session = s.session)
      UNION SELECT session FROM leg WHERE id NOT IN (SELECT id FROM leg_box) OR last_seq < first_seq OR NOT EXISTS (
        SELECT 1 FROM fix f WHERE f.session = leg.session AND f.seq = leg.last_seq)
      UNION SELECT id FROM leg_box WHERE id NOT IN (SELECT id FROM leg)
      UNION SELECT g.session FROM gap g JOIN session_summary s USING (session)
        WHERE from_ms < started_ms OR to_ms > ended_ms
      """
    #expect(try store.column(wrong) == [], comment)
  }

  @Test("wherever it is split, both parts are whole sessions, and joined they are what it was", arguments: 1...3)
  func splitAndJoin(seed: Int) throws {
    try drive(seed, seed == 2 ? ["--keep-all"] : [])
    let fixes = try store.rows("SELECT segment, seq, unix_ms, latitude, kept_because FROM fix")
    let (before, totals) = (try whole(), try totals())
    let gaps = try store.rows("SELECT from_ms, to_ms, reason, distance_mm FROM gap_row")
    var generator = SeededGenerator(seed: UInt64(seed))
    let span = try store.rows("SELECT started_ms, ended_ms FROM session_summary")[0].compactMap(Int.init)
    let moments = (0..<6).map { _ in Int.random(in: span[0] + 10_000...span[1] - 240_000, using: &generator) }
    let hole = try store.count("SELECT (from_ms + to_ms) / 2 FROM gap LIMIT 1")
    for moment in moments + [hole] {
      let time = try store.text("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', \(moment) / 1e3, 'unixepoch')")
      try sessions("split", "1", time)
      let comment: Comment = "seed \(seed), split at \(time)"
      try expectSoundStore(comment)
      #expect(try whole() == before, comment)
      #expect(try store.count("SELECT count(*) FROM session_summary") == 2, comment)
      #expect(
        try store.text("SELECT min(unix_ms) >= \(moment) FROM fix WHERE session = 2") == "1"
          && store.text("SELECT ended_ms <= \(moment) FROM session_summary WHERE session = 1") == "1"
          || store.text("SELECT count(*) FROM rest WHERE session = 1 AND departure_ms >= \(moment)") == "1", comment)

      try sessions("join", "2", "1")
      try expectSoundStore(comment)
      #expect(try whole() == before, comment)
      #expect(try store.rows("SELECT segment, seq, unix_ms, latitude, kept_because FROM fix") == fixes, comment)
      #expect(try store.rows("SELECT from_ms, to_ms, reason, distance_mm FROM gap_row") == gaps, comment)
      for (now, then) in zip(try self.totals(), totals) { #expect(abs(now - then) < 0.02, comment) }
    }
  }

  /// Times and distance of everything.
  private func totals() throws -> [Double] {
    try store.rows(
      "SELECT sum(duration_s), sum(moving_s), sum(rest_s), sum(gap_s), sum(distance_m) FROM session_summary")[0]
      .compactMap(Double.init)
  }

  @Test("sessions that were never one are joined by a gap, and what lies between is no movement")
  func gap() throws {
    try place.recording(.drive(0..<60))
    try place.recording(.drive(200..<260))
    let former = try totals()
    try sessions("join", "1", "2")

    try expectSoundStore("joined")
    #expect(try store.rows("SELECT reason, duration_s FROM gap") == [["restart", "141.0"]])
    #expect(try store.rows("SELECT DISTINCT segment FROM fix") == [["1"], ["2"]])
    let now = try totals()
    #expect(abs(now[0] - former[0] - 141) < 0.001)
    #expect(now[1] == former[1] && now[4] == former[4])
    #expect(try store.column("SELECT count FROM ledger WHERE disposition = 'received'") == ["120"])
  }

  @Test("what cannot be done is refused with what to do instead, and changes nothing")
  func refusals() throws {
    for seed in 1...3 { try drive(seed) }
    _ = try place.run(
      "sqlite3",
      [
        store.path,
        """
        UPDATE session SET started_ms = started_ms + (id - 1) * 86400000, ended_ms = ended_ms + (id - 1) * 86400000;
        UPDATE session SET origin = 'record' WHERE id = 3
        """,
      ])
    let before = try store.rows("SELECT * FROM session")
    for (words, status, why) in [
      (["split", "1", "2020-01-01"], 1, "nothing of it lies on one of the sides"),
      (["split", "1", "2030-01-01"], 1, "nothing of it lies on one of the sides"),
      (["split", "1", "noon"], 64, "is no time"), (["split", "9", "2026-05-01"], 1, "no session '9'"),
      (["join", "1", "3"], 65, "do not follow each other"), (["join", "1", "1"], 65, "do not follow each other"),
      (["join", "2", "3"], 65, "one was recorded and the other imported"),
      (["delete"], 64, "no session is named"), (["delete", "1"], 64, "unasked"),
      (["delete", "--before", "2020-01-01", "--yes"], 1, "no session ended before that"),
      (["rename", "1", String(repeating: "x", count: 9_000)], 64, "too long"),
    ] as [([String], Int32, String)] {
      let outcome = try place.run(Program.waylog, ["sessions"] + words + ["--database", store.path])
      #expect(outcome.status == status, "\(words): \(outcome.errors)")
      #expect(outcome.errors.contains(why), "\(words): \(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 2, "\(words): \(outcome.errors)")
    }
    #expect(try store.rows("SELECT * FROM session") == before)
  }

  @Test("names and notes are changed and taken away, and lists are filtered by names")
  func names() throws {
    for seed in 1...2 { try drive(seed) }
    try sessions("rename", "last", "To the Läke")
    try sessions("note", "1", "with\tthe dog")

    #expect(
      try store.rows("SELECT name, note FROM session_summary ORDER BY session") == [
        ["NULL", "with\tthe dog"], ["To the Läke", "NULL"],
      ])
    #expect(try sessions("list", "--name", "läKE").lines.count == 2)
    try sessions("rename", "2", "")
    try sessions("note", "1", "")
    #expect(try store.rows("SELECT DISTINCT name, note FROM session_summary") == [["NULL", "NULL"]])
  }

  @Test("deleted sessions leave nothing, the others everything, and the file can be imported again")
  func delete() throws {
    for seed in 1...3 { try drive(seed) }
    try sessions("rename", "2", "kept")
    let kept = try ["fix", "rest", "gap", "leg", "ledger", "event"].map {
      try store.rows("SELECT * FROM \($0) WHERE session = 2")
    }
    let outcome = try sessions("delete", "1", "3", "--yes")

    #expect(outcome.errors.contains("deleted 2 sessions with"))
    #expect(outcome.errors.contains("waylog compact"))
    #expect(try store.column("SELECT id FROM session") == ["2"])
    #expect(
      try ["fix", "rest", "gap", "leg", "ledger", "event"].map {
        try store.rows("SELECT * FROM \($0) WHERE session = 2")
      } == kept)
    for table in ["fix_row", "rest_row", "gap_row", "leg", "counter", "event_row", "imported"] {
      #expect(try store.count("SELECT count(*) FROM \(table) WHERE session <> 2") == 0)
    }
    try expectSoundStore("deleted")
    try drive(1)
  }

  @Test("what ended before a date is deleted, after asking where there is a terminal")
  func before() throws {
    try drive(1)
    try place.recording(.drive(86_400..<86_460))
    func asked(_ answer: String) throws -> String {
      let words = "sessions delete --before 2026-05-02 --database '\(store.path)'"
      let input = try place.file("answer", answer)
      return try place.run("script", ["-qec", "\(Program.waylog) \(words)", "/dev/null"], input: input).output
    }

    #expect(try asked("n\n").contains("delete 1 session with"))
    #expect(try store.count("SELECT count(*) FROM session") == 2)
    #expect(try asked("y\n").contains("deleted 1 session with"))
    #expect(try store.column("SELECT id FROM session") == ["2"])
  }

  @Test(
    "killed in the middle, the rest is a whole shorter session, and goes with the next attempt",
    .enabled(if: Program.isInstalled("strace")), arguments: [30, 100, 200, 300])
  func killed(write: Int) throws {
    try drive(1, ["--keep-all", "--no-pause"])
    try drive(2, ["--keep-all"])
    let other = try store.rows("SELECT * FROM fix WHERE session = 2")
    let words = [Program.waylog, "sessions", "delete", "1", "--yes", "-d", store.path]
    let killed = try place.run(
      "strace",
      ["-f", "-o", "/dev/null", "-e", "trace=pwrite64", "-e", "inject=pwrite64:signal=SIGKILL:when=\(write)"] + words)
    try expectSoundStore("killed at write \(write)")
    let left = try store.rows("SELECT end_reason, ended FROM session_summary WHERE session = 1")
    try sessions("delete", "1", "--yes")

    #expect(killed.status == 128 + 9)
    #expect(left.map(\.[0]) == [write < 200 ? "imported" : "deleted"])
    #expect(try store.column("SELECT id FROM session") == ["2"])
    #expect(try store.rows("SELECT * FROM fix WHERE session = 2") == other)
    try expectSoundStore("deleted")
  }
}

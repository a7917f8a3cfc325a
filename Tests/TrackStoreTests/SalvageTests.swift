import Foundation
import Positioning
import Simulation
import Testing
import Tracking

@testable import TrackStore

@Suite("What a damaged store still holds")
struct SalvageTests {
  let damaged: DamagedStore

  init() throws { damaged = try DamagedStore() }

  @Test("A store that is not damaged is given back as it is")
  func healthy() throws {
    let (salvaged, new) = try damaged.salvage()

    #expect(salvaged.unreadablePages == 0)
    #expect(salvaged.missingFixes == 0)
    for table in DamagedStore.tables + ["leg_box"] {
      let rows = try damaged.store.content(of: table)
      #expect(!rows.isEmpty, "\(table)")
      #expect(try new.content(of: table) == rows, "\(table)")
    }
    #expect(try new.faults() == [])
  }

  @Test("Every row on the pages that are left is rescued, and the store is whole", arguments: 1...12)
  func randomPages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = [1, 5, 25, 100].randomElement(using: &random) ?? 1
    let lost = Set((1...(try damaged.pageCount)).shuffled(using: &random).prefix(count))
    let expected = try DamagedStore.tables.map { try damaged.rows(on: $0) }.map { pages in
      pages.filter { !lost.contains($0.key) }.values.reduce(0, +)
    }
    let isNameLost = !lost.isDisjoint(with: try damaged.overflowPages())
    try damaged.destroy(lost) { UInt8(truncatingIfNeeded: random.next()) }
    let before = try damaged.store.bytes()
    let (salvaged, new) = try damaged.salvage()

    for (table, count) in zip(DamagedStore.tables, expected) {
      let kind = table.hasSuffix("_row") ? String(table.dropLast(4)) : table
      let missing = table == "session" && isNameLost ? 1 : 0
      #expect(salvaged[kind] >= count - missing, "\(table), seed \(seed)")
    }
    #expect(try new.faults() == [], "seed \(seed)")
    for view in try new.views() { _ = try new.content(of: view) }
    #expect(try damaged.store.bytes() == before)
    #expect(try damaged.store.names() == ["waylog.db", "waylog.db-shm", "waylog.db-wal"])
  }

  @Test("Without its first page all rows are found", arguments: [0, 0xff])
  func firstPage(byte: UInt8) throws {
    let rows = try damaged.store.content(of: "fix_row")
    try damaged.destroy([1]) { byte }
    let (_, new) = try damaged.salvage()

    #expect(try new.content(of: "fix_row") == rows)
    #expect(try new.faults() == [])
  }

  @Test("What stands before the end of a file that was cut is rescued", arguments: [0.2, 0.5, 0.9])
  func truncated(share: Double) throws {
    let bytes = try damaged.store.bytes()
    let end = Int(Double(bytes.count) * share)
    let expected = try damaged.rows(on: "fix_row").filter { $0.key * DamagedStore.pageSize <= end }.values.reduce(0, +)
    try damaged.store.put(Array(bytes.prefix(end)))
    let (salvaged, new) = try damaged.salvage()

    #expect(salvaged["fix"] == expected)
    let missing = bytes.count / DamagedStore.pageSize - end / DamagedStore.pageSize
    // A row, or a statement of the schema, that goes on behind the end takes its page with it.
    #expect((missing...missing + 2).contains(salvaged.unreadablePages))
    #expect(try new.faults() == [])
  }

  @Test("A session whose own row is lost is made anew around its fixes")
  func namelessSession() throws {
    let fixes = try damaged.store.content(of: "fix")
    let started = try damaged.store.ask("SELECT started, ended, moving_s, rest_s, distance_m FROM session_summary")
    try damaged.destroy(damaged.rows(on: "session").keys) { 0 }
    let (salvaged, new) = try damaged.salvage()

    #expect(salvaged.namelessSessions == 2)
    #expect(try new.content(of: "fix") == fixes)
    #expect(try new.ask("SELECT started, ended, moving_s, rest_s, distance_m FROM session_summary") == started)
    #expect(
      try new.ask("SELECT DISTINCT profile, end_reason, length(uuid), name FROM session") == [
        "default|salvaged|36|NULL"
      ])
    #expect(try new.ask("SELECT count(DISTINCT uuid) FROM session") == ["2"])
    let later = "SELECT from_former_mm FROM session WHERE id = 2"
    #expect(try new.ask(later) == damaged.salvageOfOriginal(later))
  }

  @Test("Lost legs are made anew from the rows")
  func legs() throws {
    let totals = "SELECT session, moving_s, CAST(distance_m AS INTEGER) / 5, max_speed_mps FROM session_summary"
    let before = try damaged.store.ask(totals + " WHERE session = 1")
    try damaged.destroy(damaged.rows(on: "leg").keys) { 0 }
    let (_, new) = try damaged.salvage()

    #expect(try new.ask(totals + " WHERE session = 1") == before)
    #expect(try new.ask("SELECT count(*) FROM leg WHERE id NOT IN (SELECT id FROM leg_box)") == ["0"])
    #expect(try new.faults() == [])
  }

  @Test("Where fixes are missing the track is interrupted, and they are counted")
  func missingFixes() throws {
    let pages = try damaged.rows(on: "fix_row")
    let lost = pages.keys.sorted()[pages.count / 2]
    try damaged.destroy([lost]) { 0 }
    let (salvaged, new) = try damaged.salvage()

    #expect(salvaged.missingFixes == pages[lost].map(Int64.init))
    #expect(salvaged.missingRanges == 1)
    #expect(
      try new.ask(
        """
        SELECT count(*) FROM (SELECT seq - lag(seq) OVER s AS step, segment - lag(segment) OVER s AS segments
          FROM fix_row WINDOW s AS (PARTITION BY session ORDER BY seq)) WHERE step > 1 AND segments <> 1
        """) == ["0"])
    #expect(
      try new.ask("SELECT total(count) FROM ledger WHERE disposition = 'lost:damage'")
        == ["\(salvaged.missingFixes).0"])
  }

  @Test("Where neither fixes nor legs are left there is a gap")
  func gap() throws {
    let start = morning + 100_000
    let end = start + 200_000
    let gaps = try damaged.store.content(of: "gap_row").count
    // The rows' own pages are hit by time; legs are gone as a whole.
    let pages = try damaged.rows(on: "fix_row").keys.sorted()
    try damaged.destroy(pages[8..<16]) { 0 }
    try damaged.destroy(damaged.rows(on: "leg").keys) { 0 }
    let (_, new) = try damaged.salvage()

    #expect(try new.content(of: "gap_row").count == gaps + 1)
    #expect(
      try new.ask("SELECT from_ms < \(end) AND to_ms > \(start) FROM gap WHERE reason = 'damage'") == ["1"])
    #expect(try new.faults() == [])
  }

  @Test(
    "A session that was running when the damage was done has an end; in a whole store it goes on",
    arguments: [true, false])
  func running(isDamaged: Bool) throws {
    _ = try sqlite3([damaged.store.path, "UPDATE session SET ended_ms = NULL, end_reason = NULL WHERE id = 2"])
    if isDamaged { try damaged.destroy([try #require(damaged.rows(on: "event_row").keys.first)]) { 0 } }
    let (_, new) = try damaged.salvage()

    #expect(
      try new.ask("SELECT end_reason, ended_ms FROM session WHERE id = 2")
        == [isDamaged ? "salvaged|\(midnight + 50_000)" : "NULL|NULL"])
  }

  @Test("Rows that were deleted stay deleted, though their pages still hold them")
  func deleted() throws {
    _ = try sqlite3([damaged.store.path, "PRAGMA secure_delete = OFF; DELETE FROM fix_row WHERE session = 1"])
    let (salvaged, _) = try damaged.salvage()

    #expect(salvaged["fix"] == 51)
    #expect(salvaged.unreadablePages == 0)
  }

  @Test("While it is recorded into, it is left alone")
  func locked() throws {
    let writer = try TrackWriter(path: damaged.store.path)
    #expect(throws: StoreError.locked(path: damaged.store.path, process: Int(getpid()))) {
      _ = try damaged.salvage()
    }
    _ = consume writer
  }
}

extension DamagedStore {
  /// What the store would answer, had it not been damaged.
  fileprivate func salvageOfOriginal(_ sql: String) throws -> [String] {
    try DamagedStore().store.ask(sql)
  }
}

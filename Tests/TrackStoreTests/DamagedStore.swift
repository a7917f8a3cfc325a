import Foundation
import Positioning
import Tracking

@testable import TrackStore

/// A store with something of every kind in it, to be damaged and salvaged.
struct DamagedStore {
  static let tables = [
    "session", "device", "fix_row", "rest_row", "gap_row", "leg", "counter", "mark_row", "event_row", "imported",
  ]
  static let pageSize = 1024

  let store: TemporaryStore

  /// A long session with rests and gaps, and a short one with a name that fills pages.
  init() throws {
    var settings = TrackPipeline.Settings(thinning: .keepAll)
    settings.atRest = .flow
    var made = try PipelineMade(settings, from: morning)
    for _ in 0..<4 {
      made.go(15, seconds: 400)
      made.go(0, seconds: 300)
      made.miss(seconds: 90, at: 15)
    }
    try made.end()
    store = made.killed()
    var writer = try TrackWriter(path: store.path)
    let name = String(repeating: "a long name ", count: 300)
    try writer.begin(
      SessionStart(uuid: "two", name: name, profile: "fitness", origin: .import, version: "0"), bootID: nil)
    try writer.name(DeviceID(number: 7), path: "/dev/ttyUSB1")
    let last = midnight + 50_000
    let rows = (1...51).map {
      row($0, at: midnight + Int64($0 - 1) * 1000, metres: 20_000 + Double($0) * 10, because: .all, device: 7)
    }
    let legs = Leg.remade(
      from: Timestamp(milliseconds: midnight), to: Timestamp(milliseconds: last),
      rows: rows.map { Leg.Row(sequence: $0.sequence, fix: $0.fix) })
    let event = StoredEvent(time: nil, kind: .connection, detail: "connected")
    try writer.remember(import: "digest", name: "two.json")
    try writer.end(
      [.began(rows[0].fix)] + rows.map { .row($0) } + legs.map { .leg($0) }
        + [.event(event), .mark(rows[9].fix, "a heron")],
      snapshot(stored: 51), at: Timestamp(milliseconds: last), .imported)
    // A program that another test starts may hold on to it for a moment.
    try FileManager.default.removeItem(atPath: store.path + ".lock")
  }

  var pageCount: Int { get throws { try store.bytes().count / Self.pageSize } }

  /// Writes over some pages, counted from 1.
  func destroy(_ pages: some Sequence<Int>, with byte: () -> UInt8) throws {
    var bytes = try store.bytes()
    for page in pages { for index in 0..<Self.pageSize { bytes[(page - 1) * Self.pageSize + index] = byte() } }
    try store.put(bytes)
  }

  /// The pages of a table by what SQLite says, with the number of rows on each.
  func rows(on table: String) throws -> [Int: Int] {
    // The trees of tables with rowids have rows on their leaves only.
    let hasRowids = try store.ask("SELECT wr FROM pragma_table_list('\(table)')") == ["0"]
    let lines = try store.ask(
      "SELECT pageno, ncell FROM dbstat WHERE name = '\(table)' AND (pagetype = 'leaf' OR NOT \(hasRowids))")
    let numbers = lines.map { $0.split(separator: "|").compactMap { Int($0) } }
    return Dictionary(uniqueKeysWithValues: numbers.map { ($0[0], $0[1]) })
  }

  /// Pages on which rows of a table go on that do not fit on one.
  func overflowPages() throws -> Set<Int> {
    Set(try store.ask("SELECT pageno FROM dbstat WHERE pagetype = 'overflow'").compactMap { Int($0) })
  }

  /// Salvages into another place.
  func salvage() throws -> (Salvaged, TemporaryStore) {
    let new = try TemporaryStore()
    try new.put([])
    return (try Salvage.run(from: store.path, into: new.path) { _ in }, new)
  }
}

extension TemporaryStore {
  /// What must hold in every store: SQLite finds it whole, references have their objects, the ledger adds up, and all
  /// movement is in legs. Gives what does not.
  func faults() throws -> [String] {
    try ask("PRAGMA integrity_check").filter { $0 != "ok" }
      + ask("PRAGMA foreign_key_check")
      + ask(
        """
        SELECT 'ledger of ' || session FROM ledger l GROUP BY session
        HAVING sum(CASE WHEN disposition = 'received' THEN count ELSE -count END) <> 0
          OR sum(CASE WHEN disposition = 'stored' THEN count ELSE 0 END)
            <> (SELECT count(*) FROM fix f WHERE f.session = l.session)
        """)
      + ask(
        """
        SELECT 'movement of ' || session FROM session_summary s WHERE fixes > 0 AND round(moving_s * 1000) <>
          (SELECT coalesce(sum(to_ms - from_ms), 0) FROM leg WHERE leg.session = s.session)
        """)
  }

  /// Everything in a table.
  func content(of table: String) throws -> [String] { try ask("SELECT * FROM \(table) ORDER BY 1, 2") }

  /// All views that the schema makes.
  func views() throws -> [String] { try ask("SELECT name FROM sqlite_schema WHERE type = 'view'") }
}

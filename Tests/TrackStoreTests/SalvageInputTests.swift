import Foundation
import SQLite
import Testing

@testable import TrackStore

@Suite("What is salvaged may be anything")
struct SalvageInputTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func salvage() throws -> (Salvaged, TemporaryStore) {
    let new = try TemporaryStore()
    try new.put([])
    return (try Salvage.run(from: store.path, into: new.path) { _ in }, new)
  }

  private static let rows = 60

  /// Puts the files here that a writer leaves which is cut off before it has moved anything from the log to the file.
  private func cutOff() throws {
    let live = try TemporaryStore()
    var writer = try live.writer()
    for number in 1...Self.rows {
      let time = morning + Int64(number) * 1000
      try writer.commit([.row(row(number, at: time, metres: Double(number)))], snapshot(stored: number), .process)
    }
    for side in ["", "-wal"] { try FileManager.default.copyItem(atPath: live.path + side, toPath: store.path + side) }
  }

  @Test("What is only in the log is rescued, whatever has become of the file", arguments: [true, false])
  func log(hasFile: Bool) throws {
    try cutOff()
    if !hasFile { try store.put(Array(repeating: 0x55, count: 4_096)) }
    let before = try [store.path, store.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    let (_, new) = try salvage()

    #expect(try new.content(of: "fix").count == Self.rows)
    #expect(try new.faults() == [])
    let after = try [store.path, store.path + "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(after == before)
    #expect(try store.names() == ["waylog.db", "waylog.db-wal"])
  }

  @Test("A log counts up to its last whole commit, as it does for SQLite", arguments: [0.3, 0.5, 0.7])
  func tornLog(share: Double) throws {
    try cutOff()
    let log = URL(fileURLWithPath: store.path + "-wal")
    var bytes = try Data(contentsOf: log)
    // Behind its frames it has room for more.
    let end = try #require(bytes.lastIndex { $0 != 0 })
    bytes[Int(Double(end) * share)] ^= 0x10
    try bytes.write(to: log)
    let (_, new) = try salvage()
    let rescued = try new.content(of: "fix_row")

    #expect(!rescued.isEmpty && rescued.count < Self.rows)
    #expect(try store.content(of: "fix_row") == rescued)
  }

  @Test("Nothing is found where nothing is", arguments: [0, 1, 99, 100_000])
  func nothing(size: Int) throws {
    try store.put((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })

    #expect(try salvage().0.isNothing)
  }

  @Test("Rows of another program's database are nothing, though some may look like ours")
  func foreign() throws {
    let sql = "CREATE TABLE device(id INTEGER PRIMARY KEY, path TEXT); INSERT INTO device(path) VALUES('a')"
    _ = try sqlite3([store.path, sql])
    let (salvaged, _) = try salvage()

    #expect(salvaged.isNothing)
  }

  @Test("A header that claims to be another program's may be damaged itself")
  func damagedHeader() throws {
    try cutOff()
    _ = try sqlite3([store.path, "PRAGMA application_id = 1"])
    let (salvaged, _) = try salvage()

    #expect(salvaged["fix"] == Self.rows)
  }

  @Test("A newer waylog's store is left to that")
  func newer() throws {
    _ = try sqlite3([store.path], input: try schemaText())
    _ = try sqlite3([store.path, "PRAGMA user_version = 99"])

    #expect(throws: StoreError.newer(path: store.path, version: 99)) { _ = try salvage() }
  }

  @Test("A missing file is missing")
  func missing() throws {
    #expect(throws: StoreError.missing(path: store.path)) { _ = try salvage() }
  }

  @Test("No two tables have rows that look alike, so that a row tells where it belongs")
  func shapes() throws {
    _ = try sqlite3([store.path], input: try schemaText())
    let shapes = try TableShape.all(in: try Connection(store.path, .read))
    #expect(shapes.count >= 14)

    for (index, one) in shapes.enumerated() {
      for other in shapes[(index + 1)...] where one.isClustered == other.isClustered {
        #expect(one.isTold(from: other), "\(one.name) \(other.name)")
      }
    }
  }
}

extension TableShape {
  /// Whether no record can be a row of both tables.
  fileprivate func isTold(from other: TableShape) -> Bool {
    guard columns.count == other.columns.count else { return true }
    return zip(columns, other.columns).enumerated().contains { index, pair in
      let isNull = [index == rowidColumn, index == other.rowidColumn]
      if isNull == [true, true] { return false }
      if isNull[0] { return !pair.1.mayBeNull }
      if isNull[1] { return !pair.0.mayBeNull }
      return pair.0.content != pair.1.content && !(pair.0.mayBeNull && pair.1.mayBeNull)
    }
  }
}

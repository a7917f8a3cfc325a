import Foundation
import Positioning
import SQLite
import Testing
import Tracking

@testable import TrackStore

/// A commit of which the disk says that it failed may have been done all the same.
@Suite("A commit in doubt")
struct DoubtfulCommitTests: ~Copyable {
  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writerWithARow()
    self.store = store
  }

  private var second: [StoredFact] {
    [
      .row(row(2, at: morning + 1_000)), .leg(leg(from: morning, to: morning + 1_000, metres: 10)),
      .event(StoredEvent(time: nil, kind: .fix, detail: "once")),
    ]
  }

  private func expectOnce(rows: Int) throws {
    #expect(try store.ask("SELECT count(*), max(seq) FROM fix") == ["\(rows)|\(rows)"])
    #expect(try store.ask("SELECT count(*) FROM leg") == ["1"])
    #expect(try store.ask("SELECT count(*) FROM event") == ["1"])
  }

  /// Stores facts as a keeper does: what turns out to be stored is not stored again.
  private mutating func store(_ facts: inout [StoredFact], _ snapshot: Snapshot) throws {
    facts.removeFirst(try writer.settle(facts))
    try writer.commit(facts, snapshot, .power)
  }

  private var receipt: OpenStore.Receipt {
    get throws { try writer.use { (open) throws(SQLiteError) in try open.receipt(of: 1) } }
  }

  @Test("that was not done is repeated")
  mutating func notDone() throws {
    writer.leaveInDoubt(second.count, before: try receipt)
    var facts = second + [.row(row(3, at: morning + 2_000))]
    try store(&facts, snapshot(stored: 3))
    try expectOnce(rows: 3)
  }

  @Test("that was done is not repeated")
  mutating func done() throws {
    let before = try receipt
    try writer.commit(second, snapshot(stored: 2), .power)
    writer.leaveInDoubt(second.count, before: before)
    var facts = second + [.row(row(3, at: morning + 2_000))]
    try store(&facts, snapshot(stored: 3))
    try expectOnce(rows: 3)
  }

  @Test("that was done is not repeated either where the next one meets another program's lock")
  mutating func doneThenBusy() throws {
    let before = try receipt
    try writer.commit(second, snapshot(stored: 2), .power)
    writer.leaveInDoubt(second.count, before: before)
    let other = try Connection(store.path, .write)
    try other.run("BEGIN IMMEDIATE")
    var facts = second + [.row(row(3, at: morning + 2_000))]
    #expect(throws: StoreError.self) { try store(&facts, snapshot(stored: 3)) }
    try other.run("ROLLBACK")
    try store(&facts, snapshot(stored: 3))
    try expectOnce(rows: 3)
  }

  @Test("that ended a session and opened another is followed to the other")
  mutating func doneWithSessions() throws {
    let before = try receipt
    var facts: [StoredFact] = [
      .ended(snapshot(stored: 1), at: nil, .clock), .opened(TemporaryStore.start("two"), bootID: nil),
    ]
    try writer.commit(facts, snapshot(stored: 0), .power)
    writer.leaveInDoubt(facts.count, before: before)
    let other = try Connection(store.path, .write)
    try other.run("BEGIN IMMEDIATE")
    facts += [.began(fix(at: morning + hour)), .row(row(1, at: morning + hour))]
    #expect(throws: StoreError.self) { try store(&facts, snapshot(stored: 1)) }
    try other.run("ROLLBACK")
    try store(&facts, snapshot(stored: 1))
    #expect(try store.ask("SELECT count(*) FROM session") == ["2"])
    #expect(try store.ask("SELECT session, count(*) FROM fix GROUP BY session") == ["1|1", "2|1"])
  }
}

@Suite("Another file in the place of a store")
struct ReplacedStoreTests: ~Copyable {
  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writerWithARow()
    self.store = store
  }

  private func put(_ other: TemporaryStore) throws {
    _ = try sqlite3([other.path, "PRAGMA wal_checkpoint(TRUNCATE)"])
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + suffix) }
    try FileManager.default.copyItem(atPath: other.path, toPath: store.path)
  }

  @Test("that is a store of other sessions is not written over")
  mutating func other() throws {
    let other = try TemporaryStore()
    do {
      var precious = try other.writer(named: "precious")
      let rows = (1...10).map { StoredFact.row(row($0, at: morning + Int64($0) * 1_000)) }
      try precious.commit([.began(fix(at: morning))] + rows, snapshot(stored: 10), .power)
    }
    try put(other)
    #expect(throws: StoreError.vanished(path: StoreFile.resolved(store.path))) { _ = try writer.settle([]) }
    #expect(try writer.startOver(after: .vanished(path: store.path), fix(at: morning).time) == .replaced)
    #expect(try store.ask("SELECT count(*) FROM fix") == ["10"])
    #expect(try store.names().filter { $0.contains("corrupt") } == [])
  }

  @Test("that is an older copy of the same store is not written over")
  mutating func older() throws {
    let copy = try TemporaryStore()
    _ = try sqlite3([store.path, "VACUUM INTO '\(copy.path)'"])
    for second in 2...5 {
      try writer.commit([.row(row(second, at: morning + Int64(second) * 1_000))], snapshot(stored: second), .power)
    }
    try put(copy)
    #expect(throws: StoreError.vanished(path: StoreFile.resolved(store.path))) { _ = try writer.settle([]) }
  }

  @Test("Through a link or without its lock file, a store has one writer all the same")
  mutating func links() throws {
    let link = "\(store.folder)/link.db"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
    #expect(throws: StoreError.self) { _ = try TrackWriter(path: link) }
    try FileManager.default.removeItem(atPath: store.path + ".lock")
    #expect(try writer.settle([]) == 0)
    #expect(throws: StoreError.self) { _ = try TrackWriter(path: store.path) }
  }
}

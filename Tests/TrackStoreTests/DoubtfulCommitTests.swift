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
    var writer = try store.writer()
    try writer.commit([.began(fix(at: morning)), .row(row(1, at: morning))], snapshot(stored: 1), .power)
    self.writer = writer
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

  private var receipt: OpenStore.Receipt {
    get throws { try writer.use { (open) throws(SQLiteError) in try open.receipt(of: 1) } }
  }

  @Test("that was not done is repeated")
  mutating func notDone() throws {
    writer.leaveInDoubt(second.count, before: try receipt)
    try writer.commit(second + [.row(row(3, at: morning + 2_000))], snapshot(stored: 3), .power)
    try expectOnce(rows: 3)
  }

  @Test("that was done is not repeated")
  mutating func done() throws {
    let before = try receipt
    try writer.commit(second, snapshot(stored: 2), .power)
    writer.leaveInDoubt(second.count, before: before)
    try writer.commit(second + [.row(row(3, at: morning + 2_000))], snapshot(stored: 3), .power)
    try expectOnce(rows: 3)
  }

  @Test("that ended a session and opened another is followed to the other")
  mutating func doneWithSessions() throws {
    let before = try receipt
    let facts: [StoredFact] = [
      .ended(snapshot(stored: 1), at: nil, .clock), .opened(TemporaryStore.start("two"), bootID: nil),
    ]
    try writer.commit(facts, snapshot(stored: 0), .power)
    writer.leaveInDoubt(facts.count, before: before)
    try writer.commit(
      facts + [.began(fix(at: morning + hour)), .row(row(1, at: morning + hour))], snapshot(stored: 1), .power)
    #expect(try store.ask("SELECT count(*) FROM session") == ["2"])
    #expect(try store.ask("SELECT session, count(*) FROM fix GROUP BY session") == ["1|1", "2|1"])
  }
}

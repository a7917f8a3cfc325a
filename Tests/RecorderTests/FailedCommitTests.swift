import Positioning
import SQLite
import Testing
import TrackStore
import Tracking

@testable import Recorder

/// A store that refuses at once: a table is missing. A store that another program has locked refuses the same way,
/// but only after the writer's patience of five seconds.
@Suite("A store that refuses writes")
struct FailedCommitTests: ~Copyable {
  let store: TemporaryStore
  var fed: FedRecording

  init() throws {
    let store = try TemporaryStore()
    fed = try FedRecording(into: store)
    self.store = store
  }

  private func breakStore(_ table: String) throws {
    try Connection(store.path, .write).run("ALTER TABLE \(table) RENAME TO away")
  }

  private func mendStore(_ table: String) throws {
    try Connection(store.path, .write).run("ALTER TABLE away RENAME TO \(table)")
  }

  @Test("Facts wait until it takes them, and each is stored once")
  mutating func keepsFacts() throws {
    try fed.take(Feed.drive(0..<20))
    try fed.recording.commit(.process)
    try breakStore("counter")
    let feed = Feed.drive(20..<40)
    for line in feed {
      try fed.take([line])
      fed.recording.note(StoredEvent(time: nil, kind: .fix, detail: line))
      #expect(throws: StoreError.self) { try fed.recording.commit(.process) }
    }
    #expect(fed.recording.need == .facts)
    #expect(fed.recording.waitingFacts >= feed.count)
    // The newest epoch is not complete before the next one begins.
    #expect(try store.ask("SELECT time FROM last_fix") == [["2026-05-01T06:00:18.000Z"]])
    try mendStore("counter")
    try fed.recording.commit(.power)
    #expect(try store.addsUp(1))
    #expect(try store.ask("SELECT time FROM last_fix") == [["2026-05-01T06:00:38.000Z"]])
    #expect(try store.number("SELECT count(*) FROM event") == Int64(feed.count))
  }

  @Test("A mark that failed is told as such and not stored later")
  mutating func failedMark() throws {
    try fed.take(Feed.drive(0..<20))
    try breakStore("mark_row")
    #expect(throws: StoreError.self) { _ = try fed.recording.mark("lost") }
    try mendStore("mark_row")
    try fed.recording.commit(.power)
    #expect(try store.number("SELECT count(*) FROM mark") == 0)
    #expect(try store.addsUp(1))
  }

  @Test("A mark is stored before it is answered, with all that came before it")
  mutating func mark() throws {
    #expect(try fed.recording.mark("too early") == nil)
    try fed.take(Feed.drive(0..<20))
    let fix = try fed.recording.mark("here")
    #expect(fix == fed.recording.pipeline.newest)
    #expect(fed.recording.need == .none)
    #expect(try store.ask("SELECT text, time FROM mark", columns: 2) == [["here", fix?.time.iso8601 ?? ""]])
    #expect(try store.addsUp(1))
    #expect(try fed.recording.mark(nil) != nil)
    #expect(try store.ask("SELECT text FROM mark ORDER BY rowid") == [["here"], ["-"]])
  }
}

import Positioning
import SQLite
import Testing
import TrackStore
import Tracking

@testable import Recorder

/// A store that refuses at once: a table is missing. A store that another program has locked refuses the same way,
/// but only after a fifth of a second.
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
    try fed.commit(.process)
    try breakStore("counter")
    let feed = Feed.drive(20..<40)
    for line in feed {
      try fed.take([line])
      fed.recording.note(.event(StoredEvent(time: nil, kind: .fix, detail: line)))
      #expect(throws: StoreError.self) { try fed.commit(.process) }
    }
    #expect(fed.recording.need == .facts)
    #expect(fed.recording.facts.count >= feed.count)
    // The newest epoch is not complete before the next one begins.
    #expect(try store.ask("SELECT time FROM last_fix") == [["2026-05-01T06:00:18.000Z"]])
    try mendStore("counter")
    try fed.commit(.power)
    #expect(try store.addsUp(1))
    #expect(try store.ask("SELECT time FROM last_fix") == [["2026-05-01T06:00:38.000Z"]])
    #expect(try store.number("SELECT count(*) FROM event") == Int64(feed.count))
  }
}

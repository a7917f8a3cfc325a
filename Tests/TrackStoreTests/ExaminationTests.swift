import Testing

@testable import TrackStore

@Suite("A store that is examined")
struct ExaminationTests: ~Copyable {
  let store: TemporaryStore
  private let writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  @Test("A sound one has no fault, however thoroughly it is looked at", arguments: [Examination.quick, .full])
  func sound(_ examination: Examination) throws {
    let reader = try TrackReader(path: store.path)
    #expect(try reader.firstFault(examination) == nil)
    #expect(try reader.layout() == Layout.current.version)
  }

  @Test("An index that lacks a row is found by the full examination")
  func incompleteIndex() throws {
    let sql = """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX session_ended ON session(id)' WHERE name = 'session_ended';
      """
    _ = try sqlite3([store.path, sql])
    let reader = try TrackReader(path: store.path)
    #expect(try reader.firstFault(.quick) == nil)
    #expect(try reader.firstFault(.full)?.contains("session_ended") == true)
  }

  @Test("Its size is that of its pages, and what was recorded that of its sessions")
  func growth() throws {
    _ = try sqlite3([store.path, "UPDATE session SET started_ms = \(morning), ended_ms = \(morning + 3 * hour)"])
    let reader = try TrackReader(path: store.path)
    #expect(try reader.usedBytes() == Int64(try #require(Int(store.ask("PRAGMA page_count")[0]))) * 1024)
    #expect(try reader.recordedMilliseconds() == 3 * hour)
  }
}

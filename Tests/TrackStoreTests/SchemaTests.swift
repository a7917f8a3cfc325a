import Testing
import Tracking

@testable import TrackStore

@Suite("The file of the store")
struct SchemaTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  @Test("The program and `sqlite3 new.db < schema.sql` make the same schema")
  func sameSchema() throws {
    _ = try TrackWriter(path: store.path)
    let other = "\(store.folder)/new.db"
    _ = try sqlite3([other], input: try schemaText())
    let question = "SELECT type, name, tbl_name, quote(sql) FROM sqlite_schema ORDER BY type, name"
    let made = try store.ask(question)
    #expect(made.count > 30)
    #expect(made == (try sqlite3([other, question])))
    for pragma in ["page_size", "user_version", "application_id", "encoding", "auto_vacuum"] {
      #expect(try store.ask("PRAGMA \(pragma)") == sqlite3([other, "PRAGMA \(pragma)"]))
    }
  }

  @Test(
    "The settings that stay in the file",
    arguments: [
      ("page_size", "1024"), ("journal_mode", "wal"), ("user_version", "1"), ("application_id", "2002876780"),
    ])
  func pragmas(pragma: String, value: String) throws {
    _ = try TrackWriter(path: store.path)
    #expect(try store.ask("PRAGMA \(pragma)") == [value])
  }

  @Test("The file and those beside it are their owner's alone")
  func modes() throws {
    let writer = try store.writer()
    let names = try store.names()
    #expect(names == ["waylog.db", "waylog.db-shm", "waylog.db-wal", "waylog.db.lock"])
    for name in names { #expect(try store.mode(of: name) == 0o600, "\(name)") }
    _ = consume writer
    for name in try store.names() { #expect(try store.mode(of: name) == 0o600, "\(name)") }
  }

  @Test("Every view can be read in the plain shell, in an empty store as in a full one")
  func views() throws {
    var writer = try store.writer()
    let views = try store.ask("SELECT name FROM sqlite_schema WHERE type = 'view'")
    for wanted in [
      "session_summary", "fix", "last_fix", "rest", "stop", "trip", "day", "gap", "mark", "ledger", "activity",
      "activity_log", "background_session", "intent", "event",
    ] { #expect(views.contains(wanted)) }
    for view in views { _ = try store.ask("SELECT * FROM \(view)") }
    let facts: [StoredFact] = [
      .began(fix(at: morning)), .row(row(1, at: morning)), .leg(leg(from: morning, to: morning + hour, metres: 5)),
      .rest(rest(1, from: morning + hour, to: nil)), .mark(fix(at: morning), "here"),
      .gap(gap(from: morning, to: morning + 1, metres: 1)),
      .event(StoredEvent(time: nil, kind: .start, detail: "started")),
    ]
    try writer.commit(facts, snapshot(stored: 1), .power)
    for view in views { _ = try store.ask("SELECT * FROM \(view)") }
    #expect(try store.ask("PRAGMA integrity_check") == ["ok"])
    #expect(try store.ask("PRAGMA foreign_key_check").isEmpty)
  }

  @Test("After a clean end, readers without permission to write find the write-ahead log's files still there")
  func keepsSideFiles() throws {
    _ = try store.writer()
    #expect(try store.names() == ["waylog.db", "waylog.db-shm", "waylog.db-wal", "waylog.db.lock"])
  }

  @Test("An empty file, as a shell's redirection leaves, becomes a store")
  func emptyFile() throws {
    try store.put([])
    _ = try TrackWriter(path: store.path)
    #expect(try store.ask("PRAGMA user_version") == ["1"])
  }

  @Test("A database in which nothing was ever created becomes a store, even if it claims to be one")
  func nothingCreated() throws {
    for pragmas in [
      "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL;",
      "PRAGMA application_id = 2002876780; PRAGMA user_version = 1;",
    ] {
      let store = try TemporaryStore()
      _ = try sqlite3([store.path, pragmas])
      #expect(try !store.bytes().isEmpty)
      _ = try store.writer()
      #expect(try store.ask("SELECT uuid FROM session_summary") == ["one"])
    }
  }

  @Test("A first start that is cut off before its end leaves a file that the next one fills")
  func interruptedFirstStart() throws {
    _ = try sqlite3([store.path], input: try schemaText().replacing("\nCOMMIT;\n", with: "\n"))
    #expect([.missing, .empty].contains(try StoreFile.content(of: store.path)))
    _ = try store.writer()
    #expect(try store.ask("SELECT uuid FROM session_summary") == ["one"])
  }
}

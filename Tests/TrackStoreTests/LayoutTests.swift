import Positioning
import SQLite
import Testing
import Tracking

@testable import TrackStore

@Suite("A store of an older layout")
struct LayoutTests: ~Copyable {
  let store: TemporaryStore

  /// Two layouts after the first one.
  private let later = Layout(
    version: 3,
    steps: [
      1: "ALTER TABLE session ADD COLUMN mood TEXT; UPDATE session SET mood = 'fine'",
      2: "CREATE TABLE weather(id INTEGER PRIMARY KEY) STRICT",
    ])

  init() throws {
    let store = try TemporaryStore()
    var writer = try store.writer()
    try writer.end(
      [.began(fix(at: morning)), .row(row(1, at: morning))], snapshot(stored: 1), at: fix(at: morning).time, .stopped)
    self.store = store
  }

  @Test("is brought to the present one step by step, with all that was in it")
  func steps() throws {
    _ = try OpenStore(store.path, later)
    #expect(try store.ask("PRAGMA user_version") == ["3"])
    #expect(try store.ask("SELECT mood FROM session") == ["fine"])
    #expect(try store.ask("SELECT count(*) FROM weather") == ["0"])
    #expect(try store.ask("SELECT session, seq FROM fix") == ["1|1"])
  }

  @Test("is copied before, with rights for nobody else; the copy is the store as it was")
  func backup() throws {
    _ = try OpenStore(store.path, later)
    let copy = try #require(try store.names().first { $0.hasSuffix("before-version-3") })
    #expect(try store.mode(of: copy) == 0o600)
    #expect(
      try sqlite3(["\(store.folder)/\(copy)", "PRAGMA user_version; SELECT count(*) FROM fix; PRAGMA integrity_check"])
        == ["1", "1", "ok"])
  }

  @Test(
    "stays as it was where a step fails or is missing", arguments: ["ALTER TABLE nothing RENAME TO something", nil])
  func failure(step: String?) throws {
    let before = try store.ask("SELECT sql FROM sqlite_schema ORDER BY name")
    let layout = Layout(version: 3, steps: [1: "CREATE TABLE half(id INTEGER)", 2: step].compactMapValues(\.self))
    let path = store.path
    #expect(throws: StoreError.self) { _ = try OpenStore(path, layout) }
    #expect(try store.ask("PRAGMA user_version") == ["1"])
    #expect(try store.ask("SELECT sql FROM sqlite_schema ORDER BY name") == before)
    #expect(throws: Never.self) { _ = try OpenStore(path) }
  }

  @Test("of the present layout is left alone, without a copy")
  func present() throws {
    _ = try OpenStore(store.path)
    #expect(try !store.names().contains { $0.contains("before-version") })
  }

  @Test("There is a step from every released layout to the next")
  func complete() {
    #expect(Set(1..<Layout.current.version).isSubset(of: Set(Layout.current.steps.keys)))
  }

  @Test("Every released layout becomes the same tables and views as a new store", arguments: 1...Layout.current.version)
  func released(version: Int) throws {
    // The layout that is not released yet is that of schema.sql.
    let text = version < Layout.current.version ? try releasedSchema(version) : try schemaText()
    let old = try TemporaryStore()
    _ = try sqlite3([old.path], input: text)
    _ = try OpenStore(old.path)
    #expect(
      try old.ask("SELECT type, name FROM sqlite_schema ORDER BY 1, 2")
        == store.ask("SELECT type, name FROM sqlite_schema ORDER BY 1, 2"))
  }
}

import Testing

@testable import SQLite
@testable import TrackStore

@Suite("What is said of the store's faults")
struct StoreErrorTests {
  @Test("They are told in plain words, as logs repeat them")
  func words() {
    let busy = StoreError.sqlite(SQLiteError(code: .busy, message: "database is locked", statement: "BEGIN"))
    #expect("\(busy)" == "database is locked (SQLite code 5) in \"BEGIN\"")
    #expect("\(StoreError.locked(path: "a.db", process: 7))" == "process 7 records into a.db")
    #expect("\(StoreError.locked(path: "a.db", process: nil))" == "another process records into a.db")
    #expect("\(StoreError.newer(path: "a.db", version: 2))" == "a.db has version 2, which a newer waylog made")
  }
}

import Foundation
import Glibc
import Testing

@testable import TrackStore

@Suite("What is not a store is left alone")
struct RefusalTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func openForWriting() throws { _ = try TrackWriter(path: store.path) }

  private func openForReading() throws { _ = try TrackReader(path: store.path) }

  /// Both ways to open it are refused, and neither touches the file nor puts another beside it.
  private func expectRefusal(_ error: StoreError) throws {
    let before = try store.bytes()
    #expect(throws: error) { try openForWriting() }
    #expect(throws: error) { try openForReading() }
    #expect(try store.bytes() == before)
    #expect(try store.names() == ["waylog.db"])
  }

  @Test("A text file", arguments: [1, 9, 1_000])
  func textFile(lines: Int) throws {
    try store.put(Array(String(repeating: "a line of text\n", count: lines).utf8))
    try expectRefusal(.notAStore(path: store.path))
  }

  @Test("Another program's database", arguments: ["", "PRAGMA application_id = 1196444487;"])
  func foreignDatabase(pragma: String) throws {
    _ = try sqlite3([store.path, "\(pragma) CREATE TABLE session(id); PRAGMA user_version = 1;"])
    try expectRefusal(.notAStore(path: store.path))
  }

  @Test("A store of a newer version")
  func newer() throws {
    _ = try sqlite3([store.path], input: try schemaText())
    _ = try sqlite3([store.path, "PRAGMA user_version = 2"])
    try expectRefusal(.newer(path: store.path, version: 2))
  }

  @Test("A store that was cut within its header")
  func cutHeader() throws {
    _ = try sqlite3([store.path], input: try schemaText())
    try store.put(Array(try store.bytes().prefix(99)))
    try expectRefusal(.notAStore(path: store.path))
  }

  @Test("A missing folder is named as such, and not made")
  func missingFolder() throws {
    let path = "\(store.folder)/missing/waylog.db"
    #expect(throws: StoreError.noFolder(path: path)) { _ = try TrackWriter(path: path) }
    #expect(try store.names().isEmpty)
  }

  @Test("A missing store cannot be read, and is not made by the attempt", arguments: [false, true])
  func missing(isEmpty: Bool) throws {
    if isEmpty { try store.put([]) }
    #expect(throws: StoreError.missing(path: store.path)) { try openForReading() }
    #expect(try store.names() == (isEmpty ? ["waylog.db"] : []))
  }

  @Test("A folder in the place of the store cannot be opened")
  func folder() throws {
    try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: false)
    let reason = StoreError.cannotOpen(path: store.path, reason: String(cString: strerror(EISDIR)))
    #expect(throws: reason) { try openForWriting() }
    #expect(throws: reason) { try openForReading() }
  }
}

@Suite("One writer a store")
struct WriterLockTests {
  @Test("A second writer is refused and told the first one's process; once that is gone, it may write")
  func secondWriter() throws {
    let store = try TemporaryStore()
    let first = try store.writer()
    #expect(throws: StoreError.locked(path: store.path, process: Int(getpid()))) {
      _ = try TrackWriter(path: store.path)
    }
    _ = try TrackReader(path: store.path)
    _ = consume first
    _ = try TrackWriter(path: store.path)
  }

  @Test("A lock file that a killed writer left behind locks nothing, and its words are not believed")
  func leftover() throws {
    let store = try TemporaryStore()
    try Data("999999999999999999\n and more".utf8).write(to: URL(fileURLWithPath: store.path + ".lock"))
    let first = try store.writer()
    #expect(throws: StoreError.locked(path: store.path, process: Int(getpid()))) {
      _ = try TrackWriter(path: store.path)
    }
    _ = consume first
  }
}

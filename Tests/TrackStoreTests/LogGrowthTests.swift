import Foundation
import Positioning
import SQLite
import Testing
import Tracking

@testable import TrackStore

@Suite("The write-ahead log")
struct LogGrowthTests: ~Copyable {
  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  private mutating func drive(commits: Range<Int>) throws {
    for commit in commits {
      let rows = (1...5).map { row(commit * 5 + $0, at: morning + Int64(commit * 5 + $0) * 1_000) }
      try writer.commit(rows.map { .row($0) }, snapshot(stored: (commit + 1) * 5), .process)
    }
  }

  private var logBytes: Int {
    get throws {
      try FileManager.default.attributesOfItem(atPath: store.path + "-wal")[.size] as? Int ?? 0
    }
  }

  @Test("stays small by itself, and an hour's drive is copied into the file again and again")
  mutating func small() throws {
    try drive(commits: 0..<720)
    #expect(try logBytes < 1_000_000)
    #expect(writer.tend() == nil)
  }

  @Test("grows while a reader holds it, never holds up the recorder, and is cut back when the reader goes")
  mutating func starved() throws {
    try drive(commits: 0..<10)
    var reader: Connection? = try Connection(store.path, .read)
    try reader?.run("BEGIN; SELECT count(*) FROM fix_row")
    try drive(commits: 10..<2_000)
    #expect(try logBytes > 4_194_304)
    #expect(writer.tend() ?? 0 > 4_194_304)
    let started = ContinuousClock.now
    try drive(commits: 2_000..<2_001)
    #expect(ContinuousClock.now - started < .seconds(1))
    reader = nil
    #expect(writer.tend() == nil)
    #expect(try logBytes <= 4_194_304)
    #expect(try store.ask("SELECT count(*) FROM fix") == ["10005"])
  }
}

@Suite("The write-ahead log after the end")
struct RetiredLogTests {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func record(_ rows: ClosedRange<Int>, _ writer: inout TrackWriter) throws {
    try writer.commit(
      rows.map { .row(row($0, at: morning + Int64($0) * 1_000)) }, snapshot(stored: rows.upperBound), .power)
  }

  @Test("keeps its size and says nothing: an older copy put in the place of the store stays what it is")
  func restoredCopy() throws {
    let copy = "\(store.folder)/copy.db"
    do {
      var writer = try store.writer()
      try record(1...5, &writer)
      _ = try sqlite3([store.path, "VACUUM INTO '\(copy)'"])
      try record(6...50, &writer)
    }
    let log = try FileManager.default.attributesOfItem(atPath: store.path + "-wal")[.size] as? Int ?? 0
    #expect(log > 500_000)
    #expect(try store.ask("SELECT count(*) FROM fix") == ["50"])
    try FileManager.default.removeItem(atPath: store.path)
    try FileManager.default.moveItem(atPath: copy, toPath: store.path)
    try FileManager.default.removeItem(atPath: store.path + "-shm")
    #expect(try store.ask("SELECT count(*) FROM fix") == ["5"])
    #expect(try store.ask("PRAGMA integrity_check") == ["ok"])
  }
}

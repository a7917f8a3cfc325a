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

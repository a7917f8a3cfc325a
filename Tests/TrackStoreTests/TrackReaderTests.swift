import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Reading a track")
struct TrackReaderTests {
  let store: TemporaryStore

  init() throws {
    store = try TemporaryStore()
    var writer = try store.writer()
    let rows = (1...500).map { row($0, at: morning + Int64($0 * $0) * 10) }
    try writer.commit(
      [.began(rows[0].fix)] + rows.map { .row($0) } + [.mark(fix(at: morning + 5_000), "m")], snapshot(stored: 500),
      .power)
    try writer.begin(TemporaryStore.start("empty"), bootID: nil)
  }

  @Test(
    "Rows of a range of time are exactly those of all rows in it, the end left out, also where numbers are missing",
    arguments: [0..<0, 1..<20, 200..<300, 2..<499])
  func ranges(missing: Range<Int>) throws {
    let condition = "seq >= \(missing.lowerBound) AND seq < \(missing.upperBound)"
    _ = try sqlite3([store.path, "DELETE FROM fix_row WHERE \(condition)"])
    let reader = try TrackReader(path: store.path)
    var all: [TrackPoint] = []
    try reader.points(of: 1, from: nil, to: nil) { all.append($0) }
    #expect(all.count == 500 - missing.count)
    let offsets: [Int64?] = [
      nil, 0, 1, 9, 10, 11, 39, 40, 41, 5_000, 900_000, 900_001, 2_499_999, 2_500_000, 2_500_001,
    ]
    let bounds = offsets.map { offset in offset.map { Timestamp(milliseconds: morning + $0) } }
    for from in bounds {
      for to in bounds {
        var found: [TrackPoint] = []
        try reader.points(of: 1, from: from, to: to) { found.append($0) }
        let expected = all.filter { point in
          (from.map { point.time >= $0 } ?? true) && (to.map { point.time < $0 } ?? true)
        }
        #expect(found == expected)
      }
    }
  }

  @Test("Sessions are found by their time, and those without a fix only where all are asked for")
  func sessions() throws {
    let reader = try TrackReader(path: store.path)
    #expect(try reader.sessions().map(\.number) == [1, 2])
    #expect(try reader.lastSession()?.number == 1)
    #expect(try reader.newestSession()?.uuid == "empty")
    let first = Timestamp(milliseconds: morning + 10)
    let last = Timestamp(milliseconds: morning + 2_500_000)
    #expect(try reader.sessions(from: first, to: last).map(\.number) == [1])
    #expect(try reader.sessions(from: last, to: last + 1).map(\.number) == [1])
    #expect(try reader.sessions(from: last + 1, to: last + 2).isEmpty)
    #expect(try reader.sessions(from: first + -10, to: first).isEmpty)
  }

  @Test("Marks are found by their time, the end left out")
  func marks() throws {
    let reader = try TrackReader(path: store.path)
    let moment = Timestamp(milliseconds: morning + 5_000)
    #expect(try reader.marks(of: 1, from: moment, to: moment + 1).map(\.text) == ["m"])
    #expect(try reader.marks(of: 1, from: moment + 1, to: nil).isEmpty)
    #expect(try reader.marks(of: 1, from: nil, to: moment).isEmpty)
  }
}

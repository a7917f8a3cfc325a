import Foundation
import GPSClient
import Positioning
import Testing
import TrackStore
import Tracking

@testable import Recorder

@Suite("A file that is lost, in the worst moment")
struct LostFileTests: ~Copyable {
  private static let start = MonotonicTime(milliseconds: 1_000_000)
  private static let today = Timestamp(milliseconds: 1_777_615_200_000)

  let store: TemporaryStore
  private let decoder = ReportDecoder()

  init() throws { store = try TemporaryStore() }

  private func take(_ lines: [String], _ recording: inout Recording, at receipt: MonotonicTime? = nil) {
    for line in lines {
      var bytes = Array(line.utf8) + [0]
      let message = bytes.withUnsafeMutableBufferPointer {
        decoder.decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast()))
      }
      recording.take(message, from: decoder, at: receipt, present: nil)
    }
  }

  private func remove() throws {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + suffix) }
  }

  private func damage() throws {
    try FileManager.default.moveItem(atPath: store.path, toPath: store.path + ".good")
    try Data(repeating: 0xa5, count: 8_192).write(to: URL(fileURLWithPath: store.path))
  }

  private func commit(_ recording: inout Recording, _ keeper: inout StoreKeeper, times: Int = 2) {
    for _ in 0..<times { _ = keeper.commit(&recording, Self.start, at: Self.today) }
  }

  /// A session of 200 s that was left in order.
  private func leave() throws {
    var recording = Recording(.test, bootID: "boot")
    var keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.begin()
    take(Feed.drive(0..<200), &recording)
    recording.suspend()
    commit(&recording, &keeper, times: 1)
  }

  /// What the next process finds.
  private func resume(_ recording: inout Recording) throws -> StoreKeeper {
    let decoder = self.decoder
    let keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.resume(try #require(try keeper.unfinished(numbering: { decoder.number(of: $0) })))
    return keeper
  }

  @Test("With a stop at the same time, what waits is stored, ended", arguments: [true, false])
  func stop(isRemoved: Bool) throws {
    var recording = Recording(.test, bootID: "boot")
    var keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.begin()
    commit(&recording, &keeper, times: 1)
    take(Feed.drive(0..<100), &recording)
    if isRemoved { try remove() } else { try damage() }
    recording.end(.stopped)
    commit(&recording, &keeper)
    #expect(
      try store.ask("SELECT end_reason, ended FROM session_summary", columns: 2)
        == [["stopped", "2026-05-01T06:01:39.000Z"]])
    #expect(try store.addsUp(1))
    #expect(try store.number("SELECT count(*) FROM fix") ?? 0 > 1)
  }

  @Test("With an end in order at the same time, what waits is stored, to go on")
  func suspend() throws {
    var recording = Recording(.test, bootID: "boot")
    var keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.begin()
    commit(&recording, &keeper, times: 1)
    take(Feed.drive(0..<100), &recording)
    try damage()
    recording.suspend()
    commit(&recording, &keeper)
    #expect(try store.ask("SELECT end_reason FROM session") == [["-"]])
    #expect(try store.number("SELECT suspended FROM session") == 1)
    #expect(try store.addsUp(1))
  }

  @Test("While it is undecided whether a session goes on, another begins")
  func undecided() throws {
    try leave()
    var recording = Recording(.test, bootID: "boot")
    var keeper = try resume(&recording)
    commit(&recording, &keeper, times: 1)
    try remove()
    take(Feed.drive(300..<400), &recording)
    commit(&recording, &keeper, times: 3)
    take(Feed.drive(400..<500), &recording)
    commit(&recording, &keeper)
    let isOpen = recording.isOpen
    #expect(isOpen)
    #expect(try store.addsUp(1))
    #expect(try store.ask("SELECT time FROM last_fix") == [["2026-05-01T06:08:18.000Z"]])
  }

  @Test("At the first commit after a session went on, only what came since is counted")
  func resumed() throws {
    try leave()
    var recording = Recording(.test, bootID: "boot")
    var keeper = try resume(&recording)
    commit(&recording, &keeper, times: 1)
    take(Feed.drive(300..<400), &recording)
    try damage()
    commit(&recording, &keeper)
    #expect(try store.addsUp(1))
    #expect((95...101).contains(try store.ledger(1)["received"] ?? 0))
  }

  @Test("What waits of a session that has ended meanwhile is stored as a session too")
  func endedMeanwhile() throws {
    var recording = Recording(.test, bootID: "boot")
    var keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.begin()
    take(Feed.drive(100_000..<100_100), &recording)
    commit(&recording, &keeper, times: 1)
    take(Feed.drive(100_100..<100_200) + Feed.drive(0..<100), &recording)
    try damage()
    commit(&recording, &keeper)
    #expect(try store.ask("SELECT end_reason FROM session ORDER BY id") == [["clock"], ["-"]])
    #expect(try store.addsUp(1) && store.addsUp(2))
    #expect(try store.number("SELECT count(*) FROM fix WHERE session = 1") ?? 0 > 0)
  }

  @Test("A session that is left at rest keeps all of the rest")
  func rest() throws {
    var recording = Recording(.test, bootID: "boot")
    var keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.begin()
    take(Feed.drive(0..<60) + (60..<340).map { Feed.line($0, metres: 600, speed: 0) }, &recording)
    recording.suspend()
    commit(&recording, &keeper, times: 1)
    #expect(try store.number("SELECT round(duration_s) FROM rest") ?? 0 >= 275)
    #expect(
      try store.number("SELECT fixes - (SELECT count FROM ledger WHERE disposition = 'held') FROM rest") ?? 99 <= 2)
  }

  @Test("Nothing is waited for while nothing is recorded")
  func idle() throws {
    try leave()
    var recording = Recording(.test, bootID: "boot")
    _ = try resume(&recording)
    take([Feed.line(190, metres: 1_900)], &recording, at: Self.start)
    let isUndecided = recording.isUndecided
    #expect(isUndecided)
    recording.end(.stopped)
    let deadline = recording.deadline
    #expect(deadline == nil)
  }
}

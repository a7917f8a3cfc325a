import Foundation
import GPSClient
import Positioning
import SQLite
import Testing
import TrackStore
import Tracking

@testable import Recorder

@Suite("A keeper of the store")
struct KeeperTests: ~Copyable {
  private static let start = MonotonicTime(milliseconds: 1_000_000)
  private static let today = Timestamp(milliseconds: 1_777_615_200_000)

  let store: TemporaryStore
  var recording: Recording
  var keeper: StoreKeeper
  private let decoder = ReportDecoder()

  init() throws {
    let store = try TemporaryStore()
    var recording = Recording(.test, bootID: "boot")
    var keeper = StoreKeeper(try TrackWriter(path: store.path))
    recording.begin()
    #expect(keeper.commit(&recording, Self.start, at: Self.today) == .stored)
    self.recording = recording
    self.keeper = keeper
    self.store = store
  }

  private mutating func take(_ lines: [String]) {
    for line in lines {
      var bytes = Array(line.utf8) + [0]
      let message = bytes.withUnsafeMutableBufferPointer {
        decoder.decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast()))
      }
      recording.take(message, from: decoder, at: nil, present: nil)
    }
  }

  private mutating func commit(at second: Int64) -> StoreKeeper.Outcome {
    keeper.commit(&recording, Self.start + second * 1_000, at: Self.today)
  }

  @Test("What refuses is tried again after 1 s, then after twice as long each time, up to 30 s")
  mutating func backOff() throws {
    take(Feed.drive(0..<20))
    try Connection(store.path, .write).run("ALTER TABLE counter RENAME TO away")
    var tries: [Int64] = []
    var second: Int64 = 0
    for _ in 0..<8 {
      #expect(commit(at: second) == .refused)
      let pause = (keeper.trouble?.nextTry ?? Self.start) - (Self.start + second * 1_000)
      tries.append(pause / 1_000)
      second += pause / 1_000
    }
    #expect(tries == [1, 2, 4, 8, 16, 30, 30, 30])
    try Connection(store.path, .write).run("ALTER TABLE away RENAME TO counter")
    #expect(commit(at: second) == .stored)
    let trouble = keeper.trouble
    #expect(trouble == nil)
    #expect(try store.addsUp(1))
  }

  @Test("Another program's lock is tried every second")
  mutating func busy() throws {
    take(Feed.drive(0..<20))
    let other = try Connection(store.path, .write)
    try other.run("BEGIN IMMEDIATE")
    for second: Int64 in 0..<3 {
      #expect(commit(at: second) == .refused)
      let next = keeper.trouble?.nextTry
      #expect(next == Self.start + (second + 1) * 1_000)
    }
    try other.run("ROLLBACK")
    #expect(commit(at: 3) == .stored)
  }

  @Test("A file that vanished makes room for another, in which the session goes on from where it was stored last")
  mutating func vanished() throws {
    take(Feed.drive(0..<200) + (200..<500).map { Feed.line($0, metres: 2_000, speed: 0) })
    #expect(commit(at: 1) == .stored)
    let stored = try #require(try store.number("SELECT count(*) FROM fix"))
    take((500..<560).map { Feed.line($0, metres: 2_000 + Double($0 - 500) * 10) })
    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: store.path + suffix) }
    #expect(commit(at: 2) == .startedOver(.removed))
    #expect(commit(at: 2) == .stored)
    take((560..<700).map { Feed.line($0, metres: 2_000 + Double($0 - 500) * 10) })
    recording.end(.stopped)
    #expect(commit(at: 3) == .stored)

    #expect(stored > 0)
    #expect(try store.addsUp(1))
    #expect(
      try store.ask("SELECT count(*), min(seq), max(seq) - count(*), min(segment) FROM fix", columns: 4)
        == [[String(try store.number("SELECT count(*) FROM fix") ?? 0), "1", "0", "1"]])
    #expect(try store.ask("SELECT rest FROM rest") == [["1"]])
    #expect(try store.ask("SELECT time FROM last_fix") == [["2026-05-01T06:11:39.000Z"]])
    #expect(
      try store.ask("SELECT uuid IS NOT NULL, started IS NOT NULL FROM session_summary", columns: 2) == [["1", "1"]])
    #expect((1_300...2_000).contains(try store.number("SELECT distance_m FROM session_summary") ?? 0))
    #expect(try store.number("SELECT min(first_seq) FROM leg") ?? 0 >= 1)
  }

  @Test("A damaged file is kept under another name, whole")
  mutating func damaged() throws {
    take(Feed.drive(0..<200))
    #expect(commit(at: 1) == .stored)
    try FileManager.default.moveItem(atPath: store.path, toPath: store.path + ".good")
    try Data(repeating: 0xa5, count: 8_192).write(to: URL(fileURLWithPath: store.path))
    take(Feed.drive(200..<260))
    #expect(commit(at: 2) == .startedOver(.damaged(keptAs: "\(store.path).corrupt-20260501T060000Z")))
    #expect(commit(at: 4) == .stored)
    #expect(FileManager.default.fileExists(atPath: "\(store.path).corrupt-20260501T060000Z"))
    #expect(try store.addsUp(1))
  }
}

@Suite("A session that may go on")
struct ResumedRecordingTests: ~Copyable {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  /// Feeds a recording that resumes what is there, in a new process so to speak.
  private func resume(_ lines: [String], sessionGap: Int64 = 3_600_000, ended: Bool = false) throws {
    let decoder = ReportDecoder()
    var settings = Recording.Settings.test
    settings.sessionGap = sessionGap
    var recording = Recording(settings, bootID: "boot")
    var writer = try TrackWriter(path: store.path)
    if let session = try writer.unfinished(numbering: { decoder.number(of: $0) }) {
      recording.resume(session)
    } else {
      recording.begin()
    }
    for line in lines {
      var bytes = Array(line.utf8) + [0]
      let message = bytes.withUnsafeMutableBufferPointer {
        decoder.decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast()))
      }
      recording.take(message, from: decoder, at: nil, present: nil)
      try writer.commit(recording.facts, recording.snapshot, .process)
      recording.noteStored()
    }
    if ended { recording.end(.stopped) }
    try writer.commit(recording.facts, recording.snapshot, .process)
  }

  private var noFix: String { #"{"class":"TPV","device":"/dev/a","mode":1}"# }

  @Test("Cut off again and again it is one session, and each cut a gap", arguments: 1...8)
  func manyCuts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var second = 0
    var cuts = 0
    var fed = 0
    while second < 1_500 {
      let length = Int.random(in: 2...200, using: &random)
      fed += length
      try resume((second..<(second + length)).map { Feed.line($0, metres: Double($0) * 10) })
      second += length + Int.random(in: 0...40, using: &random)
      cuts += 1
    }
    #expect(try store.number("SELECT count(*) FROM session") == 1)
    #expect(try store.addsUp(1), "seed \(seed)")
    #expect(try store.ledger(1)["received"] == fed, "seed \(seed)")
    #expect(try store.ledger(1)["lost:restart"] == cuts - 1, "seed \(seed)")
    #expect(try store.number("SELECT count(*) FROM gap WHERE reason = 'restart'") ?? 0 <= Int64(cuts - 1))
    #expect(try store.number("SELECT count(*) FROM gap WHERE reason = 'restart'") ?? 0 >= Int64(cuts / 2))
    #expect(try store.number("SELECT count(*) FROM fix WHERE kept_because = 'tip'") ?? 0 <= 1)
    #expect(
      try store.number("SELECT count(*) FROM leg WHERE id NOT IN (SELECT id FROM leg_box)") ?? 9 <= 1, "seed \(seed)")
    #expect(
      try store.number("SELECT round(duration_s - moving_s - rest_s - gap_s) FROM session_summary") == 0, "seed \(seed)"
    )
  }

  @Test("Where another begins, what came while it was undecided is the other's")
  func another() throws {
    try resume(Feed.drive(0..<60))
    try resume(Array(repeating: noFix, count: 7) + ["broken"] + Feed.drive(5_000..<5_060), ended: true)
    #expect(try store.ask("SELECT end_reason FROM session") == [["crash"], ["stopped"]])
    #expect(try store.addsUp(1) && store.addsUp(2))
    #expect(try store.ledger(2)["rejected:no-fix"] == 7)
    #expect(try store.ledger(2)["rejected:malformed"] == 1)
    #expect(try store.ledger(2)["received"] == 68)
    #expect(try store.ledger(1)["received"] == 60)
    #expect(try store.number("SELECT min(seq) FROM fix WHERE session = 2") == 1)
  }

  @Test("A machine without a clock begins another session too, without losing what made it believe the time")
  func withoutClock() throws {
    try resume(Feed.drive(0..<60))
    try resume(Feed.drive(200_000..<200_060), ended: true)
    #expect(try store.number("SELECT count(*) FROM session") == 2)
    #expect(try store.addsUp(2))
    #expect(try store.ledger(2)["received"] == 60)
    #expect(try store.ask("SELECT started FROM session_summary WHERE session = 2") == [["2026-05-03T13:33:20.000Z"]])
  }

  @Test("While it is undecided nothing of it is changed, however often that is cut off")
  func undecided() throws {
    try resume(Feed.drive(0..<60))
    let before = try store.ask("SELECT * FROM session JOIN counter ON session = id ORDER BY counter.name", columns: 16)
    for _ in 0..<3 { try resume(Array(repeating: noFix, count: 5)) }
    #expect(
      try store.ask("SELECT * FROM session JOIN counter ON session = id ORDER BY counter.name", columns: 16) == before)
    try resume(Feed.drive(80..<120))
    #expect(try store.number("SELECT count(*) FROM session") == 1)
    #expect(try store.addsUp(1))
  }

  @Test("A receiver with another name takes over after a while, as in a session that was never cut")
  func otherReceiver() throws {
    try resume(Feed.drive(0..<60))
    try resume((100..<160).map { Feed.line($0, metres: Double($0) * 10, from: "/dev/b") })
    #expect(try store.number("SELECT count(*) FROM session") == 1)
    #expect(try store.ask("SELECT DISTINCT device FROM fix ORDER BY 1") == [["/dev/a"], ["/dev/b"]])
    #expect(try store.addsUp(1))
  }
}

import Positioning
import SQLite
import Testing
import TrackStore
import Tracking

@testable import Recorder

@Suite("A session in the making")
struct RecordingTests: ~Copyable {
  let store: TemporaryStore
  var fed: FedRecording

  init() throws {
    let store = try TemporaryStore()
    fed = try FedRecording(into: store)
    self.store = store
  }

  @Test("A session is there from the beginning, with its name, and nothing presses")
  func begins() throws {
    #expect(
      try store.ask("SELECT name, profile, started FROM session_summary", columns: 3) == [["a name", "default", "-"]])
    #expect(fed.recording.need < .facts)
    #expect(fed.writer.sessions == [1])
  }

  @Test("Facts and what still changes are stored in one commit: before it nothing, after it all")
  mutating func oneCommit() throws {
    try fed.take(Feed.drive(0..<60) + ["broken", #"{"class":"TPV","mode":1}"#])
    fed.recording.note(.event(StoredEvent(time: nil, kind: .connection, detail: "connected")))
    #expect(fed.recording.need == .facts)
    #expect(try store.number("SELECT count(*) FROM fix_row") == 0)
    #expect(try store.number("SELECT count FROM counter WHERE name = 'received'") == 0)
    try fed.commit(.power)
    #expect(fed.recording.need == .none)
    #expect(fed.recording.facts.count == 0)
    #expect(try store.addsUp(1))
    #expect(try store.ledger(1)["received"] == 62)
    #expect(try store.ask("SELECT kept_because FROM last_fix") == [["tip"]])
    #expect(try store.number("SELECT count(*) FROM event") == 1)
    #expect((550...590).contains(try store.number("SELECT distance_m FROM session_summary") ?? 0))
  }

  @Test("At every commit the ledger adds up, and a refused line alone waits for company")
  mutating func everyCommit() throws {
    for line in Feed.drive(0..<40) + Feed.drive(35..<45) + (45..<200).map({ Feed.line($0, metres: 450, speed: 0) }) {
      try fed.take([line])
      try fed.commit(.process)
      #expect(try store.addsUp(1))
    }
    try fed.take(["broken"])
    #expect(fed.recording.need == .counts)
  }

  @Test("A rest that begins or ends is pressing")
  mutating func rests() throws {
    try fed.take(Feed.drive(0..<60))
    try fed.commit(.process)
    var second = 60
    while fed.recording.need < .urgent, second < 600 {
      try fed.take([Feed.line(second, metres: 600, speed: 0)])
      second += 1
    }
    #expect(fed.recording.need == .urgent)
    try fed.commit(.power)
    #expect(try store.ask("SELECT departure FROM rest") == [["-"]])
    #expect(fed.recording.need == .none)
    while fed.recording.need < .urgent, second < 1_200 {
      try fed.take([Feed.line(second, metres: 600 + Double(second) * 10)])
      second += 1
    }
    try fed.commit(.power)
    #expect(try store.number("SELECT count(*) FROM rest WHERE departure IS NOT NULL") == 1)
  }

  @Test("A clock that steps back for good ends the session and begins another with every report")
  mutating func clockStepsBack() throws {
    try fed.take(Feed.drive(86_400..<86_460))
    try fed.take(Feed.drive(0..<30))
    try fed.finish(.stopped)
    #expect(fed.writer.sessions == [1, 2])
    #expect(try store.ask("SELECT end_reason FROM session ORDER BY id") == [["clock"], ["stopped"]])
    #expect(try store.addsUp(1))
    #expect(try store.addsUp(2))
    let received = try [1, 2].map { try store.ledger($0)["received"] ?? 0 }
    #expect(received.reduce(0, +) == 90)
    #expect(received[1] >= 29)
    #expect(
      try store.ask("SELECT started, ended FROM session_summary WHERE session = 2", columns: 2)
        == [["2026-05-01T06:00:00.000Z", "2026-05-01T06:00:29.000Z"]])
    #expect(try store.number("SELECT count(DISTINCT uuid) FROM session") == 2)
  }

  @Test("At the end nothing is pending, and the newest fix is the last row")
  mutating func finishes() throws {
    try fed.take(Feed.drive(0..<20))
    try fed.finish(.stopped)
    #expect(try store.addsUp(1))
    #expect(try store.ledger(1)["pending"] ?? 0 == 0)
    #expect(
      try store.ask("SELECT kept_because, time FROM last_fix", columns: 2) == [["end", "2026-05-01T06:00:19.000Z"]])
    #expect(
      try store.ask("SELECT ended, end_reason FROM session_summary", columns: 2) == [
        ["2026-05-01T06:00:19.000Z", "stopped"]
      ])
  }

  @Test("A session without a single fix ends too")
  mutating func finishesEmpty() throws {
    try fed.finish(.stopped)
    #expect(try store.ask("SELECT ended, end_reason FROM session_summary", columns: 2) == [["-", "stopped"]])
  }

  @Test("Reports of a receiver that is not wanted are counted, not stored")
  mutating func wantedReceiver() throws {
    for second in 0..<10 {
      let lines = [Feed.line(second, metres: 0), Feed.line(second, metres: 900, from: "/dev/b")]
      try fed.take(lines, wanted: "/dev/b")
    }
    try fed.finish(.stopped)
    #expect(try store.ledger(1)["rejected:other-device"] == 10)
    #expect(try store.ask("SELECT DISTINCT device FROM fix") == [["/dev/b"]])
  }

  @Test("A receiver that is pulled out leaves a gap with that reason, another one's going does not")
  mutating func pulledOut() throws {
    try fed.take(Feed.drive(0..<10) + [#"{"class":"DEVICE","path":"/dev/b","activated":0}"#])
    try fed.take(Feed.drive(10..<20) + [#"{"class":"DEVICE","path":"/dev/a","activated":0}"#] + Feed.drive(22..<30))
    try fed.finish(.stopped)
    #expect(try store.ask("SELECT reason, duration_s FROM gap", columns: 2) == [["device-gone", "3.0"]])
  }
}

import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Sessions in the views")
struct SessionViewTests: ~Copyable {
  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  @Test("Moving, rest and gaps add up to the duration, a gap inside a rest counted once")
  mutating func addsUp() throws {
    let facts: [StoredFact] = [
      .began(fix(at: morning)), .row(row(1, at: morning)), .row(row(2, at: morning + 4 * hour, metres: 900)),
      .leg(leg(from: morning, to: morning + hour, metres: 1_000, speed: 20)),
      .rest(rest(1, from: morning + hour, to: morning + 2 * hour, gap: 10 * minute)),
      .gap(gap(from: morning + hour + minute, to: morning + hour + 11 * minute, metres: 1)),
      .gap(gap(from: morning + 3 * hour, to: morning + 3 * hour + 5 * minute, metres: 500)),
      .leg(leg(from: morning + 2 * hour, to: morning + 3 * hour, metres: 2_000, speed: 30)),
    ]
    try writer.end(facts, snapshot(stored: 2), at: Timestamp(milliseconds: morning + 4 * hour), .stopped)
    #expect(
      try store.ask("SELECT duration_s, moving_s, rest_s, gap_s FROM session_summary") == [
        "14400.0|10500.0|3000.0|900.0"
      ])
    #expect(
      try store.ask("SELECT distance_m, max_speed_mps, ascent_m, descent_m, fixes, end_reason FROM session_summary")
        == ["3000.0|30.0|20.0|40.0|2|stopped"])
    #expect(
      try store.ask("SELECT started, ended FROM session_summary") == [
        "2026-05-01T06:00:00.000Z|2026-05-01T10:00:00.000Z"
      ])
  }

  @Test("While it records, a session lasts until its newest fix or the last of its rest")
  mutating func stillRecording() throws {
    let question = "SELECT duration_s, moving_s, rest_s, ended, end_reason FROM session_summary"
    #expect(try store.ask(question) == ["NULL|NULL|0.0|NULL|NULL"])
    try writer.commit([.began(fix(at: morning)), .row(row(1, at: morning))], snapshot(stored: 1), .process)
    #expect(try store.ask(question) == ["0.0|0.0|0.0|NULL|NULL"])
    try writer.commit([], snapshot(stored: 2, tip: row(2, at: morning + 90_000, because: .tip)), .process)
    #expect(try store.ask(question) == ["90.0|90.0|0.0|NULL|NULL"])
    try writer.commit(
      [.rest(rest(1, from: morning + 60_000, to: nil, seen: morning + 360_000))], snapshot(stored: 1), .process)
    #expect(try store.ask(question) == ["360.0|60.0|300.0|NULL|NULL"])
  }

  @Test("The last fix is the one recorded last, whatever its time, in every session")
  mutating func lastFix() throws {
    let odd = row(2, at: morning - 1_024 * 7 * 24 * hour)
    try writer.commit(
      [.began(fix(at: morning)), .row(row(1, at: morning + 900 * hour)), .row(odd)], snapshot(stored: 2), .process)
    try writer.begin(TemporaryStore.start("two"), bootID: nil)
    try writer.commit([.began(fix(at: morning)), .row(row(1, at: morning))], snapshot(stored: 1), .process)
    #expect(try store.ask("SELECT session, seq FROM last_fix ORDER BY session") == ["1|2", "2|1"])
  }

  @Test("A session without a fix is in no list of stops, trips and days")
  mutating func empty() throws {
    try writer.end([], snapshot(stored: 0), at: nil, .stopped)
    for view in ["stop", "trip", "day", "fix", "last_fix", "rest", "gap"] {
      #expect(try store.ask("SELECT * FROM \(view)").isEmpty, "\(view)")
    }
    #expect(try store.ask("SELECT session, started, duration_s FROM session_summary") == ["1|NULL|NULL"])
  }

  @Test("Marks and events are told with their time, events without one too")
  mutating func marksAndEvents() throws {
    let event = StoredEvent(time: nil, kind: .connection, detail: "lost")
    try writer.commit(
      [.event(event), .mark(fix(at: morning + 5), "a \"place\""), .mark(fix(at: morning), nil)], snapshot(stored: 0),
      .power)
    #expect(try store.ask("SELECT time, kind, detail FROM event") == ["NULL|connection|lost"])
    #expect(
      try store.ask("SELECT time, latitude, longitude, text FROM mark ORDER BY unix_ms") == [
        "2026-05-01T06:00:00.000Z|47.1|8.1|NULL", "2026-05-01T06:00:00.005Z|47.1|8.1|a \"place\"",
      ])
  }
}

import Positioning
import Testing

@testable import TrackStore

@Suite("Days")
struct DayViewTests: ~Copyable {
  private static let days = "SELECT date, sessions, distance_m, moving_s, rest_s, stops FROM day ORDER BY date"

  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  @Test("A rest over midnight is divided, and counts as a stop of the day it began")
  mutating func overMidnight() throws {
    try writer.commit(
      [
        .began(fix(at: midnight - 2 * hour)), .row(row(1, at: midnight - 2 * hour)),
        .leg(leg(from: midnight - 2 * hour, to: midnight - hour, metres: 1_000)),
        .rest(rest(1, from: midnight - hour, to: midnight + 2 * hour)),
        .leg(leg(from: midnight + 2 * hour, to: midnight + 3 * hour, metres: 500)),
      ], snapshot(stored: 1), .process)
    #expect(
      try store.ask(Self.days) == ["2026-05-01|1|1000.0|3600.0|3600.0|1", "2026-05-02|1|500.0|3600.0|7200.0|0"])
  }

  @Test("A rest of several days fills the days between, less the gaps inside it")
  mutating func severalDays() throws {
    let day = 24 * hour
    try writer.commit(
      [
        .began(fix(at: midnight - hour)), .row(row(1, at: midnight - hour)),
        .rest(rest(1, from: midnight - hour, to: midnight + 3 * day + hour, gap: day)),
        .gap(gap(from: midnight + 12 * hour, to: midnight + 36 * hour, metres: 3)),
        .gap(gap(from: midnight + 4 * day, to: midnight + 5 * day, metres: 3_000)),
      ], snapshot(stored: 1), .process)
    #expect(
      try store.ask(Self.days) == [
        "2026-05-01|1|0.0|0.0|3600.0|1", "2026-05-02|1|0.0|0.0|43200.0|0", "2026-05-03|1|0.0|0.0|43200.0|0",
        "2026-05-04|1|0.0|0.0|86400.0|0", "2026-05-05|1|0.0|0.0|3600.0|0",
      ])
    let rested = try store.ask("SELECT sum(rest_s) FROM day")
    #expect(rested == (try store.ask("SELECT rest_s FROM session_summary")))
  }

  @Test("A rest that lasts counts until it was seen last, and one that ends at midnight leaves the next day alone")
  mutating func edges() throws {
    try writer.commit(
      [
        .began(fix(at: midnight - 2 * hour)), .row(row(1, at: midnight - 2 * hour)),
        .rest(rest(1, from: midnight - 2 * hour, to: midnight)),
      ], snapshot(stored: 1), .process)
    #expect(try store.ask(Self.days) == ["2026-05-01|1|0.0|0.0|7200.0|1"])
    try writer.commit(
      [.rest(rest(2, from: midnight + hour, to: nil, seen: midnight + 2 * hour))], snapshot(stored: 1), .process)
    #expect(try store.ask(Self.days) == ["2026-05-01|1|0.0|0.0|7200.0|1", "2026-05-02|1|0.0|0.0|3600.0|1"])
  }

  @Test("A night with the engine off is a stop of the evening, but the morning's session is none of the evening's")
  mutating func nightBetweenSessions() throws {
    try writer.end(
      [
        .began(fix(at: midnight - 2 * hour)), .row(row(1, at: midnight - 2 * hour)),
        .leg(leg(from: midnight - 2 * hour, to: midnight - hour, metres: 1_000)),
      ], snapshot(stored: 1), at: Timestamp(milliseconds: midnight - hour), .stopped)
    try writer.begin(TemporaryStore.start("two"), bootID: nil)
    try writer.commit(
      [
        .began(fix(at: midnight + hour)), .row(row(1, at: midnight + hour)),
        .leg(leg(from: midnight + hour, to: midnight + 2 * hour, metres: 500)),
      ], snapshot(stored: 1), .process)
    #expect(try store.ask(Self.days) == ["2026-05-01|1|1000.0|3600.0|0.0|1", "2026-05-02|1|500.0|3600.0|0.0|0"])
  }
}

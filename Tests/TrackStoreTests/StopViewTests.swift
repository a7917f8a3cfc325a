import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Stops and trips")
struct StopViewTests: ~Copyable {
  private static let stops =
    "SELECT session, stop, kind, (arrival_ms - \(morning)) / \(minute), (departure_ms - \(morning)) / \(minute), radius_m FROM stop ORDER BY session, stop"
  private static let trips =
    "SELECT session, trip, (departure_ms - \(morning)) / \(minute), (arrival_ms - \(morning)) / \(minute), distance_m, max_speed_mps FROM trip ORDER BY session, trip"

  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  private func at(_ minutes: Int64) -> Int64 { morning + minutes * minute }

  @Test("A rest of two minutes is a stop, a shorter one is not, one that lasts is")
  mutating func rests() throws {
    try writer.commit(
      [
        .began(fix(at: morning)), .row(row(1, at: morning)), .rest(rest(1, from: at(10), to: at(12))),
        .rest(rest(2, from: at(20), to: at(22) - 1)), .rest(rest(3, from: at(30), to: nil, seen: at(40))),
      ], snapshot(stored: 1), .process)
    #expect(try store.ask(Self.stops) == ["1|1|rest|10|12|3.5", "1|2|rest|30|NULL|3.5"])
  }

  @Test("A hole that ends where it began is a stop with the engine off; one that is short, far or inside a rest is not")
  mutating func holes() throws {
    try writer.commit(
      [
        .began(fix(at: morning)), .row(row(1, at: morning)), .gap(gap(from: at(10), to: at(12), metres: 99.9)),
        .gap(gap(from: at(20), to: at(22) - 1, metres: 1)), .gap(gap(from: at(30), to: at(40), metres: 100)),
        .rest(rest(1, from: at(50), to: at(80), gap: 10 * minute)), .gap(gap(from: at(60), to: at(70), metres: 2)),
      ], snapshot(stored: 1), .process)
    #expect(try store.ask(Self.stops) == ["1|1|off|10|12|99.9", "1|2|rest|50|80|3.5"])
  }

  @Test("Between two sessions the engine was off, if the later one begins where the former ended")
  mutating func betweenSessions() throws {
    try drive(0...10, from: 0, to: 5_000)
    try writer.begin(TemporaryStore.start("none"), bootID: nil)
    try writer.end([], snapshot(stored: 0), at: nil, .stopped)
    for (uuid, minutes, metres) in [("near", 60...70, 5_050.0), ("far", 90...99, 9_000), ("soon", 100...110, 9_000)]
      as [(String, ClosedRange<Int64>, Double)]
    {
      try writer.begin(TemporaryStore.start(uuid), bootID: nil)
      try drive(minutes, from: metres, to: uuid == "near" ? 5_050 : 9_000)
    }
    #expect(try store.ask("SELECT session, kind, duration_s, round(radius_m) FROM stop") == ["3|off|3000.0|50.0"])
    #expect(try store.ask(Self.trips).prefix(2) == ["1|1|0|10|5000.0|10.0", "3|1|60|70|0.0|10.0"])
  }

  @Test("Sessions follow each other in time, in whatever order they were stored")
  mutating func storedOutOfOrder() throws {
    let day = 24 * 60
    let year = 365 * day
    for (session, start) in [0, -year, day].enumerated() {
      if session > 0 { try writer.begin(TemporaryStore.start("\(session)"), bootID: nil) }
      try drive(Int64(start)...Int64(start + 60), from: 0, to: 0)
    }
    #expect(try store.ask(Self.stops) == ["3|1|off|60|\(day)|0.0"])
    // One that came between, and went elsewhere, is stored at last.
    try writer.begin(TemporaryStore.start("between"), bootID: nil)
    try drive(100...200, from: 0, to: 5_000)
    #expect(try store.ask(Self.stops) == ["4|1|off|60|100|0.0"])
  }

  /// A session of nothing but a straight line.
  private mutating func drive(_ minutes: ClosedRange<Int64>, from metres: Double, to end: Double) throws {
    let (start, stop) = (at(minutes.lowerBound), at(minutes.upperBound))
    let facts: [StoredFact] = [
      .began(fix(at: start, metres: metres)), .row(row(1, at: start, metres: metres)),
      .row(row(2, at: stop, metres: end)), .leg(leg(from: start, to: stop, metres: abs(end - metres), speed: 10)),
    ]
    try writer.end(facts, snapshot(stored: 2), at: Timestamp(milliseconds: stop), .stopped)
  }

  @Test("Trips lie between stops and the ends of the session")
  mutating func trips() throws {
    try writer.end(
      [
        .began(fix(at: morning)), .row(row(1, at: morning)),
        .leg(leg(from: at(0), to: at(5), metres: 1_000, speed: 20)),
        .rest(rest(1, from: at(5), to: at(6))), .leg(leg(from: at(6), to: at(10), metres: 500, speed: 25)),
        .rest(rest(2, from: at(10), to: at(20))), .leg(leg(from: at(20), to: at(30), metres: 300, speed: 5)),
        .gap(gap(from: at(30), to: at(45), metres: 20)), .leg(leg(from: at(45), to: at(50), metres: 70)),
      ], snapshot(stored: 1), at: Timestamp(milliseconds: at(50)), .stopped)
    #expect(try store.ask(Self.trips) == ["1|1|0|10|1500.0|25.0", "1|2|20|30|300.0|5.0", "1|3|45|50|70.0|NULL"])
  }

  @Test("A trip that goes on ends at the newest fix, and a stop that lasts has no trip after it")
  mutating func openEnds() throws {
    let first: [StoredFact] = [.began(fix(at: morning)), .row(row(1, at: morning))]
    let growing = snapshot(
      stored: 2, tip: row(2, at: at(3), because: .tip), openLeg: leg(from: at(0), to: at(3), metres: 30, speed: 1))
    try writer.commit(first, growing, .process)
    #expect(try store.ask(Self.trips) == ["1|1|0|3|30.0|1.0"])
    try writer.commit(
      [.leg(leg(from: at(0), to: at(2), metres: 20, speed: 1)), .rest(rest(1, from: at(2), to: nil, seen: at(9)))],
      snapshot(stored: 1), .process)
    #expect(try store.ask(Self.trips) == ["1|1|0|2|20.0|1.0"])
  }
}

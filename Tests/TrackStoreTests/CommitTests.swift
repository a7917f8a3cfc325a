import Positioning
import SQLite
import Testing

@testable import TrackStore
@testable import Tracking

@Suite("Commits")
struct CommitTests: ~Copyable {
  private static let rows = "SELECT seq, unix_ms - \(morning), kept_because FROM fix ORDER BY seq"

  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  @Test("The view calls every reason to keep a row by its word")
  mutating func keepings() throws {
    let facts = Keeping.allCases.enumerated().map { index, keeping in
      StoredFact.row(row(index + 1, at: morning + Int64(index), because: keeping))
    }
    try writer.commit(facts, snapshot(stored: facts.count), .process)
    #expect(try store.ask("SELECT kept_because FROM fix ORDER BY seq") == Keeping.allCases.map(\.word))
  }

  @Test("The newest fix is a row that the next commit replaces, until there is none")
  mutating func tip() throws {
    let first = row(1, at: morning, because: .start)
    try writer.commit([.row(first)], snapshot(stored: 2, tip: row(2, at: morning + 1_000, because: .tip)), .process)
    #expect(try store.ask(Self.rows) == ["1|0|start", "2|1000|tip"])
    try writer.commit([], snapshot(stored: 2, tip: row(2, at: morning + 2_000, because: .tip)), .process)
    #expect(try store.ask(Self.rows) == ["1|0|start", "2|2000|tip"])
    try writer.commit(
      [.row(row(2, at: morning + 1_500))], snapshot(stored: 3, tip: row(3, at: morning + 3_000, because: .tip)),
      .process)
    #expect(try store.ask(Self.rows) == ["1|0|start", "2|1500|path", "3|3000|tip"])
    try writer.commit([], snapshot(stored: 2), .power)
    #expect(try store.ask(Self.rows) == ["1|0|start", "2|1500|path"])
  }

  @Test("A commit is stored whole or not at all, and one that failed can be made again")
  mutating func atomic() throws {
    try writer.commit([.row(row(1, at: morning))], snapshot(stored: 1), .power)
    let facts: [StoredFact] = [
      .row(row(2, at: morning + 1_000)), .leg(leg(from: morning, to: morning + 1_000, metres: 10)),
      .event(StoredEvent(time: nil, kind: .device, detail: "x")), .row(row(3, at: morning + 2_000, device: 7)),
    ]
    let next = snapshot(stored: 3, openLeg: leg(from: morning, to: morning + 1, metres: 1))
    try writer.name(DeviceID(number: 7), path: "/dev/ttyUSB7")
    // The counters are written last, when all else has been.
    _ = try sqlite3([store.path, "ALTER TABLE counter RENAME TO away"])
    #expect(throws: StoreError.self) { try writer.commit(facts, next, .power) }
    _ = try sqlite3([store.path, "ALTER TABLE away RENAME TO counter"])
    #expect(try store.ask(Self.rows) == ["1|0|path"])
    #expect(try store.ask("SELECT count FROM counter WHERE name = 'stored'") == ["1"])
    for table in ["leg", "leg_box", "event_row"] { #expect(try store.ask("SELECT count(*) FROM \(table)") == ["0"]) }
    #expect(try store.ask("SELECT count(*) FROM device") == ["1"])
    try writer.commit(facts, next, .power)
    #expect(try store.ask("SELECT count FROM counter WHERE name = 'stored'") == ["3"])
    #expect(try store.ask("SELECT seq, device FROM fix WHERE seq = 3") == ["3|/dev/ttyUSB7"])
    #expect(try store.ask("SELECT count(*) FROM leg") == ["2"])
  }

  @Test("Counters follow the ledger, down to zero")
  mutating func counters() throws {
    var changing = snapshot(stored: 1, pending: 2)
    changing.updates = 5
    changing.ledger[.malformed] = 4
    changing.ledger.received += 4
    try writer.commit([.row(row(1, at: morning))], changing, .process)
    let question = "SELECT disposition, count FROM ledger ORDER BY disposition"
    #expect(try store.ask(question) == ["pending|2", "received|7", "rejected:malformed|4", "stored|1"])
    #expect(try store.ask("SELECT updates FROM session_summary") == ["5"])
    changing.ledger.pending = 0
    changing.ledger.thinned = 2
    try writer.commit([], changing, .process)
    #expect(try store.ask(question) == ["received|7", "rejected:malformed|4", "stored|1", "thinned|2"])
  }

  @Test("What is said of a rest again replaces what was said before")
  mutating func rests() throws {
    let arrival = morning + hour
    try writer.commit([.rest(rest(1, from: arrival, to: nil, seen: arrival + minute))], snapshot(stored: 0), .power)
    let question = "SELECT rest, departure, duration_s, radius_m, fixes FROM rest"
    #expect(try store.ask(question) == ["1|NULL|60.0|3.5|40"])
    try writer.commit([.rest(rest(1, from: arrival, to: arrival + hour))], snapshot(stored: 0), .power)
    #expect(try store.ask(question) == ["1|2026-05-01T08:00:00.000Z|3600.0|3.5|40"])
  }

  @Test("The leg that still grows is one row until it is final or gone")
  mutating func legs() throws {
    let question = "SELECT (to_ms - from_ms) / 1000, distance_mm FROM leg ORDER BY id"
    func grown(_ seconds: Int64) -> Snapshot {
      snapshot(stored: 0, openLeg: leg(from: morning, to: morning + seconds * 1_000, metres: Double(seconds)))
    }
    try writer.commit([], grown(1), .process)
    try writer.commit([], grown(2), .process)
    #expect(try store.ask(question) == ["2|2000"])
    #expect(try store.ask("SELECT count(*) FROM leg_box") == ["0"])
    try writer.commit([.leg(leg(from: morning, to: morning + 3_000, metres: 3))], grown(4), .process)
    #expect(try store.ask(question) == ["3|3000", "4|4000"])
    #expect(try store.ask("SELECT id, south, east FROM leg_box") == ["1|47.0|8.25"])
    try writer.commit([], snapshot(stored: 0), .process)
    #expect(try store.ask(question) == ["3|3000"])
  }

  @Test("What the receiver did not say is NULL, and numbers keep every digit that gpsd prints")
  mutating func values() throws {
    var full = row(1, at: morning + 1)
    full.fix.coordinate = try #require(Coordinate(latitude: -0.000000001, longitude: 180))
    full.fix.measurements.altitudeMSLMetres = 431.2345
    full.fix.measurements.altitudeHAEMetres = -0.0001
    full.fix.measurements.speedMPS = 13.888
    full.fix.measurements.courseDegrees = 359.9999
    full.fix.measurements.climbMPS = -0.25
    full.fix.measurements.horizontalErrorMetres = 7.777
    full.fix.measurements.verticalErrorMetres = 1e300
    full.fix.measurements.hdop = 1.23
    full.fix.measurements.satellites = 9
    try writer.commit([.row(full), .row(row(2, at: morning + 2))], snapshot(stored: 2), .process)
    let columns =
      "latitude, longitude, altitude_msl_m, altitude_hae_m, speed_mps, course_deg, climb_mps, accuracy_m, hdop"
    #expect(
      try store.ask("SELECT \(columns), vertical_accuracy_m, satellites, time FROM fix WHERE seq = 1") == [
        "-1.0e-09|180.0|431.2345|-0.0001|13.888|359.9999|-0.25|7.777|1.23|NULL|9|2026-05-01T06:00:00.001Z"
      ])
    let unknown = "\(columns.replacing("latitude, longitude, ", with: "")), vertical_accuracy_m, satellites, speed_kmh"
    #expect(
      try store.ask("SELECT \(unknown) FROM fix WHERE seq = 2") == ["NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL"]
    )
  }
}

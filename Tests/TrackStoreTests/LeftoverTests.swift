import Positioning
import SQLite
import Testing
import Tracking

@testable import TrackStore

@Suite("Sessions whose recorder was cut off")
struct LeftoverTests: ~Copyable {
  let store: TemporaryStore

  init() throws { store = try TemporaryStore() }

  private func cutOff() throws {
    var writer = try store.writer()
    var pipeline = TrackPipeline(.init())
    let facts = Facts()
    for second in 0..<100 {
      var measured = Measurements()
      measured.mode = .threeD
      measured.speedMPS = second < 50 ? 1.4 : 0
      guard let place = Coordinate(latitude: 47 + 1e-5 * Double(min(second, 50)), longitude: 8) else { continue }
      let report = Report(
        device: DeviceID(number: 0), time: Timestamp(milliseconds: 1_777_615_200_000 + Int64(second) * 1000),
        coordinate: place, measurements: measured)
      pipeline.step(.report(report, at: nil, present: nil)) { facts.take($0) }
    }
    try writer.commit(facts.all, Snapshot(of: pipeline), .power)
  }

  private final class Facts {
    var all: [StoredFact] = []

    func take(_ effect: Effect) {
      switch effect {
      case .began(let fix): all.append(.began(fix))
      case .row(let row): all.append(.row(row))
      case .rest(let rest): all.append(.rest(rest))
      default: break
      }
    }
  }

  @Test("They end at the last that is known of them, and what was pending is lost")
  func end() throws {
    try cutOff()
    #expect(try store.ask("SELECT end_reason, ended_ms FROM session") == ["NULL|NULL"])
    var writer = try TrackWriter(path: store.path)
    try writer.endLeftovers(bootID: "boot")
    #expect(
      try store.ask("SELECT end_reason, ended_ms = (SELECT seen_ms FROM rest) FROM session_summary") == ["crash|1"])
    #expect(try store.ask("SELECT departure_ms = seen_ms FROM rest") == ["1"])
    #expect(try store.ask("SELECT count FROM ledger WHERE disposition = 'lost:restart'") == ["1"])
    #expect(
      try store.ask("SELECT sum(CASE disposition WHEN 'received' THEN -count ELSE count END) FROM ledger") == ["0"])
  }

  @Test("A machine that was switched on since lost its power")
  func power() throws {
    try cutOff()
    var writer = try TrackWriter(path: store.path)
    try writer.endLeftovers(bootID: "another boot")
    #expect(try store.ask("SELECT end_reason FROM session") == ["power-loss"])
  }

  @Test("The session that follows in time is measured from where they ended, though it was stored before that")
  func follower() throws {
    try cutOff()
    var later = try store.writer(named: "later")
    let start = fix(at: morning + 2 * hour)
    try later.end(
      [.began(start), .row(row(1, at: morning + 2 * hour))], snapshot(stored: 1), at: start.time, .imported)
    let question = "SELECT from_former_mm BETWEEN 13000000 AND 14000000 FROM session WHERE uuid = 'later'"
    #expect(try store.ask(question) == ["NULL"])
    try later.endLeftovers(bootID: "boot")
    #expect(try store.ask(question) == ["1"])
  }

  @Test("What has ended is left alone")
  func ended() throws {
    try cutOff()
    var writer = try TrackWriter(path: store.path)
    try writer.endLeftovers(bootID: "boot")
    let before = try store.ask("SELECT * FROM session")
    try writer.endLeftovers(bootID: "another boot")
    #expect(try store.ask("SELECT * FROM session") == before)
  }
}

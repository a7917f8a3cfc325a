import Foundation
import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Deleting a session step by step")
struct SessionDeletionTests {
  private let store: TemporaryStore

  /// Movement, a rest, a rest with a hole in it, a hole, movement.
  init() throws {
    var settings = TrackPipeline.Settings()
    settings.thinning = .keepAll
    var made = try PipelineMade(settings, from: morning)
    made.go(8, seconds: 300)
    made.go(0, seconds: 200)
    made.go(8, seconds: 200)
    made.go(0, seconds: 200)
    made.miss(seconds: 300, at: 0)
    made.go(0, seconds: 200)
    made.go(8, seconds: 100)
    made.miss(seconds: 100, at: 8)
    made.go(8, seconds: 200)
    try made.end()
    store = made.killed()
  }

  @Test("After each step it is a whole session that ended earlier", arguments: [1, 7, 60, 400])
  func steps(rows: Int) throws {
    var writer = try TrackWriter(path: store.path)
    var former = Int64.max
    while case .shortened(let left?) = try writer.edit("one", .shorten(rows: rows)) {
      #expect(left <= former - Int64(rows) || former == .max)
      former = left
      guard rows > 1 || left % 50 == 0 else { continue }
      #expect(
        try store.ask(
          """
          SELECT end_reason, ended_ms, fixes = \(left), moving_s >= 0, duration_s - moving_s - rest_s - gap_s,
            abs(moving_s - (SELECT total(to_ms - from_ms) / 1e3 FROM leg)) < 0.0005,
            (SELECT count(*) FROM fix), (SELECT max(seq) FROM fix), (SELECT sum(count) FROM ledger),
            (SELECT count(*) FROM leg WHERE id NOT IN (SELECT id FROM leg_box))
          FROM session_summary
          """
        ).map { $0.replacingOccurrences(of: "-0.0", with: "0.0") }
          == ["deleted|NULL|1|1|0.0|1|\(left)|\(left)|\(left * 2)|0"])
      #expect(try store.ask("PRAGMA integrity_check; PRAGMA foreign_key_check") == ["ok"])
    }
    #expect(former <= rows)
    for table in ["session", "fix_row", "rest_row", "gap_row", "leg", "leg_box", "counter", "event_row"] {
      #expect(try store.ask("SELECT count(*) FROM \(table)") == ["0"], "\(table)")
    }
  }

  @Test("What is being deleted can neither be split nor joined, and what goes on cannot be deleted")
  func refusals() throws {
    var writer = try TrackWriter(path: store.path)
    _ = try writer.edit("one", .shorten(rows: 10))
    try writer.begin(TemporaryStore.start("two"), bootID: nil)

    #expect(
      try writer.edit("one", .split(at: Timestamp(milliseconds: morning + minute), uuid: "x"))
        == .refused(.deleted, of: 1))
    #expect(try writer.edit("one", .join(with: "two")) == .refused(.deleted, of: 1))
    #expect(try writer.edit("two", .shorten(rows: 10)) == .refused(.open, of: 2))
    #expect(try writer.edit("three", .rename("x")) == .refused(.unknown, of: nil))
  }

  @Test("The next session begins from the one before the deleted one")
  func followers() throws {
    let copy = """
      INSERT INTO session(uuid, profile, origin, version, started_ms, ended_ms, end_reason, from_former_mm)
      SELECT %, profile, origin, version, started_ms + ~, ended_ms + ~, 'stopped', 7 FROM session WHERE id = 1;
      INSERT INTO fix_row SELECT (SELECT max(id) FROM session), seq, segment, unix_ms + ~, device, lat_e9, lon_e9, msl_e4,
        hae_e4, speed_mmps, course_e4, climb_mmps, eph_mm, epv_mm, hdop_e2, satellites, mode, status, flags, kept
      FROM fix_row WHERE session = 1;

      """
    for (name, days) in [("'two'", 1), ("'three'", 2)] as [(String, Int64)] {
      let sql = copy.replacingOccurrences(of: "%", with: name)
        .replacingOccurrences(of: "~", with: "\(days * 24 * hour)")
      _ = try sqlite3([store.path, sql])
    }
    var writer = try TrackWriter(path: store.path)
    while case .shortened(.some) = try writer.edit("two", .shorten(rows: 500)) {}
    #expect(try store.ask("SELECT id, from_former_mm > 1000000 FROM session") == ["1|NULL", "3|1"])
    while case .shortened(.some) = try writer.edit("one", .shorten(rows: 500)) {}
    #expect(try store.ask("SELECT id, from_former_mm FROM session") == ["3|NULL"])
  }
}

import Control
import Foundation
import Presentation
import TestSupport
import Testing

@Suite("Commands that read activities", .backstop)
struct ActivityReadingTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// Puts rows into a database that a recorder made, one value a column.
  private func store(_ activities: [String], log: [String] = []) throws {
    _ = try place.waylog("stop")
    let rows =
      activities.map {
        "INSERT INTO activity_row(uuid, type, name, state, content, started_ms, ended_ms, ended_by, "
          + "dismissal_due_ms, stale_ms, relevance) VALUES(\($0));"
      }
      + log.map {
        "INSERT INTO activity_log_row(activity, asked_for, requested_ms, kind, cause, outcome, repeats, content, "
          + "alert_title) VALUES(\($0));"
      }
    let outcome = try place.run("sqlite3", ["-batch", place.store.path, rows.joined()])
    #expect((outcome.status, outcome.errors) == (0, ""))
  }

  private static let content = #"{"latitude": 47.123, "longitude": 8.456, "speed_mps": 13.4, "distance_m": 640}"#
  private static let ended =
    "'a-1', 'trip', 'Old', 'ended', NULL, 1777615200000, 1777618800000, 'user', 9000000000000, NULL, 0"
  private static let live =
    "'a-2', 'trip', '\u{1B}[31mTour', 'active', '\(content)', 1777622400000, NULL, NULL, NULL, NULL, 1"
  private static let dearer =
    "'a-3', 'laundry', '', 'active', '{\"minutes\": 40}', 1777622400000, NULL, NULL, NULL, NULL, 2"

  @Test("list is a table for people, without control characters")
  func table() throws {
    try store([Self.ended, Self.live])
    let outcome = try place.waylog("activity", "list", "--time-zone", "UTC")
    #expect(
      outcome.output == """
        Activity  Type  State   Started (UTC)        Ended                By    Id   Name
               1  trip  ended   2026-05-01 06:00:00  2026-05-01 07:00:00  user  a-1  Old
               2  trip  active  2026-05-01 08:00:00                             a-2  \u{FFFD}[31mTour

        """)
  }

  @Test("list for programs has the content, but no places")
  func json() throws {
    try store([Self.live])
    let outcome = try place.waylog("activity", "list", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(object?["id"] as? String == "a-2")
    #expect(object?["content"] as? [String: Double] == ["speed_mps": 13.4, "distance_m": 640])
    #expect(!outcome.output.contains("47.123"))
  }

  @Test("show prints the card of the most relevant live activity, without a recorder")
  func show() throws {
    try store([Self.ended, Self.live, Self.dearer])
    let outcome = try place.waylog("activity", "show")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.output == "laundry\nno recorder, stale\n40?\nno recorder runs\n")
    let other = try place.waylog("activity", "show", "--id", "a-2", "--units", "imperial")
    #expect(other.output.contains("Tour\n") && other.output.contains("0.4 mi") && !other.output.contains("47.123"))
  }

  @Test("show asks the recorder how it is, if one runs")
  func showing() throws {
    try store([Self.live])
    let standIn = try StandInStates(
      of: place, state: { Snapshot.driving($0) },
      answer: { _ in ControlLine("ok", ["state": "recording", "link": "fix", "storage": "ok"]) })
    let outcome = try place.waylog("activity", "show")
    standIn.end()
    #expect(outcome.output.contains("moving, 48 km/h\n640 m\n"))
  }

  @Test("what has ended is shown until it is dismissed")
  func showEnded() throws {
    try store([Self.ended])
    #expect(try place.waylog("activity", "show").output.hasPrefix("Old\n"))
    try store([Self.ended.replacing("a-1", with: "a-9").replacing("9000000000000", with: "1777618800000")])
    _ = try place.run("sqlite3", [place.store.path, "DELETE FROM activity_row WHERE uuid = 'a-1'"])
    #expect(try place.waylog("activity", "show").output == "Not Started\n")
  }

  @Test("without an activity it is Not Started, also without a database")
  func notStarted() throws {
    for _ in 0..<2 {
      let outcome = try place.waylog("activity", "show")
      #expect((outcome.status, outcome.output, outcome.errors) == (1, "Not Started\n", ""))
      _ = try place.waylog("stop")
    }
    #expect(try place.waylog("activity", "list").status == 1)
    #expect(try place.waylog("activity", "log").status == 1)
    #expect(try place.waylog("activity", "show", "--id", "none").errors.hasPrefix("waylog: Not found activity.\n"))
  }

  @Test("log tells what was asked and what became of it")
  func log() throws {
    try store(
      [Self.live],
      log: [
        "1, NULL, 1777622400000, 'start', 'command', 'applied', 1, '\(Self.content)', NULL",
        "1, NULL, 1777622401000, 'update', 'location', 'applied', 30, '\(Self.content)', 'Fuel'",
        "NULL, 'nobody', 1777622402000, 'update', 'command', 'rejected_not_found', 2, NULL, NULL",
      ])
    let table = try place.waylog("activity", "log", "--time-zone", "UTC")
    #expect(
      table.output == """
        Requested (UTC)      Activity  Kind    Cause     Outcome             Times  Alert
        2026-05-01 08:00:00         1  start   command   applied                 1
        2026-05-01 08:00:01         1  update  location  applied                30  Fuel
        2026-05-01 08:00:02    nobody  update  command   rejected_not_found      2

        """)
    let one = try place.waylog("activity", "log", "--id", "a-2", "-n", "1", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [String: Any]
    #expect(object?["repeats"] as? Int == 30)
    #expect(object?["activity"] as? String == "a-2")
    #expect(!one.output.contains("47.123"))
  }
}

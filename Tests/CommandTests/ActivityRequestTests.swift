import Control
import Foundation
import LiveActivity
import Presentation
import TestSupport
import Testing

@Suite("Commands that change an activity", .backstop)
struct ActivityRequestTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func recorder(
    answering answer: @escaping @Sendable (ControlLine) -> ControlLine = { _ in
      ControlLine("ok", ["uuid": "a-1", "outcome": "applied"])
    }
  ) throws -> StandInStates {
    try StandInStates(of: place, state: { Snapshot.driving($0) }, answer: answer)
  }

  private func activity(_ words: String...) throws -> TestSupport.Outcome {
    try place.run(Program.waylog, ["activity"] + words + ["-d", place.store.path])
  }

  @Test("start prints the id and nothing else, the rest goes to the error")
  func start() throws {
    let standIn = try recorder()
    let plain = try activity("start")
    let json = try activity("start", "--json")
    standIn.end()
    #expect((plain.status, plain.output) == (0, "a-1\n"))
    #expect(plain.errors == "waylog: Start live activity successfully. id: a-1\n")
    #expect(
      json.output
        == #"{"id":"a-1","outcome":"applied","message":"Start live activity successfully. id: a-1"}"# + "\n")
  }

  @Test("what is asked for reaches the recorder as it was typed")
  func fields() throws {
    let standIn = try recorder()
    let hostile = "<b>\u{1B}[31m\t\\ 🤩 \"q\""
    _ = try activity("start", "--type", "laundry", "--name", hostile, "--content", #"{"a": "\\"}"#)
    _ = try activity("start", "--name", "", "--relevance", "-2.5", "--alert-sound", "bell", "--attributes", "{}")
    _ = try activity("update", "--id", "a-1", "--timestamp", "2026-05-01T06:00:00.5Z", "--alert-title", hostile)
    _ = try activity("update", "--content", "no JSON", "--stale-after", "1h")
    _ = try activity("end", "--dismiss", "after=2026-05-01T06:00:00Z", "--content", "{}")
    _ = try activity("end", "--dismiss", "immediate")
    standIn.end()
    let heard = standIn.heard
    try #require(heard.count == 6)
    let stale = try #require(heard[3]["stale_ms"].flatMap { Double($0) })
    #expect(abs(stale - (Date().timeIntervalSince1970 + 3_600) * 1_000) < 60_000)
    #expect(
      heard == [
        ControlLine(
          "activity", ["verb": "start", "type": "laundry", "name": hostile, "content": #"{"a": "\\"}"#]),
        ControlLine(
          "activity",
          [
            "verb": "start", "type": "trip", "name": "", "attributes": "{}", "relevance": "-2.5", "alert_title": "",
            "alert_body": "", "alert_sound": "bell",
          ]),
        ControlLine(
          "activity",
          [
            "verb": "update", "id": "a-1", "timestamp_ms": "1777615200500", "alert_title": hostile, "alert_body": "",
          ]),
        ControlLine("activity", ["verb": "update", "content": "no JSON", "stale_ms": heard[3]["stale_ms"]]),
        ControlLine("activity", ["verb": "end", "content": "{}", "dismiss": "1777615200000"]),
        ControlLine("activity", ["verb": "end", "dismiss": "immediate"]),
      ])
  }

  @Test(
    "each outcome has its sentence and its status",
    arguments: [
      (.applied, 0, "Update activity successfully. id: a-1"), (.coalesced, 0, "Update activity successfully."),
      (.throttled, 0, "Update activity successfully."), (.rejectedNotFound, 1, "Not found activity."),
      (.rejectedEnded, 1, "The activity has ended."), (.rejectedAmbiguous, 64, "Several activities are live."),
      (.rejectedTooLarge, 65, "Attributes and content are more than 4096 bytes."),
      (.rejectedNotJSON, 65, "The content is not JSON."),
      (.rejectedStaleTimestamp, 65, "The content is older than what is shown."),
      (.rejectedAlreadyActive, 75, "Cannot create 2 or more Live Activities."),
      (.rejectedMaximumExceeded, 75, "Too many activities are live."),
      (.disabled, 77, "areActivitiesEnabled is false."),
    ] as [(LiveActivity.Outcome, Int32, String)])
  func outcomes(outcome: LiveActivity.Outcome, status: Int32, sentence: String) throws {
    let standIn = try recorder { _ in
      outcome.isSuccess
        ? ControlLine("ok", ["uuid": "a-1", "outcome": outcome.rawValue])
        : ControlLine("error", ["code": outcome.rawValue, "uuid": "a-1", "message": "not used"])
    }
    let update = try activity("update", "--content", "{}")
    standIn.end()
    #expect(update.status == status)
    #expect(update.output == "")
    #expect(update.errors.hasPrefix("waylog: \(sentence)"))
    #expect(update.errors.split(separator: "\n").count == (status == 0 ? 1 : 2), "what to do is said as well")
  }

  @Test("the activity that is in the way of a second one is named")
  func second() throws {
    let standIn = try recorder { _ in ControlLine("error", ["code": "rejected_already_active", "uuid": "a-1"]) }
    let start = try activity("start")
    standIn.end()
    #expect(start.output == "")
    #expect(start.errors.contains("waylog activity end --id a-1"))
  }

  @Test("a recorder that refuses with words of its own is quoted")
  func refusal() throws {
    let standIn = try recorder { _ in ControlLine("error", ["code": "request", "why": "not that"]) }
    let end = try activity("end")
    standIn.end()
    #expect((end.status, end.errors.contains("the recorder refused: not that")) == (75, true))
  }

  @Test("without a recorder it is said how to run one", arguments: ["start", "update", "end"])
  func noRecorder(verb: String) throws {
    let outcome = try activity(verb)
    #expect((outcome.status, outcome.output) == (69, ""))
    #expect(outcome.errors.contains("no recorder runs\n") && outcome.errors.contains("waylog daemon"))
  }

  @Test(
    "what makes no sense is refused before anybody is asked",
    arguments: [
      (["end", "--dismiss", "soon"], 64), (["end", "--dismiss", "after=soon"], 64),
      (["update", "--timestamp", "yesterday"], 64), (["start", "--relevance", "much"], 64),
      (["start", "--stale-after", "later"], 64), (["start", "--type", ""], 64), (["start", "a trip"], 64),
      (["begin"], 64), ([], 64), (["watch", "--style", "template={nothing}"], 64), (["watch", "--style", "bar"], 64),
      (["watch", "--style", "template={speed:.1"], 64), (["watch", "--url", "no address"], 64),
      (["watch", "--url", "https://example.invalid/", "true"], 64), (["watch", "--border", "red"], 64),
      (["watch", "-s", "notification", "--once"], 64),
      (["update", "--content", String(repeating: "x", count: 20_000)], 65),
    ] as [([String], Int32)])
  func nonsense(words: [String], status: Int32) throws {
    let outcome = try place.run(Program.waylog, ["activity"] + words)
    #expect(outcome.status == status)
    #expect(outcome.output == "" && outcome.errors != "")
  }
}

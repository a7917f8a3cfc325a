import Control
import Foundation
import TestSupport
import Testing

@Suite("A live activity of the recorder", .serialized, .backstop)
struct LiveActivityTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private var states: [String] { get throws { try store.column("SELECT state FROM activity ORDER BY activity") } }

  @Test(
    "follows the drive: at once, then every two seconds, and its last state is the last fix; the log counts every fix")
  func following() throws {
    let gpsd = try StandInGPSD(.drive(0..<100).paced(), rate: 10)
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("fix after")
    let watcher = try ControlProgram(in: place)
    try watcher.ask("watch")
    let start = try watcher.ask("activity", ["verb": "start", "name": "Ride", "content": #"{"mine":[1]}"#])
    try service.waitUntilItSays(StandInGPSD.lastWords, within: 30)
    let shown = watcher.all("state", untilSilentFor: 3).compactMap { $0["content"] }
    try place.waylog("stop")
    try service.stop(by: .terminate)

    let texts = Array(Set(shown))
    #expect(start["message"] == "Start live activity successfully. id: \(start["uuid"] ?? "")")
    // Ten seconds of one update each two seconds, and both edges.
    #expect((4...9).contains(texts.count), "\(texts.count)")
    let content = try store.text("SELECT content FROM activity")
    #expect(content.hasPrefix(#"{"mine":[1],"latitude":"#))
    #expect(content.contains(#""fix_time":"2026-05-01T06:01:39.000Z""#))
    #expect(try store.rows("SELECT state, ended_by FROM activity") == [["ended", "program"]])
    let logged = try store.count(
      "SELECT sum(repeats) FROM activity_log WHERE cause = 'location' AND kind IN ('update', 'change')")
    let fixes = try store.count("SELECT updates FROM session_summary")
    #expect((fixes - 3...fixes).contains(logged), "\(logged) of \(fixes)")
  }

  @Test("two processes that start one at the same moment: one wins, the other hears which, 200 times")
  func race() throws {
    let service = try place.daemon(from: 1, ["--autostart", "no"])
    let programs = [try ControlProgram(in: place), try ControlProgram(in: place)]
    for _ in 0..<200 {
      let answers = try programs.shuffled().map { try $0.ask("activity", ["verb": "start"]) }
      #expect(answers.map(\.word) == ["ok", "error"])
      #expect(answers[1]["code"] == "rejected_already_active" && answers[1]["uuid"] == answers[0]["uuid"])
      try programs[0].ask("activity", ["verb": "end", "dismiss": "immediate"])
    }
    for _ in 0..<10 {
      let racers = try (0..<2).map { _ in
        try place.start(Program.waylog, ["activity", "start", "--database", store.path])
      }
      let outcomes = try racers.map { try $0.wait() }
      #expect(outcomes.count { $0.status == 0 } == 1)
      #expect(outcomes.count { $0.errors.contains("Cannot create 2 or more Live Activities.") } == 1)
      try programs[0].ask("activity", ["verb": "end", "dismiss": "immediate"])
    }
    try service.stop(by: .terminate)

    #expect(try store.count("SELECT count(*) FROM activity WHERE state = 'dismissed'") == 210)
    #expect(try store.count("SELECT count(*) FROM activity") == 210)
  }

  enum Step: String, CaseIterable { case start, update, end, backgroundOn, backgroundOff }

  @Test("killed after any step, the next recorder finds it done, and the log tells the story", arguments: Step.allCases)
  func crash(_ last: Step) throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20, staysForOthers: true)
    var service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("fix after")
    let owner = try ControlProgram(in: place)
    let uuid = try owner.ask("activity", ["verb": "start", "type": "own", "content": #"{"step":1}"#])["uuid"]
    for step in Step.allCases.prefix(through: Step.allCases.firstIndex(of: last) ?? 0) {
      switch step {
      case .start: break
      case .update:
        let update =
          ["verb": "update", "content": #"{"step":2}"#, "alert_title": "two"] as KeyValuePairs<String, String?>
        try owner.ask("activity", update)
      case .end: try owner.ask("activity", ["verb": "end"])
      case .backgroundOff: try owner.ask("background", ["state": "off"])
      case .backgroundOn: try owner.ask("background", ["state": "on", "by": "command"])
      }
    }
    service.kill()
    service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("goes on")
    let list = try ControlProgram(in: place).ask("activity", ["verb": "list"])
    _ = try place.waylog("mark")
    try service.stop(by: .terminate)

    let hasEnded = ![Step.start, .update].contains(last)
    #expect(list["count"] == "1")
    #expect(try store.rows("SELECT uuid, state FROM activity") == [[uuid ?? "", hasEnded ? "ended" : "active"]])
    #expect(try store.text("SELECT content FROM activity") == (last == .start ? #"{"step":1}"# : #"{"step":2}"#))
    let story =
      ["start"] + (last == .start ? [] : ["update", "alert"]) + (hasEnded ? ["end"] : ["adopt"])
    #expect(try store.column("SELECT kind FROM activity_log ORDER BY seq") == story)
    #expect(
      try store.count("SELECT count(*) FROM background_session WHERE invalidated IS NULL")
        == (last == .backgroundOff ? 0 : 1))
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
  }

  @Test("left behind in a session that does not go on, it ends as broken off, and bars no other")
  func brokenOff() throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20)
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("fix after")
    try ControlProgram(in: place).ask("activity", ["verb": "start"])
    service.kill()
    let later = try StandInGPSD(.drive(8000..<8060))
    let next = try place.daemon(from: later.port)
    try next.waitUntilItSays(StandInGPSD.lastWords)
    let owner = try ControlProgram(in: place)
    let another = try owner.ask("activity", ["verb": "start"])
    try next.stop(by: .terminate)

    #expect(another.word == "ok")
    #expect(try store.rows("SELECT state, ended_by FROM activity") == [["ended", "crash"], ["active", "NULL"]])
  }

  @Test(
    "is refused, logged and changes nothing",
    arguments: [
      (["verb": "update", "id": "nobody", "content": "{}"], "rejected_not_found"),
      (["verb": "update", "content": "{broken"], "rejected_not_json"),
      (["verb": "update", "content": "\"\(String(repeating: "x", count: 4_095))\""], "rejected_too_large"),
      (["verb": "update", "content": "{}", "timestamp_ms": "1"], "rejected_stale_timestamp"),
      (["verb": "start", "type": "own"], "rejected_already_active"),
    ] as [([String: String], String)])
  func refusals(_ request: [String: String], _ code: String) throws {
    let service = try place.daemon(from: 1, ["--autostart", "no"])
    let owner = try ControlProgram(in: place)
    try owner.ask("activity", ["verb": "start", "type": "own", "name": "a\u{1b}[31m<b>\t\n", "content": #"{"a":1}"#])
    try owner.ask("activity", ["verb": "update", "content": #"{"a":2}"#, "timestamp_ms": "1000", "alert_title": "x"])
    var line = ControlLine("activity", [:])
    for (key, value) in request { line.add(key, value) }
    let answer = try owner.ask(line)
    try service.stop(by: .terminate)

    #expect(answer.word == "error" && answer["code"] == code)
    #expect(try store.text("SELECT content FROM activity") == #"{"a":2}"#)
    #expect(try store.count("SELECT count(*) FROM activity") == 1)
    #expect(try store.text("SELECT outcome FROM activity_log ORDER BY seq DESC LIMIT 1") == code)
  }

  @Test("switched off: nothing is started, and recording goes on")
  func disabled() throws {
    let gpsd = try StandInGPSD(.drive(0..<60))
    let service = try place.daemon(from: gpsd.port, ["--activities", "no"])
    try service.waitUntilItSays(StandInGPSD.lastWords)
    let answer = try ControlProgram(in: place).ask("activity", ["verb": "start"])
    try service.stop(by: .terminate)

    #expect(answer["code"] == "disabled" && answer["message"] == "areActivitiesEnabled is false.")
    #expect(try store.count("SELECT count(*) FROM activity") == 0)
    #expect(try store.count("SELECT count(*) FROM fix") > 0)
  }

  @Test("ended by its user it is dismissed at once, and recording goes on")
  func endedByUser() throws {
    let gpsd = try StandInGPSD(.drive(0..<60) + .silence(60))
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("fix after")
    let owner = try ControlProgram(in: place)
    let uuid = try owner.ask("activity", ["verb": "start"])["uuid"]
    try owner.ask("activity", ["verb": "end", "id": uuid, "dismiss": "immediate"])
    let status = try owner.ask("status")
    try service.stop(by: .terminate)

    #expect(status["state"] == "recording")
    #expect(try store.rows("SELECT state, ended_by FROM activity") == [["dismissed", "user"]])
    #expect(try store.column("SELECT end_reason FROM session_summary") == ["NULL"])
  }

  @Test("a limit ends it, or renews it before it is gone")
  func limit() throws {
    let service = try place.daemon(from: 1, ["--autostart", "no", "--max-active", "1", "--renew-active"])
    try ControlProgram(in: place).ask("activity", ["verb": "start", "name": "long"])
    #expect(try eventually(within: 15) { try store.count("SELECT count(*) FROM activity") >= 3 })
    try service.stop(by: .terminate)

    #expect(try states.last == "active")
    #expect(try store.column("SELECT DISTINCT name FROM activity") == ["long"])
    #expect(try store.count("SELECT count(*) FROM activity WHERE state = 'dismissed' AND ended_by = 'system'") >= 2)
  }

  @Test("2,000 proposals in a burst: the log stays short, the last one is shown, no fix is lost")
  func flood() throws {
    let gpsd = try StandInGPSD(.drive(0..<100).paced(), rate: 20)
    let service = try place.daemon(from: gpsd.port, ["--keep-all"])
    try service.waitUntilItSays("fix after")
    let owner = try ControlProgram(in: place)
    try owner.ask("activity", ["verb": "start", "type": "own"])
    let answers = try owner.ask(
      all: (1...2_000).map { ControlLine("activity", ["verb": "update", "content": #"{"n":\#($0)}"#]) })
    #expect(answers.allSatisfy { $0.word == "ok" })
    try service.waitUntilItSays(StandInGPSD.lastWords)
    #expect(
      try eventually(within: 10) {
        _ = try place.waylog("mark")
        return try store.text("SELECT content FROM activity") == #"{"n":2000}"#
      })
    try service.stop(by: .terminate)

    #expect(
      try store.count("SELECT sum(repeats) FROM activity_log WHERE kind = 'update' AND cause = 'command'") == 2_000)
    #expect(try store.count("SELECT count(*) FROM activity_log") < 200)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.ledger("received") == 100)
  }
}

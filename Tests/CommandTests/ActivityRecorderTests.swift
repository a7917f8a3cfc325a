import Foundation
import TestSupport
import Testing

@Suite("Activities on a recorder", .serialized, .backstop)
struct ActivityRecorderTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func activity(_ words: String...) throws -> Outcome {
    try place.run(Program.waylog, ["activity"] + words + ["-d", store.path])
  }

  /// A service that has heard a drive and waits for more.
  private func service() throws -> (gpsd: StandInGPSD, recorder: RunningProgram) {
    let gpsd = try StandInGPSD(.drive(0..<60) + .silence(60))
    let recorder = try place.daemon(from: gpsd.port)
    try recorder.waitUntilItSays("fix after")
    return (gpsd, recorder)
  }

  private func outcomes(of kind: String) throws -> [String] {
    try store.column("SELECT outcome FROM activity_log WHERE kind = '\(kind)' AND cause = 'command' ORDER BY seq")
  }

  @Test("what is refused has its status, is logged, and changes nothing")
  func refusals() throws {
    let (gpsd, recorder) = try service()
    let hostile = "<b>\u{1B}]0;x\u{7} & \u{202E}🤩"
    let id = try activity("start", "--type", "laundry", "--name", hostile, "--content", #"{"a": 1}"#)
      .output.trimmingCharacters(in: .newlines)
    #expect(try activity("update", "--timestamp", "2100-01-01T00:00:00Z", "--content", #"{"a": 2}"#).status == 0)
    // As it is shown now, and no update waits for its turn.
    #expect(try eventually(within: 10) { try store.text("SELECT content FROM activity") == #"{"a": 2}"# })
    let before = try store.rows("SELECT uuid, type, name, attributes, state, content, stale, relevance FROM activity")

    #expect(try activity("start", "--type", "laundry").errors.contains("waylog activity end --id \(id)"))
    #expect(try activity("start", "--type", "laundry").status == 75)
    #expect(try activity("update", "--id", "nobody", "--content", "{}").status == 1)
    #expect(try activity("update", "--id", id, "--content", "{").status == 65)
    #expect(try activity("update", "--content", "\"" + String(repeating: "x", count: 4_095) + "\"").status == 65)
    #expect(try activity("update", "--timestamp", "2000-01-01T00:00:00Z", "--content", "{}").status == 65)
    #expect(try activity("end", "--id", "nobody").status == 1)

    #expect(
      try store.rows("SELECT uuid, type, name, attributes, state, content, stale, relevance FROM activity") == before)
    #expect(
      try Set(outcomes(of: "update")).isSuperset(
        of: [
          "rejected_not_found", "rejected_not_json", "rejected_too_large", "rejected_stale_timestamp",
        ]))
    #expect(try outcomes(of: "start").contains("rejected_already_active"))
    #expect(try store.text("SELECT asked_for FROM activity_log WHERE outcome = 'rejected_not_found'") == "nobody")

    #expect(try activity("end", "--dismiss", "immediate").status == 0)
    #expect(try activity("update", "--id", id, "--content", "{}").status == 1)
    #expect(try store.text("SELECT content FROM activity") == #"{"a": 2}"#)
    #expect(try outcomes(of: "update").contains("rejected_ended"))
    #expect(try activity("start", "--type", "laundry").status == 0, "what has ended blocks nobody")
    let list = try activity("list")
    #expect(!list.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
    try recorder.stop(by: .terminate)
    withExtendedLifetime(gpsd) {}
  }

  @Test("4096 bytes are taken, whatever is in them")
  func largest() throws {
    let (gpsd, recorder) = try service()
    let content = #"{"t": ""# + String(repeating: #"\\"#, count: 2_043) + #""}"#
    try #require(content.utf8.count == 4_095)
    let start = try activity("start", "--type", "big", "--content", content)
    #expect(start.status == 0, "\(start.errors)")
    #expect(try store.count("SELECT length(content) FROM activity") == 4_095)
    #expect(try place.waylog("activity", "watch", "--once", "--style", "template={type}").output == "big\n")
    try recorder.stop(by: .terminate)
    withExtendedLifetime(gpsd) {}
  }

  @Test("start --activity shows the trip, and the watcher finds it again after the recorder was killed")
  func restart() throws {
    let (gpsd, recorder) = try service()
    let watcher = try place.watch("--style", "template={recorder} {activity} {heading} {distance|none}")
    let start = try place.waylog("start", "--activity", "To the lake")
    #expect((start.status, start.errors.contains("Start live activity successfully. id: ")) == (0, true))
    let id = try store.text("SELECT uuid FROM activity")
    #expect(eventually(within: 20) { watcher.output.contains("recording \(id) To the lake 0") })
    recorder.kill()
    #expect(eventually(within: 20) { watcher.output.hasSuffix("none \(id) To the lake \(distance(in: watcher))\n") })
    let again = try place.daemon(from: gpsd.port)
    #expect(
      eventually(within: 30) { watcher.output.split(separator: "\n").last?.hasPrefix("none") == false })
    #expect(watcher.output.split(separator: "\n").last?.contains(id) == true)
    #expect(try store.count("SELECT count(*) FROM activity") == 1)
    try again.stop(by: .terminate)
  }

  private func distance(in watcher: RunningProgram) -> Substring {
    watcher.output.split(separator: "\n").last?.split(separator: " ").last ?? ""
  }

  /// How long watchers are stopped, in seconds; WAYLOG_PAUSE=60 is the long form.
  private static let pause = ProcessInfo.processInfo.environment["WAYLOG_PAUSE"].flatMap { Double($0) } ?? 5

  @Test("a watcher that is stopped disturbs no recording")
  func paused() throws {
    let gpsd = try StandInGPSD(Feed.drive(0..<300).paced(), rate: 300 / Self.pause)
    let recorder = try place.daemon(from: gpsd.port, ["--keep-all"])
    try recorder.waitUntilItSays("fix after")
    _ = try place.waylog("start", "--activity")
    let watchers = try ["waybar", "i3bar", "json"].map { try place.watch("--style", $0) }
    #expect(eventually(within: 10) { watchers.allSatisfy { $0.output.contains("km/h") } })
    for watcher in watchers { watcher.send(.pause) }
    let time = try seconds { try recorder.waitUntilItSays(StandInGPSD.lastWords, within: 3 * Self.pause + 20) }
    #expect(time > Self.pause / 2, "it was recorded while they were stopped")
    for watcher in watchers { watcher.send(.goOn) }
    _ = try place.waylog("mark")
    #expect(eventually(within: 10) { watchers.allSatisfy(\.isRunning) })
    try recorder.stop(by: .terminate)
    #expect(try store.ledger("received") == 300)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(
      eventually(within: 10) {
        watchers.allSatisfy { $0.output.split(separator: "\n").last?.contains("no recorder") == true }
      })
  }

  @Test("of two that start at the same moment one wins")
  func race() throws {
    let (gpsd, recorder) = try service()
    for _ in 0..<20 {
      let both = try (0..<2).map { _ in try place.start(Program.waylog, ["activity", "start", "-d", store.path]) }
      let statuses = try both.map { try $0.wait().status }.sorted()
      #expect(statuses == [0, 75])
      #expect(try activity("end", "--dismiss", "immediate").status == 0)
    }
    try recorder.stop(by: .terminate)
    #expect(try store.count("SELECT count(*) FROM activity") == 20)
    withExtendedLifetime(gpsd) {}
  }

  @Test("where activities are switched off that is said, and recording goes on")
  func disabled() throws {
    let gpsd = try StandInGPSD(.drive(0..<60))
    let recorder = try place.daemon(from: gpsd.port, ["--activities", "no"])
    try recorder.waitUntilItSays("fix after")
    let start = try activity("start")
    #expect((start.status, start.output) == (77, ""))
    #expect(start.errors.hasPrefix("waylog: areActivitiesEnabled is false.\n"))
    #expect(try place.waylog("start", "--activity").status == 77)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    try recorder.stop(by: .terminate)
    #expect(try store.count("SELECT count(*) FROM activity") == 0)
    #expect(try store.ledger("received") == 60)
  }

  @Test("background and authorization are kept, and shown in status")
  func consent() throws {
    let (gpsd, recorder) = try service()
    #expect(try place.waylog("background", "off").status == 0)
    #expect(try place.waylog("background").output == "off\n")
    #expect(try place.waylog("background", "on").status == 0)
    #expect(try place.waylog("background").output == "on\n")
    #expect(try place.waylog("authorization", "when-in-use").status == 0)
    #expect(try place.waylog("authorization").output == "when-in-use\n")
    #expect(try place.waylog("status").output.contains("in use    when-in-use, background on, 0 attached\n"))
    try recorder.stop(by: .terminate)
    #expect(try place.waylog("authorization", "show").output == "when-in-use\n")
    #expect(try store.text("SELECT background_activity FROM intent") == "1")
    #expect(try place.waylog("background").output == "on\n")
    #expect(try place.waylog("background", "off").status == 0)
    #expect(try store.count("SELECT count(*) FROM background_session WHERE invalidated IS NULL") == 0)
    withExtendedLifetime(gpsd) {}
  }
}

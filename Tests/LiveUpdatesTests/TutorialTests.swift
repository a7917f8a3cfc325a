import Control
import Foundation
import TestSupport
import Testing

@Suite("LiveUpdates: the tutorial's programs", .timeLimit(.minutes(2)))
struct TutorialTests {
  private static func words(_ content: String) -> String { #"{"dynamicString":"\#(content)"}"# }

  @Test("Source A with live updates: an activity is started, follows the position, and ends")
  func liveUpdates() async throws {
    let desk = try Desk("TutorialLiveUpdates")
    let keeper = ActivityKeeper()
    let recorder = try StandInRecorder(at: desk.socket) { keeper.answer($0) }
    let program = try desk.launch()
    try await program.waitUntilItPrints("ActivityId: Not Started")
    #expect(recorder.memory.count("attach") == 0)
    try desk.press("start activity")
    try await program.waitUntilItPrints("Start live activity successfully. id: a-1")
    try desk.press("start activity")
    try await program.waitUntilItPrints("Cannot create 2 or more Live Activities.")
    try desk.press("start location")
    await recorder.until("attach")
    recorder.push(.flag("location-unavailable"), .update(1), .update(2))
    try await program.waitUntilItPrints("Update activity successfully. id: a-1", times: 2)
    try desk.press("stop location")
    await recorder.until("detach")
    try await program.waitUntilItPrints("Location tracking stopped.")
    try desk.press("show")
    try await program.waitUntilItPrints("Location: 0.002000, 11.500000")
    try desk.press("update activity")
    try desk.press("end activity")
    try await program.waitUntilItPrints("End activity successfully. id: a-1")
    #expect(program.output.contains("Waiting for a location"))
    #expect(
      keeper.contents(of: "a-1")
        == ["😀", "0.001000, 11.500000", "0.002000, 11.500000", "🤩", "🤩"].map(Self.words))
    #expect(keeper.state(of: "a-1") == "dismissed")
  }

  @Test("A program finds the recorder of the database that a configuration names, as commands do")
  func configured() async throws {
    let desk = try Desk("TutorialLiveUpdates")
    try FileManager.default.createDirectory(
      atPath: desk.workplace.path(".config/waylog"), withIntermediateDirectories: true)
    _ = try desk.workplace.file(".config/waylog/config", "database = ~/tracks.db\n")
    let recorder = try StandInRecorder(at: desk.socket) { _ in [] }
    let program = try desk.launch(in: [:])
    try desk.press("start location")
    // With an end of its own: a program that looks elsewhere never attaches.
    #expect(eventually(within: 20) { recorder.memory.count("attach") == 1 })
    #expect(program.isRunning)
  }

  @Test("Source A with live updates: killed and started again, it goes on with the same activity")
  func adopts() async throws {
    let desk = try Desk("TutorialLiveUpdates")
    let keeper = ActivityKeeper()
    let recorder = try StandInRecorder(at: desk.socket) { keeper.answer($0) }
    let first = try desk.launch()
    try desk.press("start activity")
    try await first.waitUntilItPrints("Start live activity successfully. id: a-1")
    first.kill()
    let second = try desk.launch()
    try await second.waitUntilItPrints("ActivityId: a-1")
    try desk.press("update activity")
    try await second.waitUntilItPrints("Update activity successfully. id: a-1")
    #expect(keeper.contents(of: "a-1") == ["😀", "🤩"].map(Self.words))
    await recorder.until { $0.clients == 0 }
  }

  @Test("Source A with live updates: without a recorder each button says so, and nothing ends")
  func withoutRecorder() async throws {
    let desk = try Desk("TutorialLiveUpdates")
    let program = try desk.launch()
    try desk.press("start activity")
    try await program.waitUntilItPrints("areActivitiesEnabled is false.")
    try desk.press("start location")
    try await program.waitUntilItPrints("Waiting for a location")
    let recorder = try StandInRecorder(at: desk.socket)
    await recorder.until("attach")
    recorder.push(.update(3))
    while !program.output.contains("Location: 0.003000, 11.500000") {
      try desk.press("show")
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("Source A with the manager: it starts once it may, and each position updates the activity")
  func manager() async throws {
    let desk = try Desk("TutorialLocationManager")
    let keeper = ActivityKeeper()
    _ = keeper.answer(
      ControlLine(
        "activity",
        [
          "verb": "start", "type": "LiveActivityAttributes", "attributes": #"{"name":""}"#,
          "content": Self.words("😀"),
        ]))
    let recorder = try StandInRecorder(at: desk.socket) { line in
      line.word == "authorization"
        ? [ControlLine("ok", ["authorization": "not-determined"])] : keeper.answer(line)
    }
    let program = try desk.launch()
    try await program.waitUntilItPrints("notDetermined")
    try desk.press("start location")
    await recorder.until { $0.lines("authorization").contains { $0["set"] == "request" } }
    #expect(recorder.memory.count("attach") == 0)
    recorder.push(ControlLine("authorization", ["status": "when-in-use"]))
    try await program.waitUntilItPrints("authorizedWhenInUse")
    try desk.press("start location")
    await recorder.until("attach")
    let attached = try #require(recorder.memory.lines("attach").first)
    #expect(attached["api"] == "manager" && attached["allow_background"] == "1" && attached["pauses"] == "0")
    recorder.push(.update(1))
    try await program.waitUntilItPrints("Update activity based on location update")
    #expect(program.output.contains("Location acquisition successful: 0.001000, 11.500000\n"))
    try desk.press("stop location")
    await recorder.until("detach")
    #expect(keeper.contents(of: "a-1") == ["😀", "0.001000, 11.500000"].map(Self.words))
  }

  @Test("Source B: the shared handler counts located updates, and knows rest also without a position")
  func handler() async throws {
    let desk = try Desk("TutorialLocationsHandler")
    let recorder = try StandInRecorder(at: desk.socket)
    let program = try desk.launch()
    try desk.press("start")
    await recorder.until("attach")
    recorder.push(.update(1), .update(2, stationary: true))
    try await program.waitUntilItPrints("Location 2: 0.002000, 11.500000")
    try desk.press("show")
    try await program.waitUntilItPrints("Stationary: true, count: 2")
    recorder.push(.flag("location-unavailable"), .update(3))
    try await program.waitUntilItPrints("Location 3: 0.003000, 11.500000")
    try desk.press("stop")
    await recorder.until("detach")
    try desk.press("show")
    try await program.waitUntilItPrints("Stationary: false, count: 3")
    try await program.waitUntilItPrints("Updates: false, background: false")
  }

  @Test("Source B: killed while it updates in the background, it resumes both when it is launched again")
  func relaunched() async throws {
    let desk = try Desk("TutorialLocationsHandler")
    let recorder = try StandInRecorder(at: desk.socket)
    let first = try desk.launch()
    try desk.press("start")
    try desk.press("background on")
    await recorder.until("background")
    first.kill()
    await recorder.until { $0.clients == 0 }
    #expect(recorder.memory.lines("background").map { $0["state"] } == ["on"])
    let second = try desk.launch()
    await recorder.until { $0.count("attach") == 2 && $0.count("background") == 2 }
    try await second.waitUntilItPrints("Starting location updates")
    try desk.press("background off")
    try desk.press("stop")
    await recorder.until { $0.clients == 1 && $0.count("detach") == 1 && $0.count("background") == 3 }
    try desk.press("show")
    try await second.waitUntilItPrints("Updates: false, background: false")
  }
}

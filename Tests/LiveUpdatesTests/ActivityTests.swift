import Control
import Foundation
import Testing

@testable import LiveUpdates

extension JSONRepresentable where Self: Codable {
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
}

private struct Trip: ActivityAttributes, Codable, Equatable {
  struct ContentState: JSONRepresentable, Codable, Hashable { var words: String }
  var name: String
}

@Suite("LiveUpdates: activities", .timeLimit(.minutes(1)))
struct ActivityTests {
  private let socket: TemporarySocket

  init() throws { socket = try TemporarySocket() }

  private static func row(
    _ id: String = "a-1", type: String = "Trip", state: String = "active", words: String = "🤩"
  ) -> ControlLine {
    ControlLine(
      "activity",
      [
        "uuid": id, "type": type, "state": state, "attributes": #"{"name":"home"}"#,
        "content": #"{"words":"\#(words)"}"#, "relevance": "0.5", "stale_ms": "1000",
      ])
  }

  @Test("A request sends type, name, attributes and content, and gives the activity its id")
  func request() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let activity = try await Activity.request(
      attributes: Trip(name: "tab\there"),
      content: ActivityContent(state: .init(words: "😀"), staleUnixMilliseconds: 5, relevanceScore: 2),
      alertConfiguration: AlertConfiguration(title: "T", body: "B", sound: .named("bell")), of: socket.address)
    #expect(activity.id == "a-1" && activity.activityState == .active && activity.content.state.words == "😀")
    let line = try #require(recorder.memory.lines("activity").first)
    #expect(line["verb"] == "start" && line["type"] == "Trip" && line["name"] == "tab\there")
    #expect(line["content"] == #"{"words":"😀"}"# && line["stale_ms"] == "5" && line["relevance"] == "2.0")
    #expect(line["alert_title"] == "T" && line["alert_body"] == "B" && line["alert_sound"] == "bell")
    await recorder.until { $0.clients == 0 }
    #expect(recorder.memory.count("attach") == 0)
  }

  @Test("Without a recorder every request throws so, at once, and later ones reach one that has started")
  func noRecorder() async throws {
    let address = socket.address
    await #expect(throws: LiveUpdatesError.recorderNotRunning) {
      try await Activity.request(
        attributes: Trip(name: ""), content: ActivityContent(state: .init(words: "")), of: address)
    }
    await #expect(throws: LiveUpdatesError.recorderNotRunning) { try await Activity<Trip>.activities(of: address) }
    #expect(await !ActivityAuthorizationInfo(of: address).areActivitiesEnabled)
    let recorder = try StandInRecorder(at: socket.path)
    #expect(try await Activity<Trip>.activities(of: address).isEmpty)
    #expect(recorder.memory.count("activity") == 1)
  }

  @Test(
    "Each refusal is an error of its own, with the sentence of the source",
    arguments: [
      ("disabled", .activitiesDisabled, "areActivitiesEnabled is false."),
      ("rejected_already_active", .activityAlreadyActive(id: "a-9"), "Cannot create 2 or more Live Activities."),
      ("rejected_not_found", .activityNotFound, "Not found activity."),
      ("rejected_ended", .activityEnded, "The activity has ended."),
      ("rejected_too_large", .activityTooLarge, "Attributes and content are more than 4096 bytes."),
      ("rejected_stale_timestamp", .staleTimestamp, "The content is older than what is shown."),
      ("rejected_not_json", .notJSON, "The content is not JSON."),
      ("rejected_maximum_exceeded", .maximumActivitiesExceeded, "Too many activities are live."),
      ("of_a_newer_recorder", .refused(code: "of_a_newer_recorder", message: "why"), "why"),
    ] as [(String, LiveUpdatesError, String)])
  func refusals(code: String, error: LiveUpdatesError, sentence: String) async throws {
    let recorder = try StandInRecorder(at: socket.path) { _ in
      ControlLine("error", ["code": code, "uuid": "a-9", "message": "why"])
    }
    let address = socket.address
    await #expect(throws: error) {
      try await Activity.request(
        attributes: Trip(name: ""), content: ActivityContent(state: .init(words: "")), of: address)
    }
    #expect("\(error)" == sentence)
    #expect(recorder.memory.count("activity") == 1)
  }

  @Test("What the recorder lists is found again, of this type alone, ended ones too")
  func lists() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line["verb"] == "list" ? ControlLine("ok", ["count": "3", "enabled": "1"]) : nil
    }
    let address = socket.address
    async let found = Activity<Trip>.activities(of: address)
    await recorder.until("activity")
    recorder.push(Self.row("a"), Self.row("b", type: "other"), Self.row("c", state: "ended", words: "bye"))
    let activities = try await found
    #expect(activities.map(\.id) == ["a", "c"])
    #expect(activities.map(\.activityState) == [.active, .ended])
    #expect(activities.first?.attributes == Trip(name: "home"))
    #expect(
      activities.first?.content
        == ActivityContent(state: .init(words: "🤩"), staleUnixMilliseconds: 1_000, relevanceScore: 0.5))
  }

  @Test("An update says what became of it, and the end keeps what was shown")
  func updatesAndEnds() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line["verb"] == "update" ? ControlLine("ok", ["uuid": "a-1", "outcome": "throttled"]) : nil
    }
    let activity = try await Activity.request(
      attributes: Trip(name: ""), content: ActivityContent(state: .init(words: "😀")), of: socket.address)
    let outcome = try await activity.update(
      ActivityContent(state: .init(words: "🤩")), alertConfiguration: AlertConfiguration(title: "", body: ""),
      unixMilliseconds: 42)
    #expect(outcome == .throttled && activity.content.state.words == "🤩")
    try await activity.end(activity.content, dismissalPolicy: .immediate)
    #expect(activity.activityState == .dismissed && activity.content.state.words == "🤩")
    let lines = recorder.memory.lines("activity").dropFirst()
    #expect(lines.map { $0["id"] } == ["a-1", "a-1"])
    #expect(lines.first?["timestamp_ms"] == "42" && lines.first?["alert_sound"] == "default")
    #expect(lines.last?["dismiss"] == "immediate" && lines.last?["content"] == #"{"words":"🤩"}"#)
  }

  @Test("The streams of state and content tell what is so and each change once, and end with the activity")
  func streams() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line["verb"] == "list" ? ControlLine("ok", ["count": "1"]) : nil
    }
    let activity = try await Activity.request(
      attributes: Trip(name: ""), content: ActivityContent(state: .init(words: "😀")), of: socket.address)
    let (states, contents) = (activity.activityStateUpdates, activity.contentUpdates)
    await recorder.until { $0.lines("activity").contains { $0["verb"] == "list" } }
    recorder.push(Self.row(words: "a"), Self.row(words: "a"), Self.row("other", words: "x"))
    recorder.push(Self.row(state: "stale", words: "a"), Self.row(state: "active", words: "b"))
    recorder.push(Self.row(state: "ended", words: "c"), Self.row(state: "dismissed", words: "c"))
    #expect(await states.reduce(into: []) { $0.append($1) } == [.active, .stale, .active, .ended, .dismissed])
    #expect(await contents.reduce(into: []) { $0.append($1.state.words) } == ["a", "b", "c"])
    #expect(activity.content.state.words == "c")
    await recorder.until { $0.clients == 0 }
    #expect(recorder.memory.count("attach") == 0)
  }

  @Test("Content that the program cannot read is an error in its own words")
  func unreadable() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line["verb"] == "list" ? ControlLine("ok", ["count": "1"]) : nil
    }
    let address = socket.address
    async let found = Activity<Trip>.activities(of: address)
    await recorder.until("activity")
    recorder.push(ControlLine("activity", ["uuid": "a", "type": "Trip", "state": "active", "content": "[]"]))
    do {
      _ = try await found
      Issue.record("it was read")
    } catch {
      guard case LiveUpdatesError.unreadableContent = error else {
        Issue.record(error)
        return
      }
    }
  }
}

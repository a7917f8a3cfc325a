import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Time in movement")
struct MovingTimeTests {
  /// How a recorder treats fixes at rest.
  enum Usage: CaseIterable {
    case usual, noPause, keepAll

    var settings: TrackPipeline.Settings {
      var settings = TrackPipeline.Settings(thinning: self == .keepAll ? .keepAll : .bounded)
      if self == .noPause { settings.atRest = .flow }
      return settings
    }
  }

  /// Seconds of movement: of the session, of the legs, of the days, and of a range that holds all of it.
  private func moving(_ store: TemporaryStore) throws -> [Double] {
    let reader = try TrackReader(path: store.path)
    let session = try #require(try reader.lastSession())
    let range = try reader.summary(of: session, from: Timestamp(milliseconds: 0), to: nil)
    let answers = try store.ask(
      """
      SELECT moving_s FROM session_summary;
      SELECT total(to_ms - from_ms) / 1e3 FROM leg;
      SELECT round(total(moving_s), 3) FROM day;
      """)
    return try answers.map { try #require(Double($0)) } + [Double(range.movingMS) / 1000]
  }

  private func expectAgreement(_ store: TemporaryStore, _ moment: String) throws {
    let moving = try moving(store)
    #expect(moving.allSatisfy { $0 == moving[0] }, "\(moment): \(moving)")
    #expect(
      try store.ask(
        "SELECT duration_s = moving_s + rest_s + gap_s, rest_s = (SELECT total(rest_s) FROM day) FROM session_summary")
        == ["1|1"], "\(moment)")
  }

  @Test(
    "It is the same by session, legs and days, at every commit of a session with rests and gaps",
    arguments: Usage.allCases)
  func agreement(_ usage: Usage) throws {
    var made = try PipelineMade(usage.settings, from: midnight - 20 * minute)
    func check(_ what: String, _ made: inout PipelineMade) throws {
      try made.commit()
      try expectAgreement(made.store, what)
    }
    made.go(15, seconds: 400)
    try check("moving", &made)
    for part in 1...5 {
      made.go(0, seconds: 130)
      try check("at rest, part \(part)", &made)
    }
    made.go(15, seconds: 300)
    try check("moving again", &made)
    made.miss(seconds: 90, at: 15)
    made.go(15, seconds: 100)
    try check("after a hole on the way", &made)
    made.go(0, seconds: 200)
    made.miss(seconds: 100, at: 0)
    made.go(0, seconds: 50)
    try check("after a hole at rest", &made)
    made.go(12, seconds: 120)
    try made.end()
    try expectAgreement(made.store, "ended")
    #expect(try made.store.ask("SELECT count(*) FROM rest") == ["2"])
    #expect(try made.store.ask("SELECT count(*) FROM gap") == ["2"])
  }

  @Test(
    "A recorder that is killed at rest takes nothing from the rest that its rows still know",
    arguments: [Usage.noPause, .keepAll])
  func killedAtRest(_ usage: Usage) throws {
    var made = try PipelineMade(usage.settings, from: morning)
    made.go(15, seconds: 300)
    made.go(0, seconds: 290)
    try made.commit()
    // The newest report still waits for others of its moment.
    let last = made.time - 2000
    let store = made.killed()
    try expectAgreement(store, "killed")
    #expect(try store.ask("SELECT seen_ms, departure_ms FROM rest") == ["\(last)|NULL"])
    #expect(try store.ask("SELECT seen_ms < \(last) FROM rest_row") == ["1"])
    let before = try moving(store)

    var next = try TrackWriter(path: store.path)
    try next.endLeftovers(bootID: "boot")

    #expect(try moving(store) == before)
    try expectAgreement(store, "ended by the next")
    #expect(try store.ask("SELECT departure_ms, released_ms, seen_ms FROM rest_row") == ["\(last)|\(last)|\(last)"])
    #expect(try store.ask("SELECT ended_ms FROM session") == ["\(last)"])
  }
}

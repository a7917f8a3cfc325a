import Control
import Positioning
import Presentation

extension ScreenState {
  /// Takes in what a recorder answered to `status`; nil if none did, which makes all that it said before old.
  mutating func take(_ answer: ControlLine?, at now: MonotonicTime) {
    guard let answer, answer.word == "ok" else {
      recorder = .none
      return
    }
    func number(_ key: String) -> Int64? { answer[key].flatMap { Int64($0) } }
    recorder = answer["state"].flatMap(Snapshot.Recorder.init(rawValue:)) ?? .none
    link = recorder == .idle ? nil : answer["link"].flatMap(Snapshot.Link.init(rawValue:))
    gpsd = answer["gpsd"]
    storage = answer["storage"].flatMap(Snapshot.Storage.init(rawValue:)) ?? .ok
    waitingFacts = number("waiting_facts")
    activity = Self.activity(answer)
    if let age = number("age_ms") { take(answer, received: now + -age) }
    takeSession(number("session"), answer)
  }

  private mutating func take(_ answer: ControlLine, received: MonotonicTime) {
    func number(_ key: String) -> Int64? { answer[key].flatMap { Int64($0) } }
    var fresh = LastFix(received: received, mode: number("mode").flatMap { FixMode(rawValue: Int($0)) } ?? .unknown)
    fresh.satellites = number("satellites")
    fresh.speedMPS = number("speed_mmps").map { Double($0) / 1000 }
    fresh.courseDegrees = number("course_e4").map { Double($0) / 1e4 }
    fresh.accuracyMetres = number("eph_mm").map { Double($0) / 1000 }
    // The database knows it, and is asked less often.
    fresh.coordinate = fix?.coordinate
    fix = fresh
    if let word = answer["stationary"] { isAtRest = word == "1" }
  }

  /// What is not stored yet of the session's totals; a session that is not in the store yet has none.
  private mutating func takeSession(_ number: Int64?, _ answer: ControlLine) {
    guard recorder == .recording else { return }
    if session?.number != number {
      session = number.map { Session(number: $0) }
      (stops, sketch) = ([], TrackSketch(segments: []))
    }
    if let millimetres = answer["distance_mm"].flatMap({ Int64($0) }) {
      session?.distanceMetres = Double(millimetres) / 1000
    }
    if let fix = answer["fix"].flatMap({ Timestamp(iso8601: $0) }) { goOn(until: fix) }
  }

  /// Adds what has passed since the store's totals, so that the times go on to add up.
  private mutating func goOn(until fix: Timestamp) {
    guard var ahead = session, let started = ahead.started, fix - started > ahead.durationMS else { return }
    let more = fix - started - ahead.durationMS
    ahead.durationMS += more
    if isAtRest == true { ahead.restMS += more } else { ahead.movingMS += more }
    session = ahead
  }

  private static func activity(_ answer: ControlLine) -> String? {
    guard let state = answer["activity_state"] else { return nil }
    let name = answer["activity"].flatMap { $0.isEmpty ? nil : $0 } ?? answer["activity_type"] ?? "without a name"
    return "\(name), \(state)"
  }
}

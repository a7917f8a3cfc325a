import Control
import LiveActivity
import Positioning
import TrackStore
import Tracking

/// What clients ask of live activities.
extension RecordLoop {
  mutating func activity(_ request: ControlLine, _ client: ClientID, _ now: MonotonicTime) -> ControlLine {
    if awaitsLeftovers, recording.isOpen {
      // They are settled once the session has its number.
      commit(now)
      settleLeftovers(now)
    }
    switch request["verb"] {
    case "start": return startActivity(request, now).line
    case "update": return update(request, now).line
    case "end": return end(request, now).line
    case "dismiss":
      guard let uuid = request["id"] else { return Self.incomplete("id") }
      return inBook(now) { book, moment, sink in book.dismiss(uuid, at: moment, into: sink) }.line
    case "list": return list(for: client)
    default: return ControlLine("error", ["code": "request", "why": "this recorder does not know that verb"])
    }
  }

  private static func incomplete(_ key: String) -> ControlLine {
    ControlLine("error", ["code": "request", "why": "'\(key)' is missing"])
  }

  private mutating func startActivity(_ request: ControlLine, _ now: MonotonicTime) -> Answer {
    let type = request["type"].flatMap { $0.isEmpty ? nil : $0 } ?? TripContent.type
    var start = StartRequest(uuid: Identity.uuid(), type: type, content: content(of: request))
    start.name = request["name"] ?? ""
    start.attributes = request["attributes"].map { text($0) }
    start.alert = Alert(request)
    start.start = moment(request["start_ms"])
    return begin(start, now)
  }

  /// Starts an activity that tells of what is recorded.
  mutating func beginTrip(named name: String, _ now: MonotonicTime) -> Answer {
    var start = StartRequest(uuid: Identity.uuid(), type: TripContent.type, content: ProposedContent(state: nil))
    start.name = name
    return begin(start, now)
  }

  private mutating func begin(_ start: StartRequest, _ now: MonotonicTime) -> Answer {
    let answer = inBook(now) { book, moment, sink in book.start(start, at: moment, into: sink) }
    // It need not wait for the next fix to have something to show.
    if answer.outcome == .applied, start.type == TripContent.type, watch.hasFix, let glance = recording.glance {
      propose(glance, glance.isStationary ? .arrival : .departure, now)
    }
    return answer
  }

  private mutating func update(_ request: ControlLine, _ now: MonotonicTime) -> Answer {
    var update = UpdateRequest(target(of: request), content: content(of: request), cause: .command)
    update.alert = Alert(request)
    update.timestamp = moment(request["timestamp_ms"])
    return inBook(now) { book, moment, sink in book.update(update, at: moment, into: sink) }
  }

  private mutating func end(_ request: ControlLine, _ now: MonotonicTime) -> Answer {
    var end = EndRequest(target(of: request))
    if request["content"] != nil { end.content = content(of: request) }
    end.dismissal =
      switch request["dismiss"] {
      case "immediate"?: .immediate
      case let time?: moment(time).map { .after($0) } ?? .standard
      case nil: .standard
      }
    return inBook(now) { book, moment, sink in book.end(end, at: moment, into: sink) }
  }

  /// All that are known, a line each behind the answer.
  private mutating func list(for client: ClientID) -> ControlLine {
    let activities = book.activities
    for activity in activities { send(.activity(activity), to: client, .everyOne) }
    return ControlLine(
      "ok", ["count": String(activities.count), "enabled": settings.activities.isEnabled ? "1" : "0"])
  }

  private func target(of request: ControlLine) -> Target {
    if let uuid = request["id"] { return .uuid(uuid) }
    return request["type"].map { .live(type: $0) } ?? .onlyLive
  }

  private func content(of request: ControlLine) -> ProposedContent {
    ProposedContent(
      state: request["content"].map { text($0) }, stale: moment(request["stale_ms"]),
      relevance: request["relevance"].flatMap { Double($0) })
  }

  private func text(_ text: String) -> JSONText { json.isJSON(text) ? .wellFormed(text) : .malformed(text) }

  private func moment(_ milliseconds: String?) -> Timestamp? {
    milliseconds.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
  }
}

extension Alert {
  /// The alert of a request; nil if it wants none.
  fileprivate init?(_ request: ControlLine) {
    let keys = ["alert_title", "alert_body", "alert_sound"]
    guard keys.contains(where: { request[$0] != nil }) else { return nil }
    self.init(title: request["alert_title"] ?? "", body: request["alert_body"] ?? "", sound: request["alert_sound"])
  }
}

extension Answer {
  /// The answer as a line.
  var line: ControlLine {
    outcome.isSuccess
      ? ControlLine("ok", ["uuid": uuid, "outcome": outcome.rawValue, "message": message])
      : ControlLine("error", ["code": outcome.rawValue, "uuid": uuid, "message": message, "why": message])
  }
}

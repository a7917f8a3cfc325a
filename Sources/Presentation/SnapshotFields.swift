import Positioning

/// A snapshot as flat `key=value` fields.
///
/// | key | value |
/// |---|---|
/// | `seq` | the sequence number |
/// | `state`, `link`, `storage`, `background` | the words of the respective enumerations |
/// | `activity`, `type`, `name`, `activity_state` | of the activity; all left out without one |
/// | `stale_time` | ISO 8601; left out for never |
/// | `relevance` | a number |
/// | `content` | as ``Content/coded`` |
/// | `alert_title`, `alert_body`, `alert_sound` | left out without an alert |
extension Snapshot {
  /// The fields, in the order of the table.
  public var fields: [(key: String, value: String)] {
    let own: [(key: String, value: String?)] = [
      ("seq", String(sequence)), ("state", recorder.rawValue), ("link", link?.rawValue),
      ("storage", storage.rawValue), ("background", background.rawValue),
    ]
    return own.compactMap { field in field.value.map { (field.key, $0) } } + (activity?.fields ?? [])
  }

  /// Reads fields; nil if one that must be there is not, or if one says what this does not understand.
  ///
  /// - Parameter value: gives the value of a key, nil if there is no such key.
  public init?(_ value: (String) -> String?) {
    guard let sequence = value("seq").flatMap({ Int64($0) }),
      let recorder = value("state").flatMap(Recorder.init(rawValue:)),
      let link = value("link").read(Link.init(rawValue:)),
      let storage = value("storage").read(Storage.init(rawValue:)),
      let background = value("background").read(Background.init(rawValue:)),
      let activity = value("activity").read({ Activity(id: $0, value) })
    else { return nil }
    self.init(
      sequence: sequence, recorder: recorder, link: link, storage: storage ?? .ok, background: background ?? .off,
      activity: activity)
  }
}

extension Snapshot.Activity {
  fileprivate var fields: [(key: String, value: String)] {
    let all: [(key: String, value: String?)] = [
      ("activity", id), ("type", type), ("name", name), ("activity_state", state.rawValue),
      ("stale_time", staleTime?.iso8601), ("relevance", relevance.description), ("content", content.coded),
      ("alert_title", alert?.title), ("alert_body", alert?.body), ("alert_sound", alert?.sound),
    ]
    return all.compactMap { field in field.value.map { (field.key, $0) } }
  }

  fileprivate init?(id: String, _ value: (String) -> String?) {
    guard let state = value("activity_state").flatMap(State.init(rawValue:)),
      let staleTime = value("stale_time").read({ Timestamp(iso8601: $0) }),
      let relevance = value("relevance").read({ Double($0) }), relevance?.isFinite != false,
      let content = value("content").read({ Content(coded: $0) })
    else { return nil }
    let alert = value("alert_sound").map { sound in
      Snapshot.Alert(title: value("alert_title") ?? "", body: value("alert_body") ?? "", sound: sound)
    }
    self.init(
      id: id, type: value("type") ?? "", name: value("name") ?? "", state: state, staleTime: staleTime,
      relevance: relevance ?? 0, content: content ?? Content(), alert: alert)
  }
}

extension String? {
  /// What is read from it, `.some(nil)` where there is nothing to read; nil if there is and it makes no sense.
  fileprivate func read<Value>(_ body: (String) -> Value?) -> Value?? {
    guard let text = self else { return .some(nil) }
    return body(text).map { .some($0) }
  }
}

public import TextOutput

/// `json`: one object a line, for programs.
///
/// | field | value |
/// |---|---|
/// | `seq` | the snapshot's number, the same in every style |
/// | `state` | one of ``DisplayState``, the worst that is so |
/// | `recorder`, `link`, `storage`, `background` | `recording` `waiting` `idle` `none`; `unreachable` `no-device` `silent` `no-fix` `fix` or null; `ok` `refused`; `on` `off` |
/// | `class` | the words for style sheets, as in `waybar` |
/// | `stale` | whether the activity's content is out of date |
/// | `fix_age_s` | how old its fix is, or null |
/// | `activity` | null, or an object of `id`, `type`, `name`, `state` (`active` `stale` `ended`), `relevance` and `content`, its fields as they came but for `latitude` and `longitude` |
/// | `alert` | null, or an object of `title`, `body`, `sound` |
/// | `minimal` | a text of at most 8 columns |
/// | `compact` | an object of `leading` and `trailing` |
/// | `expanded` | an object of `leading`, `trailing`, `center`, `bottom`; empty ones are left out |
/// | `lock` | the lines of the card |
public struct JSONLineEncoder: PresentationEncoder {
  /// Creates an encoder.
  public init() {}

  /// Adds one object and a line feed.
  public func encode(_ rendering: Rendering, into text: inout TextBuffer) {
    let snapshot = rendering.snapshot
    text.appendJSONObject { object in
      object.field("seq", snapshot.sequence)
      object.field("state", rendering.state.rawValue)
      object.field("recorder", snapshot.recorder.rawValue)
      object.field("link", snapshot.link?.rawValue)
      object.field("storage", snapshot.storage.rawValue)
      object.field("background", snapshot.background.rawValue)
      object.strings("class", rendering.classes)
      object.field("stale", rendering.isStale)
      object.field("fix_age_s", .decimal(rendering.fixAgeMilliseconds, places: 3))
      object.activity(snapshot.activity)
      object.alert(snapshot.activity?.alert)
      object.field("minimal", rendering.minimal)
      object.object("compact") { compact in
        compact.field("leading", rendering.compact.leading)
        compact.field("trailing", rendering.compact.trailing)
      }
      object.expanded(rendering.expanded)
      object.strings("lock", rendering.lockScreen)
    }
    text.append("\n")
  }
}

extension JSONObject {
  mutating func strings(_ name: String, _ values: [String]) {
    array(name) { array in
      for value in values { array.element(value) }
    }
  }

  fileprivate mutating func activity(_ activity: Snapshot.Activity?) {
    guard let activity else { return null("activity") }
    object("activity") { object in
      object.field("id", activity.id)
      object.field("type", activity.type)
      object.field("name", activity.name)
      object.field("state", activity.state.rawValue)
      object.field("relevance", .rounded(activity.relevance, places: 6))
      object.object("content") { content in
        for field in activity.content.fieldsWithoutPlace {
          switch field.value {
          case .text(let text): content.field(field.name, text)
          case .number(let number): content.field(field.name, .rounded(number, places: 9))
          }
        }
      }
    }
  }

  fileprivate mutating func alert(_ alert: Snapshot.Alert?) {
    guard let alert else { return null("alert") }
    object("alert") { object in
      object.field("title", alert.title)
      object.field("body", alert.body)
      object.field("sound", alert.sound)
    }
  }

  fileprivate mutating func expanded(_ expanded: Rendering.Expanded) {
    object("expanded") { object in
      if let leading = expanded.leading { object.field("leading", leading) }
      if let trailing = expanded.trailing { object.field("trailing", trailing) }
      if let center = expanded.center { object.field("center", center) }
      if let bottom = expanded.bottom { object.field("bottom", bottom) }
    }
  }
}

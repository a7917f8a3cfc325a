import Positioning
import TextOutput

/// What can stand in a hole of a template.
public struct TemplateField: Equatable, Sendable {
  enum Kind: Equatable, Sendable { case text, number, either }

  enum Value {
    case text(String)
    /// A number, and how many decimals it has unless the template says otherwise.
    case number(Double, places: Int)

    func text(places wanted: Int?) -> String {
      switch self {
      case .text(let text): text
      case .number(let number, let places):
        decimal(number, places: wanted ?? places, zeros: wanted == nil ? .trimmed : .kept)
      }
    }
  }

  /// What stands between the braces.
  public let name: String
  /// What it is filled with.
  public let meaning: String
  let kind: Kind
  private let read: @Sendable (Rendering) -> Value?

  func value(in rendering: Rendering) -> Value? { read(rendering) }

  /// Names are unique, so that one name is one field.
  public static func == (a: TemplateField, b: TemplateField) -> Bool { a.name == b.name }

  private init(
    _ name: String, _ kind: Kind, _ meaning: String, _ read: @escaping @Sendable (Rendering) -> Value?
  ) {
    (self.name, self.kind, self.meaning, self.read) = (name, kind, meaning, read)
  }

  init?(named name: String) {
    if let known = Self.all.first(where: { $0.name == name }) {
      self = known
    } else if name.utf8.starts(with: Self.contentPrefix.utf8), name.utf8.count > Self.contentPrefix.utf8.count {
      self.init(content: String(decoding: name.utf8.dropFirst(Self.contentPrefix.utf8.count), as: UTF8.self))
    } else {
      return nil
    }
  }

  private static let contentPrefix = "content."

  private init(content name: String) {
    self.init(Self.contentPrefix + name, .either, "the field '\(name)' of the activity's content") { rendering in
      switch rendering.content[name] {
      case .text(let text)?: .text(text)
      case .number(let number)?: .number(number, places: 6)
      case nil: nil
      }
    }
  }

  private static func text(
    _ name: String, _ meaning: String, _ read: @escaping @Sendable (Rendering) -> String?
  ) -> TemplateField {
    TemplateField(name, .text, meaning) { read($0).map { .text($0) } }
  }

  private static func number(
    _ name: String, places: Int, _ meaning: String, _ read: @escaping @Sendable (Rendering) -> Double?
  ) -> TemplateField {
    TemplateField(name, .number, meaning) { read($0).map { .number($0, places: places) } }
  }
}

extension TemplateField {
  /// All but the fields of an activity's own content.
  public static let all: [TemplateField] = [
    text("minimal", "at most 8 columns") { $0.minimal },
    text("compact", "both halves of the compact presentation") { $0.compact.line },
    text("leading", "the first half: how things stand") { $0.compact.leading },
    text("trailing", "the second half: the figures") { $0.compact.trailing },
    text("state", "one word for how things stand") { $0.state.rawValue },
    text("class", "the words for style sheets, with blanks between them") { $0.classes.joined(separator: " ") },
    text("heading", "the activity's name, else the trip's, else its type") { $0.heading },
    number("speed", places: 0, "speed over ground, in speed_unit") { rendering in
      rendering.content.speedMPS.map { rendering.units.speed(metresPerSecond: $0) }
    },
    text("speed_unit", "km/h, mph or kn") { $0.units.speedUnit },
    number("distance", places: 1, "distance covered, in distance_unit") { rendering in
      rendering.content.distanceMetres.map { rendering.units.distance(metres: $0) }
    },
    text("distance_unit", "km, mi or NM") { $0.units.distanceUnit },
    text("moving", "time spent moving, as 1 h 02 min") {
      $0.content.movingMilliseconds.map { HumanText.duration(milliseconds: $0) }
    },
    number("moving_s", places: 0, "time spent moving, in seconds") {
      $0.content.movingMilliseconds.map { Double($0) / 1000 }
    },
    text("age", "how old the fix is, as 2 min 05 s") {
      $0.fixAgeMilliseconds.map { HumanText.duration(milliseconds: $0) }
    },
    number("age_s", places: 0, "how old the fix is, in seconds") { $0.fixAgeMilliseconds.map { Double($0) / 1000 } },
    number("satellites", places: 0, "satellites used") { $0.content.satellites.map { Double($0) } },
    text("stale", "a question mark where figures are out of date") { $0.isStale ? "?" : nil },
    text("trip", "the trip's name") { $0.content.trip },
    text("name", "the activity's name") { $0.snapshot.activity?.name },
    text("type", "the activity's type") { $0.snapshot.activity?.type },
    text("activity", "the activity's id") { $0.snapshot.activity?.id },
    text("activity_state", "active, stale or ended") { $0.snapshot.activity?.state.rawValue },
    text("recorder", "recording, waiting, idle or none") { $0.snapshot.recorder.rawValue },
    text("link", "unreachable, no-device, silent, no-fix or fix") { $0.snapshot.link?.rawValue },
    text("storage", "ok or refused") { $0.snapshot.storage.rawValue },
    text("background", "on or off") { $0.snapshot.background.rawValue },
    text("alert", "an alert's title and body") { rendering in
      rendering.snapshot.activity?.alert.map { [$0.title, $0.body].filter { !$0.isEmpty }.joined(separator: ": ") }
    },
    number("latitude", places: 6, "degrees, north positive") { $0.content.latitude },
    number("longitude", places: 6, "degrees, east positive") { $0.content.longitude },
    text("fix_time", "when the fix was, ISO 8601 in UTC") { $0.content.fixTime?.iso8601 },
    text("seq", "the snapshot's number") { String($0.snapshot.sequence) },
  ]
}

extension Rendering {
  fileprivate var content: Content { snapshot.activity?.content ?? Content() }
}

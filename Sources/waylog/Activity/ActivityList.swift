import Arguments
import LiveActivity
import Positioning
import TextOutput
import TrackStore

/// Settings of the commands that read what is stored of activities.
struct StoredActivitySettings: Sendable {
  var database = Database()
  var id: String?
  var most = 100
  var zone = Zone.local
  var json = false

  static let output = OptionGroup<StoredActivitySettings>(
    "Output",
    [
      .flag("json", "Print JSON, an object a line") { $0.json = true },
      .value("time-zone", "ZONE", "Show times of ZONE (the machine's)", as: Zone.reader) { $0.zone = $1 },
    ])

  static let statuses = [ExitStatus(1, "there is no activity")] + ExitCode.statuses
}

/// `waylog activity list`
enum ActivityList {
  static let command = Command<StoredActivitySettings>(
    "activity list", summary: "Lists all activities, oldest first: those that are live, and those that have ended.",
    details: ["It reads the database, with or without a recorder. Places in their content are left out."],
    options: [Database.options(\.database), StoredActivitySettings.output],
    examples: [Example("waylog activity list --json", "prints them for another program")],
    exitStatuses: StoredActivitySettings.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: StoredActivitySettings()) { settings, _ in
      let reader = try settings.database.reader()
      let activities = try reader.activities()
      guard !activities.isEmpty else {
        throw Failure(.nothingMatched, "there was no activity yet", advice: "start one with: waylog activity start")
      }
      if settings.json {
        let places = try PlaceRemoval()
        for one in activities {
          let content = one.activity.content.state.flatMap { places.removed(from: $0) }
          try Standard.output.print(json(one.activity, content))
        }
      } else {
        try TableText.print(table(activities, settings.zone))
      }
      return .success
    }
  }

  private static func table(_ activities: [NumberedActivity], _ zone: Zone) -> TextTable {
    var table = TextTable([
      .init("Activity", .right), .init("Type").dispensable, .init("State"),
      .init("Started (\(zone.title))").dispensable, .init("Ended").dispensable, .init("By").dispensable, .init("Id"),
      .init("Name"),
    ])
    for one in activities {
      let activity = one.activity
      table.append([
        String(one.number), activity.type, activity.state.rawValue,
        activity.started.map { TimeText.text($0, in: zone) } ?? "",
        activity.ended.map { TimeText.text($0, in: zone) } ?? "", activity.endedBy?.rawValue ?? "", activity.uuid,
        activity.name,
      ])
    }
    return table
  }

  private static func json(_ activity: Activity, _ content: String?) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("id", activity.uuid)
      object.field("type", activity.type)
      object.field("name", activity.name)
      object.field("state", activity.state.rawValue)
      object.field("session", activity.session)
      object.field("started", activity.started?.iso8601)
      object.field("ended", activity.ended?.iso8601)
      object.field("ended_by", activity.endedBy?.rawValue)
      object.field("dismissed", activity.dismissed?.iso8601)
      object.field("stale", activity.content.stale?.iso8601)
      object.field("relevance", .rounded(activity.content.relevance, places: 6))
      object.field("content", content.map(WrittenJSON.init))
    }
    text.append("\n")
    return text
  }
}

/// Takes places out of what activities show; they are printed only where they are asked for.
struct PlaceRemoval: ~Copyable {
  private let reader: JSONReader

  init() throws { reader = try JSONReader() }

  /// Without places; nil for what is no JSON object.
  func removed(from content: String) -> String? { reader.removing(["latitude", "longitude"], fromJSON: content) }
}

/// JSON that is known to be well-formed, as it stands.
struct WrittenJSON: JSONValue {
  var text: String

  func appendJSON(to buffer: inout TextBuffer) { buffer.append(text) }
}

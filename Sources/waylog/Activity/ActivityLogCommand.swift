import Arguments
import LiveActivity
import Positioning
import TextOutput
import TrackStore

/// `waylog activity log`
enum ActivityLogCommand {
  static let command = Command<StoredActivitySettings>(
    "activity log", summary: "Lists what was asked of activities and what became of it, oldest first.",
    details: [
      "It reads the database, with or without a recorder. Requests of a kind that follow each other are one line with "
        + "their number. Places in the content are left out."
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Selection",
        [
          .value("id", "ID", "Only the activity ID", as: .text) { $0.id = $1 },
          .value("limit", short: "n", "COUNT", "The newest COUNT lines (100)", as: .integer(in: 1...Int.max)) {
            $0.most = $1
          },
        ]),
      StoredActivitySettings.output,
    ],
    examples: [Example("waylog activity log -n 10", "lists the ten newest lines")],
    exitStatuses: StoredActivitySettings.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: StoredActivitySettings()) { settings, _ in
      let reader = try settings.database.reader()
      let ids = Dictionary(try reader.activities().map { ($0.number, $0.activity.uuid) }) { first, _ in first }
      let wanted = try settings.id.map { id in try number(of: id, in: ids) }
      let lines = try reader.activityLog(of: wanted, newest: settings.most)
      guard !lines.isEmpty else {
        throw Failure(.nothingMatched, "nothing was asked yet", advice: "start one with: waylog activity start")
      }
      if settings.json {
        let places = try PlaceRemoval()
        for line in lines {
          let content = line.content.flatMap { places.removed(from: $0) }
          try Standard.output.print(json(line, id: line.activity.flatMap { ids[$0] }, content))
        }
      } else {
        try TableText.print(table(lines, settings.zone))
      }
      return .success
    }
  }

  private static func number(of id: String, in ids: [Int64: String]) throws -> Int64 {
    guard let number = ids.first(where: { $0.value == id })?.key else {
      throw Failure(.nothingMatched, "Not found activity.", advice: "see which there are: waylog activity list")
    }
    return number
  }

  private static func table(_ lines: [ActivityLogLine], _ zone: Zone) -> TextTable {
    var table = TextTable([
      .init("Requested (\(zone.title))"), .init("Activity", .right), .init("Kind"), .init("Cause").dispensable,
      .init("Outcome"), .init("Times", .right).dispensable, .init("Alert"),
    ])
    for line in lines {
      table.append([
        line.requested.map { TimeText.text($0, in: zone) } ?? "",
        line.activity.map { String($0) } ?? line.askedFor ?? "", line.kind, line.cause ?? "", line.outcome,
        String(line.repeats), [line.alertTitle, line.alertBody].compactMap(\.self).joined(separator: ": "),
      ])
    }
    return table
  }

  private static func json(_ line: ActivityLogLine, id: String?, _ content: String?) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("seq", line.sequence)
      object.field("activity", id)
      object.field("asked_for", line.askedFor)
      object.field("session", line.session)
      object.field("requested", line.requested?.iso8601)
      object.field("last_requested", line.lastRequested?.iso8601)
      object.field("applied", line.applied?.iso8601)
      object.field("kind", line.kind)
      object.field("cause", line.cause)
      object.field("outcome", line.outcome)
      object.field("repeats", line.repeats)
      object.field("content", content.map(WrittenJSON.init))
      object.field("alert_title", line.alertTitle)
      object.field("alert_body", line.alertBody)
      object.field("alert_sound", line.alertSound)
    }
    text.append("\n")
    return text
  }
}

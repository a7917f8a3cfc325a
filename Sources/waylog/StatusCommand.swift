import Arguments
import Control
import Positioning
import Recorder
import TextOutput
import TrackStore

/// `waylog status`
enum StatusCommand {
  struct Settings: Sendable {
    var database = Database()
    var json = false
  }

  static let command = Command<Settings>(
    "status", summary: "Says what is being recorded, as the database knows it.",
    details: ["No coordinates are shown; they are in the view 'last_fix'."],
    options: [
      Database.options(\.database),
      OptionGroup("Output", [.flag("json", "Print one JSON object") { $0.json = true }]),
    ],
    examples: [Example("waylog status --json", "prints the state for another program")],
    exitStatuses: [ExitStatus(1, "nothing is recorded yet")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let reader = try settings.database.reader()
      guard let session = try reader.newestSession() else {
        throw Failure(.nothingMatched, "nothing is recorded yet", advice: "record with: waylog record")
      }
      let isRunning = ControlClient.ask(ControlLine("ping"), at: try settings.database.controlPath()) != nil
      let state = State(
        isRunning: isRunning && session.ended == nil, summary: try reader.summary(of: session),
        newest: try reader.newestPoint(of: session.number), lastSeen: try reader.lastSeen(of: session.number),
        isAtRest: try reader.isAtRest(session.number),
        events: try reader.events(of: session.number, latest: 5), path: try settings.database.path())
      try Standard.output.print(settings.json ? state.json : state.text)
      return .success
    }
  }

  private struct State {
    var isRunning: Bool
    var summary: TrackSummary
    var newest: TrackPoint?
    var lastSeen: Timestamp?
    var isAtRest: Bool
    var events: [StoredEventLine]
    var path: String

    private var age: Int64? { lastSeen.map { max(0, Clocks.system() - $0) } }

    var text: String {
      let session = summary.session
      var lines = [
        isRunning
          ? "recording session \(session.number)" : "nothing records; the last session is \(session.number)"
      ]
      if let lastSeen, let age {
        lines.append("  last fix  \(lastSeen.iso8601), \(HumanText.duration(milliseconds: age)) ago")
        if isRunning { lines.append("  state     \(movement)") }
      } else {
        lines.append("  last fix  none yet")
      }
      lines.append(
        "  so far    \(HumanText.distance(metres: Double(summary.distanceMM) / 1000)) in "
          + "\(HumanText.duration(milliseconds: summary.durationMS)), \(summary.rows) rows")
      lines.append("  database  \(Terminal.harmless(path))")
      for event in events {
        lines.append("  \(event.time?.iso8601 ?? "(no time yet)")  \(Terminal.harmless(event.detail))")
      }
      return lines.joined(separator: "\n") + "\n"
    }

    private var movement: String {
      if isAtRest { return "at rest" }
      guard let speed = newest?.speedMMPS else { return "moving" }
      return "\((speed * 36 + 5_000) / 10_000) km/h"
    }

    var json: String {
      var text = TextBuffer()
      text.appendJSONObject { object in
        object.field("recording", isRunning)
        object.field("session", summary.session.number)
        object.field("uuid", summary.session.uuid)
        object.field("name", summary.session.name)
        object.field("started", summary.session.started?.iso8601)
        object.field("ended", summary.session.ended?.iso8601)
        object.field("last_fix", lastSeen?.iso8601)
        object.field("last_fix_age_s", .decimal(age, places: 3))
        object.field("stationary", isAtRest)
        object.field("mode", newest?.mode.rawValue)
        object.field("speed_mps", .decimal(newest?.speedMMPS, places: 3))
        object.field("satellites", newest?.satellites)
        object.field("distance_m", .decimal(summary.distanceMM, places: 3))
        object.field("duration_s", .decimal(summary.durationMS, places: 3))
        object.field("fixes", summary.rows)
        object.field("database", path)
      }
      text.append("\n")
      return text.string
    }
  }
}

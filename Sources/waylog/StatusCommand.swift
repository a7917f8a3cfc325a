import Arguments
import Control
import Positioning
import Recorder
import TextOutput
import TrackStore
import Tracking

/// `waylog status`
enum StatusCommand {
  struct Settings: Sendable {
    var database = Database()
    var json = false
  }

  static let command = Command<Settings>(
    "status", summary: "Says what is being recorded: asks the recorder, and the database for the rest.",
    details: [
      "No coordinates are shown; they are in the view 'last_fix'.",
      "JSON: state is recording, waiting (for the first fix after a restart, which decides whether the session goes "
        + "on), idle or none (no recorder runs); link is unreachable, no-device, silent, no-fix or fix; storage is ok "
        + "or refused; speed_mps, course_deg and horizontal_error_m are those of the last fix, the course over ground in "
        + "degrees from true north. What is not known is left out or null.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup("Output", [.flag("json", "Print one JSON object") { $0.json = true }]),
    ],
    examples: [Example("waylog status --json", "prints the state for another program")],
    exitStatuses: [ExitStatus(1, "nothing is recorded yet, and nothing records")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let answer = try settings.database.ask(ControlLine("status"))
      let path = try answer?.path ?? settings.database.path()
      let state = RecorderState(answer: answer?.line, stored: try stored(path, answer?.line), path: path)
      try Standard.output.print(settings.json ? state.json : state.text)
      return .success
    }
  }

  /// The newest session; a recorder that runs is told of even where the store cannot be read.
  private static func stored(_ path: String, _ answer: ControlLine?) throws -> RecorderState.Stored? {
    guard answer == nil else { return try? stored(path) }
    guard let stored = try stored(path) else {
      throw try isStarted(path)
        ? Failure(
          .nothingMatched, "nothing is recorded yet: what was started waits for a recorder",
          advice: "run one with: waylog daemon") : .nothingYet
    }
    return stored
  }

  private static func isStarted(_ path: String) throws -> Bool {
    try TrackReader(path: path).intent()?.updatesStarted == true
  }

  private static func stored(_ path: String) throws -> RecorderState.Stored? {
    let reader = try TrackReader(path: path)
    guard let session = try reader.newestSession() else { return nil }
    return RecorderState.Stored(
      summary: try reader.summary(of: session), newest: try reader.newestPoint(of: session.number),
      lastSeen: try reader.lastSeen(of: session.number), isAtRest: try reader.isAtRest(session.number),
      events: try reader.events(of: session.number, latest: 5))
  }
}

/// What the recorder says of itself, and what the store says of its newest session.
struct RecorderState {
  struct Stored {
    var summary: TrackSummary
    var newest: TrackPoint?
    var lastSeen: Timestamp?
    var isAtRest: Bool
    var events: [StoredEventLine]
  }

  /// Of the recorder; nil if none runs.
  var answer: ControlLine?
  var stored: Stored?
  var path: String

  private var state: String { answer.map { $0["state"] ?? "recording" } ?? "none" }

  /// How old the newest fix is, in milliseconds: by the recorder's steady clock, else by the system's.
  private var age: Int64? {
    answer?["age_ms"].flatMap { Int64($0) } ?? stored?.lastSeen.map { max(0, Clocks.system() - $0) }
  }

  private var newest: Timestamp? { answer?["fix"].flatMap { Timestamp(iso8601: $0) } ?? stored?.lastSeen }

  private var isAtRest: Bool { answer?["stationary"].map { $0 == "1" } ?? stored?.isAtRest ?? false }

  // Of a fix that is not stored yet, what the recorder does not say is not known.
  private var courseE4: Int64? {
    answer?["fix"] == nil ? stored?.newest?.courseE4 : answer?["course_e4"].flatMap { Int64($0) }
  }

  private var horizontalErrorMM: Int64? {
    answer?["fix"] == nil ? stored?.newest?.horizontalErrorMM : answer?["eph_mm"].flatMap { Int64($0) }
  }

  private var speedMMPS: Int64? { answer?["speed_mmps"].flatMap { Int64($0) } ?? stored?.newest?.speedMMPS }
}

// MARK: - For people

extension RecorderState {
  var text: String {
    var lines = [headline]
    if let answer { lines.append("  gpsd      \(answer["gpsd"] ?? "?"), \(link(answer))") }
    if let newest, let age {
      lines.append(
        "  last fix  \(Self.wall(newest)) (\(Zone.local.title)), \(HumanText.duration(milliseconds: age)) ago")
    } else if stored != nil {
      lines.append("  last fix  none yet")
    }
    if state == "recording", newest != nil { lines.append("  state     \(movement)") }
    lines += sharing
    if let stored {
      let isOver = state == "idle" || state == "none"
      lines.append(
        isOver ? "  session   \(stored.summary.session.number), \(total(stored))" : "  so far    \(total(stored))")
    }
    if answer?["storage"] == "refused" {
      lines.append(
        "  storage   the database refuses writes; \(answer?["waiting_facts"] ?? "some") facts wait in memory")
    }
    lines.append("  database  \(Terminal.harmless(path))")
    for event in stored?.events ?? [] {
      lines.append("  \(event.time.map(Self.wall) ?? "(no time yet)")  \(Self.words(event))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ event: StoredEventLine) -> String {
    guard event.kind == EventKind.flag.rawValue else { return Terminal.harmless(event.detail) }
    return event.detail == "none" ? "updates flow" : "updates are flagged: \(Terminal.harmless(event.detail))"
  }

  private static func wall(_ time: Timestamp) -> String { TimeText.text(time, in: .local) }

  private var headline: String {
    let session = stored.map { String($0.summary.session.number) }
    return switch state {
    case "recording": "recording session \(answer?["session"] ?? session ?? "")"
    case "waiting": "waiting for the first fix, which decides whether session \(session ?? "") goes on"
    case "idle": "idle; start with: waylog start"
    default: "nothing records" + (session.map { "; the last session is \($0)" } ?? "")
    }
  }

  /// Whether it may record and for whom it does, as far as the recorder says.
  private var sharing: [String] {
    let activity = answer?["activity_state"].map { state in
      let name = answer?["activity"].flatMap { $0.isEmpty ? nil : $0 } ?? "without a name"
      return "  activity  \(Terminal.harmless(name)), \(state)"
    }
    let attached = answer?["attached"].map { "\($0) attached" }
    let background = answer?["background"].map { "background \($0)" }
    let use = ([answer?["authorization"]] + [background, attached]).compactMap(\.self)
    return [activity, use.isEmpty ? nil : "  in use    \(use.joined(separator: ", "))"].compactMap(\.self)
  }

  private func link(_ answer: ControlLine) -> String {
    switch answer["link"] {
    case _ where state == "idle": "not connected"
    case "unreachable"?: "cannot be reached"
    case "no-device"?: "has no receiver"
    case "silent"?: "the receiver is silent"
    case "fix"?:
      (answer["mode"] == "3" ? "3D fix" : "2D fix") + (answer["satellites"].map { " with \($0) satellites" } ?? "")
    default: "no fix"
    }
  }

  private func total(_ stored: Stored) -> String {
    let millimetres = answer?["distance_mm"].flatMap { Int64($0) } ?? stored.summary.distanceMM
    let live = answer?["fix"].flatMap { Timestamp(iso8601: $0) }
    let duration = live.flatMap { now in stored.summary.session.started.map { now - $0 } }
    return "\(HumanText.distance(metres: Double(millimetres) / 1000)) in "
      + "\(HumanText.duration(milliseconds: duration ?? stored.summary.durationMS)), \(TableText.count(Int(stored.summary.rows), "row")) stored"
  }

  private var movement: String {
    if isAtRest { return "at rest" }
    guard let speedMMPS else { return "moving" }
    return TableText.speed(speedMMPS)
  }
}

// MARK: - For programs

extension RecorderState {
  var json: String {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("recording", state == "recording")
      object.field("state", state)
      if let answer {
        object.field("role", answer["role"])
        object.field("pid", answer["pid"].flatMap { Int64($0) })
        object.field("gpsd", answer["gpsd"])
        object.field("link", answer["link"])
        object.field("storage", answer["storage"])
        if let word = answer["authorization"] { object.field("authorization", word) }
        if let word = answer["background"] { object.field("background", word) }
        if let count = answer["attached"].flatMap({ Int64($0) }) { object.field("attached", count) }
        if let state = answer["activity_state"] {
          object.field("activity", answer["activity"])
          object.field("activity_state", state)
        }
      }
      object.field("last_fix", newest?.iso8601)
      object.field("last_fix_age_s", .decimal(age, places: 3))
      object.field("stationary", isAtRest)
      object.field("mode", answer?["mode"].flatMap { Int64($0) } ?? stored?.newest.map { Int64($0.mode.rawValue) })
      object.field("speed_mps", .decimal(speedMMPS, places: 3))
      object.field("course_deg", .decimal(courseE4, places: 4))
      object.field("horizontal_error_m", .decimal(horizontalErrorMM, places: 3))
      object.field("satellites", answer?["satellites"].flatMap { Int64($0) } ?? stored?.newest?.satellites)
      if let summary = stored?.summary {
        object.field("session", summary.session.number)
        object.field("uuid", summary.session.uuid)
        object.field("name", summary.session.name)
        object.field("started", summary.session.started?.iso8601)
        object.field("ended", summary.session.ended?.iso8601)
        object.field("distance_m", .decimal(summary.distanceMM, places: 3))
        object.field("duration_s", .decimal(summary.durationMS, places: 3))
        object.field("fixes", summary.rows)
      }
      object.field("database", path)
    }
    text.append("\n")
    return text.string
  }
}

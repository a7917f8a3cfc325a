import Arguments
import Control
import Recorder
import TrackStore

/// `waylog background`
enum BackgroundCommand {
  struct Settings: Sendable {
    var database = Database()
    var inhibitsSleep = false
  }

  static let command = Command<Settings>(
    "background", operands: .one("on|off"), summary: "Lets the recorder go on while nothing is attached, or not.",
    details: [
      "It matters with the authorization 'when-in-use', see 'waylog authorization -h': without a background session the "
        + "recorder pauses a few seconds after the last client went away. A background session stays over restarts.",
      "A session can be begun only while a recorder runs, and ended always.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Session",
        [
          .flag(
            "inhibit-sleep", "Keep the machine from falling asleep meanwhile",
            details: "The recorder holds a lock of systemd-inhibit as long as the session lasts."
          ) { $0.inhibitsSleep = true }
        ]),
    ],
    examples: [Example("waylog background on", "goes on in the background")],
    exitStatuses: [ExitStatus(69, "no recorder runs")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      switch words[0] {
      case "on": try on(settings)
      case "off" where settings.inhibitsSleep: throw UsageError("--inhibit-sleep goes with 'on'")
      case "off": try off(settings.database)
      default: throw UsageError("'\(words[0])' is neither on nor off", hint: "see: waylog background -h")
      }
      return .success
    }
  }

  /// Only whoever is attached may begin one.
  private static func on(_ settings: Settings) throws {
    let requests = [
      ControlLine("attach", ["api": "manager"]),
      ControlLine("background", ["state": "on", "inhibit": settings.inhibitsSleep ? "1" : nil]),
    ]
    guard let answer = try settings.database.converse(requests) else {
      throw Failure(
        .unavailable, "cannot begin a background session: no recorder runs",
        advice: "run one with 'waylog daemon', or install the service: waylog generate units")
    }
    if answer["code"] == "insufficiently-in-use" {
      throw Failure(
        .notAuthorized, "the recorder refused: \(answer["why"] ?? "it is not in use enough")",
        advice: "see: waylog authorization show")
    }
    let line = try RecorderRequest.accepted(answer)
    RecorderRequest.tell("background session is on\(line["uuid"].map { ": \($0)" } ?? "")")
    RecorderRequest.warn(of: line)
  }

  private static func off(_ database: Database) throws {
    if let answer = try database.ask(ControlLine("background", ["state": "off"]))?.line {
      RecorderRequest.warn(of: try RecorderRequest.accepted(answer))
    } else {
      try store(in: database)
    }
    RecorderRequest.tell("background session is off")
  }

  private static func store(in database: Database) throws {
    var writer = try TrackWriter(path: try database.pathForWriting())
    var facts: [StoredFact] = []
    if var intent = try writer.intent() {
      intent.backgroundActivity = false
      intent.changed = Clocks.present()
      facts.append(.intent(intent))
    }
    if var session = try writer.backgroundSession() {
      session.invalidated = Clocks.system()
      facts.append(.background(session))
    }
    try writer.open()
    try writer.commit(facts, nil, .power)
    try writer.close()
  }
}

import Arguments
import Control
import Recorder
import TrackStore

/// `waylog background`
enum BackgroundCommand {
  struct Settings: Sendable { var database = Database() }

  static let command = Command<Settings>(
    "background", operands: .optional("on|off"),
    summary: "Lets the recorder go on while nothing is attached, or says if it does.",
    details: [
      "It matters with the authorization 'when-in-use', see 'waylog authorization -h': without a background session the "
        + "recorder pauses a few seconds after the last client went away. A background session stays over restarts.",
      "A session can be begun only while a recorder runs, and ended always. A recorder that was started with "
        + "--inhibit-sleep keeps the machine awake meanwhile.",
    ],
    options: [Database.options(\.database)],
    examples: [Example("waylog background on", "goes on in the background")],
    exitStatuses: [ExitStatus(69, "no recorder runs")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      switch words.first {
      case nil: try Standard.output.print("\(try state(settings.database))\n")
      case "on"?: try on(settings.database)
      case "off"?: try off(settings.database)
      case let word?: throw UsageError("'\(word)' is neither on nor off", hint: "see: waylog background -h")
      }
      return .success
    }
  }

  private static func state(_ database: Database) throws -> String {
    if let answer = try database.ask(ControlLine("background", [:]))?.line { return answer["state"] ?? "off" }
    do {
      return try database.reader().intent()?.backgroundActivity == true ? "on" : "off"
    } catch StoreError.missing {
      return "off"
    }
  }

  private static func on(_ database: Database) throws {
    // Whoever types a command is there, and may begin one as a program may that is attached.
    guard let answer = try database.ask(ControlLine("background", ["state": "on", "by": "command"]))?.line else {
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
    var writer = try TrackWriter(path: try database.pathForIntent())
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

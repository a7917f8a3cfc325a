import Arguments
import Control
import LiveActivity
import Recorder
import TextOutput
import TrackStore

/// `waylog start`
enum StartCommand {
  struct Settings: Sendable {
    var database = Database()
    var name: String?
    var showsActivity = false
  }

  static let command = Command<Settings>(
    "start", operands: .optional("NAME"), summary: "Begins a session on the recorder that runs.",
    details: [
      "The recorder goes on until 'waylog stop', over restarts and reboots. Without one that runs, what you want is "
        + "stored, and obeyed by the next 'waylog daemon'.",
      "Starting what has started changes nothing.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Session",
        [
          .value("name", "TEXT", "Call the session TEXT", as: .text) { $0.name = $1 },
          .flag(
            "activity", "Start a live activity too, called NAME if there is one",
            details: "It is of the type 'trip', and kept up to date by the recorder; see 'waylog activity start -h'."
          ) { $0.showsActivity = true },
        ]),
    ],
    examples: [
      Example("waylog start --name 'To the lake'", "begins a session with a name"),
      Example("waylog start --activity 'To the lake'", "shows it on status bars, too"),
    ],
    exitStatuses: [ExitStatus(69, "the recorder of the system does not run")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      guard settings.showsActivity || words.isEmpty else {
        throw UsageError(
          "unexpected operand '\(words[0])'",
          hint: "call the session so with: --name NAME; or an activity, with: --activity NAME")
      }
      let activity = settings.showsActivity ? words.first ?? "" : nil
      guard let answer = try settings.database.ask(ControlLine("start", ["name": settings.name, "activity": activity]))
      else {
        return try store(settings)
      }
      let line = try RecorderRequest.accepted(answer.line)
      let session = line["session"].map { "session \($0)" } ?? "the last session"
      RecorderRequest.tell(
        line["already"] == nil
          ? "recording \(session); end it with: waylog stop" : "already recording \(session)")
      RecorderRequest.warn(of: line)
      if let outcome = line["outcome"].flatMap(Outcome.init(rawValue:)) {
        try ActivityRequest.tell(Answer(subject: .start, outcome: outcome, uuid: line["activity"]))
      }
      return .success
    }
  }

  private static func store(_ settings: Settings) throws -> ExitCode {
    try RecorderRequest.store([.intent(Intent(updatesStarted: true))], in: settings.database)
    RecorderRequest.tell("no recorder runs; what you want is stored, and obeyed as soon as one does")
    RecorderRequest.tell("run one with 'waylog daemon', or see how to have it always: waylog doctor")
    if settings.showsActivity { RecorderRequest.tell("the activity is not started: that takes a recorder") }
    return .success
  }
}

/// `waylog stop`
enum StopCommand {
  struct Settings: Sendable { var database = Database() }

  static let command = Command<Settings>(
    "stop", summary: "Ends the session on the recorder that runs.",
    details: [
      "The service stays, and records again after 'waylog start'; 'waylog record' ends. Stopping what has stopped "
        + "changes nothing. Without a recorder, the session that one left open is ended."
    ],
    options: [Database.options(\.database)],
    examples: [Example("waylog stop", "ends the session")],
    exitStatuses: [ExitStatus(69, "the recorder of the system does not run")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      guard let answer = try settings.database.ask(ControlLine("stop")) else { return try store(settings) }
      let line = try RecorderRequest.accepted(answer.line)
      if let session = line["session"] {
        let ended = EndedSession(session, in: line["storage"] == "refused" ? nil : answer.path)
        for line in ended.lines(settings.database.words) { RecorderRequest.tell(line) }
      } else if line["already"] == nil {
        RecorderRequest.tell("the recorder has stopped")
      } else {
        RecorderRequest.tell("nothing was being recorded")
      }
      RecorderRequest.warn(of: line)
      return .success
    }
  }

  private static func store(_ settings: Settings) throws -> ExitCode {
    let facts: [StoredFact] = [
      .abandoned(except: nil, bootID: Identity.bootID()), .intent(Intent(updatesStarted: false)),
    ]
    try RecorderRequest.store(facts, in: settings.database)
    RecorderRequest.tell("no recorder runs; nothing will be recorded before 'waylog start' or 'waylog record'")
    return .success
  }
}

/// What commands that ask the recorder have in common.
enum RecorderRequest {
  /// The answer, if the recorder did what was asked.
  static func accepted(_ answer: ControlLine) throws -> ControlLine {
    guard answer.word == "ok" else {
      if answer["code"] == "not-authorized" {
        throw Failure(
          .notAuthorized, "cannot record: \(answer["why"] ?? "it is not allowed")",
          advice: "what is allowed is shown by: waylog authorization")
      }
      throw Failure(
        .busy, "the recorder refused: \(answer["why"] ?? "it does not say why")",
        advice: "it may be of another version: restart it")
    }
    return answer
  }

  static func tell(_ text: String) { Standard.error.write("waylog: \(Terminal.harmless(text))\n") }

  /// Says that what was done is not on the disk yet.
  static func warn(of answer: ControlLine) {
    guard answer["storage"] == "refused" else { return }
    tell("the database refuses writes; until it takes them, everything waits in the recorder's memory")
  }

  /// Stores facts where no recorder runs; the present intent's other parts stay as they are.
  static func store(_ facts: [StoredFact], in database: Database) throws {
    var writer = try TrackWriter(path: try database.pathForIntent())
    let former = try writer.intent()
    try writer.open()
    try writer.commit(
      facts.map { fact in
        guard case .intent(var intent?) = fact else { return fact }
        intent.backgroundActivity = former?.backgroundActivity ?? intent.backgroundActivity
        intent.authorization = former?.authorization ?? intent.authorization
        intent.changed = Clocks.present()
        return .intent(intent)
      }, nil, .power)
    try writer.close()
  }
}

/// What to do with a session that has ended.
struct EndedSession {
  private let number: String
  private let hasFix: Bool

  /// One that the database at a path holds whole; without a path, much of it may not be there yet.
  init(_ number: String, in path: String?) {
    self.number = number
    let reader = path.flatMap { try? TrackReader(path: $0) }
    guard let reader, let session = Int64(number) else {
      hasFix = true
      return
    }
    hasFix = (try? reader.newestPoint(of: session) != nil) ?? true
  }

  /// What is said, for a database that is named by these words.
  func lines(_ place: String) -> [String] {
    guard hasFix else {
      return ["session \(number) has ended without a fix; see what is wrong with: waylog doctor\(place)"]
    }
    return [
      "session \(number) has ended; see it with: waylog sessions show \(number)\(place)",
      "export it with: waylog export \(number) -o track-\(number).gpx\(place)",
    ]
  }
}

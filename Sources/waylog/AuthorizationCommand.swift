import Arguments
import Control
import Delivery
import Recorder
import TrackStore

/// `waylog authorization`
enum AuthorizationCommand {
  struct Settings: Sendable { var database = Database() }

  /// What can be decided, by the word that is typed.
  enum Decision: String, CaseIterable, Sendable {
    case always
    case whenInUse = "when-in-use"
    case deny
    case reset

    /// What is then so, unless an administrator decided otherwise.
    var authorization: Authorization {
      switch self {
      case .always: .always
      case .whenInUse: .whenInUse
      case .deny: .denied
      case .reset: .notDetermined
      }
    }
  }

  static let command = Command<Settings>(
    "authorization", operands: .optional("show|always|when-in-use|deny|reset"),
    summary: "Says whether positions may be recorded, or decides it.",
    details: [
      "always: at any time; that is so unless somebody decides otherwise. when-in-use: only while a client is attached, "
        + "an activity is live or a background session is on, and a few seconds more. deny: never. reset: as if "
        + "nobody had decided; the next client asks.",
      "An administrator's policy goes before all that: the words are then restricted or denied-globally.",
    ],
    options: [Database.options(\.database)],
    examples: [
      Example("waylog authorization show", "prints a word"),
      Example("waylog authorization when-in-use", "records only while it is used"),
    ],
    exitStatuses: [ExitStatus(69, "the recorder of the system does not run")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      guard let word = words.first, word != "show" else {
        try Standard.output.print("\(try present(settings.database))\n")
        return .success
      }
      guard let decision = Decision(rawValue: word) else {
        throw UsageError("there is no authorization '\(word)'", hint: "see: waylog authorization -h")
      }
      try decide(decision, in: settings.database)
      RecorderRequest.tell("authorization is \(decision.authorization.word)")
      return .success
    }
  }

  private static func present(_ database: Database) throws -> String {
    if let answer = try database.ask(ControlLine("authorization"))?.line {
      return try RecorderRequest.accepted(answer)["authorization"] ?? Authorization.always.word
    }
    do {
      let word = try database.reader().intent()?.authorization ?? Authorization.always.word
      return StoredAuthorization(word: word).authorization.word
    } catch StoreError.missing {
      return Authorization.always.word
    }
  }

  private static func decide(_ decision: Decision, in database: Database) throws {
    guard let answer = try database.ask(ControlLine("authorization", ["set": decision.rawValue]))?.line else {
      return try store(decision.authorization, in: database)
    }
    let line = try RecorderRequest.accepted(answer)
    RecorderRequest.warn(of: line)
    let word = line["authorization"] ?? decision.authorization.word
    guard word == decision.authorization.word else {
      throw Failure(
        .notAuthorized, "authorization stays \(word): an administrator decided it",
        advice: "ask whoever looks after this machine")
    }
  }

  private static func store(_ authorization: Authorization, in database: Database) throws {
    var writer = try TrackWriter(path: try database.pathForIntent())
    // Whoever never said otherwise wants to record.
    var intent = try writer.intent() ?? Intent(updatesStarted: true)
    intent.authorization = authorization.word
    intent.changed = Clocks.present()
    try writer.open()
    try writer.commit([.intent(intent)], nil, .power)
    try writer.close()
  }
}

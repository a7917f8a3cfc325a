import Arguments
import Positioning
import Recorder
import TrackStore

/// `waylog sessions split`
enum SplitCommand {
  struct Settings: Sendable {
    var database = Database()
    var zone = Zone.local
  }

  static let command = Command<Settings>(
    "sessions split", operands: Operands("SESSION TIME", count: 2...2),
    summary: "Makes the rest of a session, from a time on, one of its own.",
    details: [
      SessionWord.note,
      "TIME is 2026-05-01T06:10 or 2026-05-01T06:10:00.5, with Z or an offset such as +02:00 or else in the zone of "
        + "--time-zone; 2026-05-01 is the beginning of that day.",
      "Fixes from TIME on go to a new session with the same name. A rest is not divided: the session that arrived keeps "
        + "it, and the new one begins with the departure. The ledger of the new session counts what it has stored; what "
        + "was not stored stays in the ledger of the old one. The new session has the highest number, which is what "
        + "'last' means.",
      "The session must have ended. 'waylog sessions join' makes it whole again.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Time", [.value("time-zone", "ZONE", "Read TIME in ZONE (the machine's)", as: Zone.reader) { $0.zone = $1 }]),
    ],
    examples: [Example("waylog sessions split 12 2026-05-01T12:30", "begins another session at half past twelve")],
    exitStatuses: [ExitStatus(1, "there is no such session, or nothing of it on one side")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      guard let moment = TimeText.moment(words[1], zone: settings.zone)?.from else {
        throw UsageError("'\(words[1])' is no time", hint: "write it as 2026-05-01T06:10:00Z, or without the Z")
      }
      let path = try settings.database.path()
      let session = try SessionWord.find(words[0], in: TrackReader(path: path))
      var editor = SessionEditor(path)
      let outcome = try editor.edit(session, .split(at: moment, uuid: Identity.uuid()))
      guard case .split(let part, let begin) = outcome else { return .software }
      let time = "\(TimeText.text(begin, in: settings.zone)) (\(settings.zone.title))"
      RecorderRequest.tell("what session \(session.number) had from \(time) on is session \(part) now")
      RecorderRequest.tell("make them one again with: waylog sessions join \(session.number) \(part)")
      return .success
    }
  }
}

/// `waylog sessions join`
enum JoinCommand {
  struct Settings: Sendable { var database = Database() }

  static let command = Command<Settings>(
    "sessions join", operands: Operands("SESSION SESSION", count: 2...2),
    summary: "Makes one session of two that follow each other.",
    details: [
      SessionWord.note,
      "The time between them becomes a gap, or movement again where one session had been split. The earlier one keeps its "
        + "number and, if it has one, its name; both notes are kept, and the ledgers are added up.",
      "Both must have ended, no other session may have ended in between, and both must be recorded or both imported.",
    ],
    options: [Database.options(\.database)],
    examples: [Example("waylog sessions join 12 13", "adds session 13 to session 12")],
    exitStatuses: [ExitStatus(1, "there is no such session")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let path = try settings.database.path()
      let reader = try TrackReader(path: path)
      let sessions = try words.map { try SessionWord.find($0, in: reader) }
      var editor = SessionEditor(path)
      let outcome = try editor.edit(sessions[0], .join(with: sessions[1].uuid))
      guard case .joined(let whole) = outcome else { return .software }
      RecorderRequest.tell("sessions \(sessions[0].number) and \(sessions[1].number) are session \(whole) now")
      return .success
    }
  }
}

import Arguments
import Control
import Positioning
import Recorder
import TrackStore

/// `waylog sessions rename` and `waylog sessions note`
enum RenameCommand {
  struct Settings: Sendable { var database = Database() }

  static let rename = Command<Settings>(
    "sessions rename", operands: Operands("SESSION NAME", count: 2...2), summary: "Calls a session something else.",
    details: [SessionWord.note, "An empty NAME takes the name away. A session that is being recorded can be renamed."],
    options: [Database.options(\.database)],
    examples: [Example("waylog sessions rename last 'To the lake'", "gives the last session a name")],
    exitStatuses: [ExitStatus(1, "there is no such session")] + ExitCode.statuses)

  static let note = Command<Settings>(
    "sessions note", operands: Operands("SESSION TEXT", count: 2...2), summary: "Says something about a session.",
    details: [
      SessionWord.note, "TEXT takes the place of the former note, and an empty one takes it away.",
    ],
    options: [Database.options(\.database)],
    examples: [Example("waylog sessions note 12 'with the old bicycle'", "notes something about session 12")],
    exitStatuses: [ExitStatus(1, "there is no such session")] + ExitCode.statuses)

  static func runRename(_ words: [String]) throws -> ExitCode {
    try run(rename, words, { .rename($0) }) { session, text in
      text.map { "session \(session) is called '\($0)' now" } ?? "session \(session) has no name now"
    }
  }

  static func runNote(_ words: [String]) throws -> ExitCode {
    try run(note, words, { .annotate($0) }) { session, text in
      text == nil ? "session \(session) has no note now" : "noted about session \(session)"
    }
  }

  private static func run(
    _ command: Command<Settings>, _ words: [String], _ edit: (String?) -> SessionEdit,
    _ done: (Int64, String?) -> String
  ) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let path = try settings.database.path()
      let session = try SessionWord.find(words[0], in: TrackReader(path: path))
      let text = words[1].isEmpty ? nil : words[1]
      guard SessionRequest(session.uuid, edit(text)).line.text.utf8.count < ControlLine.longest else {
        throw Failure(.usage, "the text is too long", advice: "8000 bytes is the most")
      }
      var editor = SessionEditor(path)
      _ = try editor.edit(session, edit(text))
      RecorderRequest.tell(done(session.number, text))
      return .success
    }
  }
}

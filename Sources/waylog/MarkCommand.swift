import Arguments
import Control
import Positioning
import TrackStore

/// `waylog mark`
enum MarkCommand {
  struct Settings: Sendable { var database = Database() }

  static let command = Command<Settings>(
    "mark", operands: .any("TEXT"), summary: "Notes the place where you are now, with a text if you like.",
    details: [
      "The recorder is asked for its newest fix. Without a recorder the newest stored place is marked. "
        + "Marks are rows of the view 'mark', and waypoints in exports."
    ],
    options: [Database.options(\.database)],
    examples: [Example("waylog mark 'a heron'", "notes the place and the text")],
    exitStatuses: [ExitStatus(1, "there is no fix to mark")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let text = words.isEmpty ? nil : words.joined(separator: " ")
      let request = ControlLine("mark", ["text": text])
      guard request.text.utf8.count < ControlLine.longest else {
        throw Failure(.usage, "the text is too long", advice: "16000 bytes are the most")
      }
      if let answer = try settings.database.ask(request)?.line {
        guard let time = answer["time"] else { throw refusal(answer) }
        RecorderRequest.tell("marked the place of \(wall(time))")
        RecorderRequest.warn(of: answer)
        return .success
      }
      return try markStored(text, settings.database)
    }
  }

  /// A refusal without a code, or with one that this program does not know, is taken for the want of a fix.
  private static func refusal(_ answer: ControlLine) -> Failure {
    if answer["code"] == "storage" {
      return Failure(
        .inputOutput, "nothing marked: the recorder's database refuses writes",
        advice: "the recorder says why; is the disk full?")
    }
    let why = answer["why"] ?? "the recorder refused"
    return Failure(.nothingMatched, "nothing marked: \(why)", advice: "see: waylog status")
  }

  private static func wall(_ iso8601: String) -> String {
    Timestamp(iso8601: iso8601).map { TimeText.text($0, in: .local) } ?? iso8601
  }

  private static func markStored(_ text: String?, _ database: Database) throws -> ExitCode {
    _ = try database.reader()
    let writer = try TrackWriter(path: try database.path())
    guard let time = try writer.markNewest(text) else {
      throw Failure(.nothingMatched, "nothing marked: no place is stored yet", advice: "record with: waylog record")
    }
    Standard.error.write(
      "waylog: nothing records now; marked the last known place, of \(TimeText.text(time, in: .local))\n")
    return .success
  }
}

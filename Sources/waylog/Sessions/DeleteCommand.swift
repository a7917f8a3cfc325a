import Arguments
import Glibc
import Positioning
import Recorder
import TextOutput
import TrackStore

/// `waylog sessions delete`
enum DeleteCommand {
  struct Settings: Sendable {
    var database = Database()
    var before: WrittenTime?
    var zone = Zone.local
    var isConfirmed = false
  }

  static let command = Command<Settings>(
    "sessions delete", operands: .any("SESSION"), summary: "Deletes sessions with all that they have.",
    details: [
      SessionWord.note,
      "Sessions that have not ended are kept. Activities stay, without their session. A file that was imported as a "
        + "deleted session can be imported again.",
      "It is done in steps of less than 50 ms, so that a recorder misses nothing. Whatever interrupts it, the database is "
        + "whole; a session of which something is left ended as 'deleted', and is deleted by the same command again. "
        + "The space goes to sessions to come, or back to the disk with 'waylog compact'.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Sessions",
        [
          .value("before", "TIME", "Delete those that ended before TIME", as: WrittenTime.time) { $0.before = $1 },
          .value("time-zone", "ZONE", "Read TIME in ZONE (the machine's)", as: Zone.reader) { $0.zone = $1 },
          .flag("yes", short: "y", "Do not ask") { $0.isConfirmed = true },
        ]),
    ],
    examples: [
      Example("waylog sessions delete 12", "deletes session 12, after asking"),
      Example("waylog sessions delete --before 2025-01-01 --yes", "deletes what is older than 2025"),
    ],
    exitStatuses: [ExitStatus(1, "there is no such session, or the answer was no")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let path = try settings.database.path()
      let sessions = try chosen(words, settings, in: TrackReader(path: path))
      guard try settings.isConfirmed || isConfirmed(sessions) else {
        throw Failure(.nothingMatched, "nothing deleted", advice: "say y to delete")
      }
      var editor = SessionEditor(path)
      let rows = sessions.reduce(0) { $0 + $1.rows }
      let progress = Progress("deleting", .things("fixes"), of: rows)
      defer { progress.end() }
      var left = rows
      for session in sessions {
        left -= session.rows
        try delete(session.session, with: &editor) { progress.note(rows - left - $0) }
      }
      progress.end()
      RecorderRequest.tell("deleted \(count(sessions)); give their space back to the disk with: waylog compact")
      return .success
    }
  }

  private static func chosen(
    _ words: [String], _ settings: Settings, in reader: borrowing TrackReader
  ) throws -> [TrackSummary] {
    guard let before = settings.before else {
      guard !words.isEmpty else {
        throw UsageError(
          "no session is named", hint: "name some, or a time: waylog sessions delete --before 2025-01-01")
      }
      return try words.map { try reader.summary(of: SessionWord.find($0, in: reader)) }
    }
    guard words.isEmpty else { throw UsageError("--before chooses the sessions", hint: "leave out '\(words[0])'") }
    let moment = before.moment(in: settings.zone).from
    let sessions = try reader.sessions().map { try reader.summary(of: $0) }
      .filter { try $0.endReason != nil && reader.lastSeen(of: $0.session.number).map { $0 < moment } ?? false }
    guard !sessions.isEmpty else {
      throw Failure(.nothingMatched, "no session ended before that", advice: "list them with: waylog sessions")
    }
    return sessions
  }

  private static func isConfirmed(_ sessions: [TrackSummary]) throws -> Bool {
    guard isatty(0) == 1, Standard.error.isTerminal else {
      throw Failure(.usage, "will not delete \(count(sessions)) unasked", advice: "say --yes if you mean it")
    }
    Standard.error.write("delete \(count(sessions))? It cannot be undone. [y/N] ")
    return ["y", "yes"].contains(readLine()?.lowercased())
  }

  private static func count(_ sessions: [TrackSummary]) -> String {
    let fixes = sessions.reduce(0) { $0 + $1.rows }
    return "\(TableText.count(sessions.count, "session")) with \(fixes) \(fixes == 1 ? "fix" : "fixes")"
  }

  private static func delete(
    _ session: TrackSession, with editor: inout SessionEditor, _ tell: (_ rowsLeft: Int64) -> Void
  ) throws {
    var slice = DeletionSlice()
    while true {
      let began = Clocks.monotonic()
      let outcome = try editor.edit(session, .shorten(rows: slice.rows))
      slice.note(milliseconds: Clocks.monotonic() - began)
      guard case .shortened(let rowsLeft?) = outcome else { return }
      tell(rowsLeft)
    }
  }
}

/// How many rows a step of a deletion takes away, by how long the steps before it took.
struct DeletionSlice {
  /// Half of what a step may take, in milliseconds, since the next one may take longer.
  private static let longest: Int64 = 25

  private(set) var rows = 500

  /// The last step took so long.
  mutating func note(milliseconds: Int64) {
    if milliseconds > Self.longest { rows = max(50, rows / 2) }
    if milliseconds < Self.longest / 3 { rows = min(4_000, rows * 2) }
  }
}

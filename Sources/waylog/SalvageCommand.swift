import Arguments
import Glibc
import TextOutput
import TrackStore

/// `waylog salvage`
enum SalvageCommand {
  struct Settings: Sendable {
    var database = Database()
    var output: String?
  }

  static let command = Command<Settings>(
    "salvage", operands: .optional("DAMAGED", as: .file),
    summary: "Rescues what a damaged database still holds into a new one.",
    details: [
      "DAMAGED is only read, and so is the '-wal' beside it; without it the database itself is taken. Every row that "
        + "stands whole on a readable page is rescued, wherever it is: the start of the file may be missing, or its end.",
      "What belongs to a session whose description is lost gets another, without a name. Where fixes are missing, the "
        + "track is interrupted, and the ledger counts them as 'lost:damage'. A session that was running ends as "
        + "'salvaged'.",
      "A disk that has damaged a file once may do so again; put the new one on another. " + NewDatabase.moving,
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Output",
        [
          .value(
            "output", short: "o", "NEW", "Write the new database to NEW, which must not exist yet",
            details: "Default: waylog-salvaged-TIME.db in the current folder, with the present time in UTC.", as: .file
          ) { $0.output = $1 }
        ]),
    ],
    examples: [Example("waylog salvage broken.db -o new.db", "rescues what broken.db holds into new.db")],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let damaged = try words.first ?? settings.database.path()
      let output = settings.output ?? NewDatabase.name("waylog-salvaged")
      guard access(output, F_OK) != 0 else {
        throw Failure(.cannotCreate, "cannot make '\(output)': it is there", advice: "name a new file with -o NEW")
      }
      try NewDatabase.check(output, madeFrom: damaged)
      tell(try OutputFile.make(output) { temporary, _ in try salvage(damaged, into: temporary) }, output)
      return .success
    }
  }

  private static func salvage(_ damaged: String, into path: String) throws -> Salvaged {
    let size = FileSize.bytes(of: damaged)
    let salvaged = try Progress.showing("reading", .bytes, of: size) { progress in
      try Salvage.run(from: damaged, into: path) { progress.note(Int64($0 * Double(size))) }
    }
    guard !salvaged.isNothing else {
      throw Failure(
        .badData, "nothing rescued from '\(damaged)': no row of a waylog database is readable in it",
        advice: "check the name, or go back to a backup")
    }
    return salvaged
  }

  private static func tell(_ salvaged: Salvaged, _ output: String) {
    let sessions = salvaged["session"] + salvaged.namelessSessions
    let kinds = salvaged.kinds.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    var lines = [
      "waylog: rescued \(count(salvaged["fix"], "fix", "fixes")) of \(count(sessions, "session")) into "
        + "'\(Terminal.harmless(output))'", "  rows: \(kinds)",
      "  unreadable: \(salvaged.unreadablePages) of \(count(Int64(salvaged.pages), "page"))",
    ]
    if salvaged.missingFixes > 0 {
      let ranges = count(salvaged.missingRanges, "place")
      lines.append("  missing: \(count(salvaged.missingFixes, "fix", "fixes")) in \(ranges)")
    }
    if salvaged.namelessSessions > 0 {
      lines.append("  without name and description: \(count(salvaged.namelessSessions, "session"))")
    }
    Standard.error.write(lines.joined(separator: "\n") + "\n")
  }

  private static func count(_ number: Int64, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}

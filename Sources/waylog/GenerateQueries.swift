import Arguments
import CWaylog

/// `waylog generate queries`
enum GenerateQueries {
  struct Settings: Sendable { var folder: String? }

  static let command = Command<Settings>(
    "generate queries", summary: "Prints ten questions to a database, in SQL.",
    details: ["Each is for copying from and for changing; the views they ask are described in schema.sql."],
    options: [GeneratedFile.option { $0.folder = $1 }],
    examples: [
      Example("waylog generate queries", "shows them"),
      Example(
        "waylog generate queries | sqlite3 -readonly -box ~/.local/share/waylog/waylog.db", "asks all of them at once"),
    ],
    exitStatuses: GenerateUnits.command.exitStatuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      try GeneratedFile(
        name: "waylog-queries.sql", text: String(cString: waylog_query_book()),
        nextSteps: ["sqlite3 -readonly -box DATABASE < waylog-queries.sql"]
      ).put(into: settings.folder)
      return .success
    }
  }
}

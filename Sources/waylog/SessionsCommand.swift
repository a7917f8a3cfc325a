import Arguments
import Positioning
import TextOutput
import TrackStore

/// `waylog sessions`
enum SessionsCommand {
  struct Settings: Sendable {
    var database = Database()
    var selection = Selection()
    var json = false
    /// What names must contain.
    var name: String?
  }

  static let tool = Tool<ExitCode>(
    "waylog sessions", summary: "Lists, shows and edits sessions, also while something is recorded.",
    groups: [
      .init(
        "Look",
        [
          .command(list, "All sessions, a line each") { words in
            try Invocation.run(list, words, defaults: Settings()) { settings, _ in try printList(settings) }
          },
          .command(show, "The totals of a session") { words in
            try Invocation.run(show, words, defaults: Settings()) { settings, words in
              try printDetails(settings, words)
            }
          },
        ]),
      .init(
        "Change",
        [
          .command(RenameCommand.rename, "Call a session something else", RenameCommand.runRename),
          .command(RenameCommand.note, "Say something about it", RenameCommand.runNote),
          .command(SplitCommand.command, "Make the rest of it, from a time on, one of its own", SplitCommand.run),
          .command(JoinCommand.command, "Make one session of two", JoinCommand.run),
          .command(DeleteCommand.command, "Delete sessions", DeleteCommand.run),
        ]),
    ],
    standard: "list")

  private static func options() -> [OptionGroup<Settings>] {
    [
      Database.options(\.database),
      OptionGroup("Output", [.flag("json", "Print JSON, an object a line") { $0.json = true }]),
      Selection.options(\.selection),
    ]
  }

  private static let filters = OptionGroup<Settings>(
    "Filters", [.value("name", "TEXT", "Only those that have TEXT in their name", as: .text) { $0.name = $1 }])

  static let list = Command<Settings>(
    "sessions list", summary: "Lists all sessions, oldest first.",
    details: ["With a range, those that have a part in it."], options: options() + [filters],
    examples: [
      Example("waylog sessions list --last 7d", "lists the sessions of the last seven days"),
      Example("waylog sessions list --name lake", "lists those that have 'lake' in their name"),
    ],
    exitStatuses: [ExitStatus(1, "nothing is recorded there")] + ExitCode.statuses)

  static let show = Command<Settings>(
    "sessions show", operands: .any("SESSION"), summary: "Shows totals, stops, gaps and ledger of a session.",
    details: [
      Selection.rangeNote,
      "Moving, rest and gaps add up to the duration; the distance is that of the movement. The ledger says where "
        + "every report from gpsd went.",
    ], options: options(), examples: [Example("waylog sessions show 12", "shows session 12")],
    exitStatuses: [ExitStatus(1, "nothing is recorded there")] + ExitCode.statuses)

  private static func printList(_ settings: Settings) throws -> ExitCode {
    let reader = try settings.database.reader()
    let parts =
      try settings.selection.isEverything
      ? reader.sessions().map { Selection.Part(session: $0) } : settings.selection.parts([], in: reader)
    let summaries = try parts.filter { part in settings.name.map { part.session.isCalled($0) } ?? true }
      .map { try reader.summary(of: $0.session, from: $0.from, to: $0.to) }
    guard !summaries.isEmpty else {
      throw settings.name == nil
        ? Failure.nothingYet
        : Failure(.nothingMatched, "no session has that in its name", advice: "list all with: waylog sessions")
    }
    if settings.json {
      for summary in summaries { try Standard.output.print(SummaryText.json(summary, stops: nil, ledger: nil)) }
    } else {
      try TableText.print(SummaryText.table(summaries, zone: settings.selection.zone))
    }
    return .success
  }

  private static func printDetails(_ settings: Settings, _ words: [String]) throws -> ExitCode {
    let reader = try settings.database.reader()
    for part in try settings.selection.parts(words, in: reader) {
      let summary = try reader.summary(of: part.session, from: part.from, to: part.to)
      let stops = try reader.stops(of: part.session.number).filter { stop in
        part.to.map { stop.arrival < $0 } ?? true && part.from.map { stop.arrival + stop.durationMS >= $0 } ?? true
      }
      let ledger = try reader.ledger(of: part.session.number)
      if settings.json {
        try Standard.output.print(SummaryText.json(summary, stops: stops, ledger: ledger))
      } else {
        let gaps = try reader.gaps(of: part.session.number).filter { gap in
          part.to.map { gap.from < $0 } ?? true && part.from.map { gap.from + gap.durationMS >= $0 } ?? true
        }
        let marks = try reader.marks(of: part.session.number, from: part.from, to: part.to)
        let text = SummaryText.details(summary, stops, gaps, marks, ledger, zone: settings.selection.zone)
        try Standard.output.print(text)
      }
    }
    return .success
  }
}

extension TrackSession {
  /// Whether its name has a text in it, in capitals or not.
  fileprivate func isCalled(_ text: String) -> Bool {
    text.isEmpty || (name?.lowercased().contains(text: text.lowercased()) ?? false)
  }
}

import Arguments

/// `waylog activity`
enum ActivityCommand {
  private static let tool = Tool(
    "waylog activity", summary: "Shows live activities: starts, changes and ends them, and puts them on a status bar.",
    groups: [
      Tool.Group(
        "Change",
        [
          Tool.Entry("start", "Start an activity, and print its id"),
          Tool.Entry("update", "Give it other content"),
          Tool.Entry("end", "End it"),
        ]),
      Tool.Group(
        "Look",
        [
          Tool.Entry("list", "All activities, a line each"),
          Tool.Entry("show", "The card of the one that is live"),
          Tool.Entry("log", "What was asked of activities, and what became of it"),
          Tool.Entry("watch", "The present state, always new, for bars and notifications"),
        ]),
    ])

  private static let words: [String: @Sendable ([String]) throws -> ExitCode] = [
    "start": ActivityStart.run, "update": ActivityUpdate.run, "end": ActivityEnd.run, "list": ActivityList.run,
    "show": ActivityShow.run, "log": ActivityLogCommand.run, "watch": ActivityWatch.run,
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    guard let word = words.first else {
      Standard.error.write(tool.help(width: Standard.error.width))
      return .usage
    }
    if word == "-h" || word == "--help" {
      try Standard.output.print(tool.help(width: Standard.output.width))
      return .success
    }
    return try self.words[tool.command(named: word).name]?(Array(words.dropFirst())) ?? .software
  }
}

import Arguments

/// `waylog activity`
enum ActivityCommand {
  static let tool = Tool<ExitCode>(
    "waylog activity", summary: "Shows live activities: starts, changes and ends them, and puts them on a status bar.",
    groups: [
      .init(
        "Change",
        [
          .command(ActivityStart.command, "Start an activity, and print its id", ActivityStart.run),
          .command(ActivityUpdate.command, "Give it other content", ActivityUpdate.run),
          .command(ActivityEnd.command, "End it", ActivityEnd.run),
        ]),
      .init(
        "Look",
        [
          .command(ActivityList.command, "All activities, a line each", ActivityList.run),
          .command(ActivityShow.command, "The card of the one that is live", ActivityShow.run),
          .command(
            ActivityLogCommand.command, "What was asked of activities, and what became of it", ActivityLogCommand.run),
          .command(
            ActivityWatch.command, "The present state, always new, for bars and notifications", ActivityWatch.run),
        ]),
    ])
}

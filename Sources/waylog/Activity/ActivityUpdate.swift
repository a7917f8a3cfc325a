import Arguments
import Control
import LiveActivity
import Positioning

/// `waylog activity update`
enum ActivityUpdate {
  struct Settings: Sendable {
    var database = Database()
    var id: String?
    var timestamp: WrittenTime?
    var content = ActivityContentSettings()
    var json = false
  }

  static let command = Command<Settings>(
    "activity update", summary: "Gives a live activity other content.",
    details: [
      "What is left out stays as it is, but for the time at which the content is out of date: without --stale-after it "
        + "never is. Updates that come faster than they can be shown wait, and the newest of them is shown."
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Activity",
        [
          .value("id", "ID", "Which activity (the only live one)", as: .text) { $0.id = $1 },
          .value(
            "timestamp", "TIME", "When the content was made",
            details: "Content that is older than what is shown is refused. Without it, it is taken for new.",
            as: WrittenTime.time
          ) { $0.timestamp = $1 },
        ]),
    ] + ActivityContentSettings.options(\.content)
      + [OptionGroup("Output", [.flag("json", "Print what became of it as a JSON object") { $0.json = true }])],
    examples: [
      Example(#"waylog activity update --content '{"minutes": 12}'"#, "updates the only live activity"),
      Example("waylog activity update --alert-title 'Almost there'", "calls attention to it"),
    ],
    exitStatuses: ActivityRequest.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let content = settings.content
      let request = ActivityRequest.Request(
        .update,
        [
          "verb": "update", "id": settings.id, "content": content.content, "stale_ms": content.staleMS,
          "relevance": content.relevanceText,
          "timestamp_ms": settings.timestamp.map { String($0.moment(in: .local).from.milliseconds) },
          "alert_title": content.alert?.title, "alert_body": content.alert?.body, "alert_sound": content.alert?.sound,
        ])
      let answer = try ActivityRequest.send(request, to: settings.database)
      if settings.json { try Standard.output.print(ActivityRequest.json(answer)) }
      return .success
    }
  }
}

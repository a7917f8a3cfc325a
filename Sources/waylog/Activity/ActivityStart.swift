import Arguments
import Control
import LiveActivity
import TextOutput

/// `waylog activity start`
enum ActivityStart {
  struct Settings: Sendable {
    var database = Database()
    var type = "trip"
    var name: String?
    var attributes: String?
    var content = ActivityContentSettings()
    var json = false
  }

  static let command = Command<Settings>(
    "activity start", summary: "Starts a live activity on the recorder, and prints its id.",
    details: [
      "Of each type one activity is live at most. One of type 'trip' is kept up to date by the recorder, with every fix. "
        + "It stays until it is ended, over restarts of the recorder and of the machine.",
      "It is shown by 'waylog activity watch', by status bars (waylog generate waybar) and by notifications.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Activity",
        [
          .value("type", "TYPE", "What kind of activity it is (trip)", as: .text) { $0.type = $1 },
          .value("name", "TEXT", "Call it TEXT", as: .any) { $0.name = $1 },
          .value("attributes", "JSON", "What never changes about it, for programs that read it", as: .any) {
            $0.attributes = $1
          },
        ]),
    ] + ActivityContentSettings.options(\.content)
      + [OptionGroup("Output", [.flag("json", "Print a JSON object instead of the id alone") { $0.json = true }])],
    examples: [
      Example("waylog activity start --name 'To the lake'", "starts an activity that the recorder keeps up to date"),
      Example(
        #"id=$(waylog activity start --type laundry --content '{"minutes": 40}')"#, "starts one of another program's"),
    ],
    exitStatuses: ActivityRequest.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let content = settings.content
      let request = ActivityRequest.Request(
        .start,
        [
          "verb": "start", "type": settings.type, "name": settings.name, "attributes": settings.attributes,
          "content": content.content, "stale_ms": content.staleMS, "relevance": content.relevanceText,
          "alert_title": content.alert?.title, "alert_body": content.alert?.body, "alert_sound": content.alert?.sound,
        ])
      let answer = try ActivityRequest.send(request, to: settings.database)
      if settings.json {
        try Standard.output.print(ActivityRequest.json(answer))
      } else {
        try Standard.output.print("\(Terminal.harmless(answer.uuid ?? ""))\n")
      }
      return .success
    }
  }
}

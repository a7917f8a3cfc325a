import Arguments
import Control
import LiveActivity
import Positioning
import Recorder

/// `waylog activity end`
enum ActivityEnd {
  struct Settings: Sendable {
    var database = Database()
    var id: String?
    var content = ActivityContentSettings()
    var dismissal: Dismissal?
    var json = false
  }

  /// How long an ended activity is still shown.
  enum Dismissal: Sendable {
    case standard, immediate
    case after(String)

    static let reader = Reader<Dismissal>(expecting: "'default', 'immediate' or 'after=TIME'") { text in
      switch text {
      case "default": .standard
      case "immediate": .immediate
      case _ where text.hasPrefix("after="): .after(String(text.dropFirst("after=".count)))
      default: nil
      }
    }

    /// As the protocol has it.
    func word() throws -> String {
      switch self {
      case .standard: return "default"
      case .immediate: return "immediate"
      case .after(let text):
        if let moment = TimeText.moment(text, zone: .local) { return String(moment.from.milliseconds) }
        if let duration = try? Reader<Int64>.duration.read(text) {
          return String((Clocks.system() + duration).milliseconds)
        }
        throw UsageError(
          "option '--dismiss': '\(text)' is neither a time nor a duration",
          hint: "for example: after=2026-05-01T06:10:00Z, or after=10m")
      }
    }
  }

  static let command = Command<Settings>(
    "activity end", summary: "Ends a live activity.",
    details: ["Its last content is shown for up to four hours more, unless --dismiss says less."],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Activity",
        [
          .value("id", "ID", "Which activity (the only live one)", as: .text) { $0.id = $1 },
          ActivityContentSettings.content.lifted(to: \.content),
          .value(
            "dismiss", "WHEN", "How long it is still shown",
            details:
              "'default' for four hours, 'immediate', or 'after=TIME', where TIME is a moment such as 2026-05-01T06:10, or a duration such as 10m.",
            as: Dismissal.reader
          ) { $0.dismissal = $1 },
        ]),
      OptionGroup("Output", [.flag("json", "Print what became of it as a JSON object") { $0.json = true }]),
    ],
    examples: [Example("waylog activity end --dismiss immediate", "ends the only live activity, and shows it no more")],
    exitStatuses: ActivityRequest.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let request = ActivityRequest.Request(
        .end,
        [
          "verb": "end", "id": settings.id, "content": settings.content.content,
          "dismiss": try settings.dismissal?.word(),
        ])
      let answer = try ActivityRequest.send(request, to: settings.database)
      if settings.json { try Standard.output.print(ActivityRequest.json(answer)) }
      return .success
    }
  }
}

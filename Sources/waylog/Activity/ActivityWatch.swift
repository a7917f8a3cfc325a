import Arguments
import Glibc
import Presentation
import TextOutput

/// `waylog activity watch`
enum ActivityWatch {
  struct Settings: Sendable {
    var database = Database()
    var style = "text"
    var units = Units.metric
    var length = LinePresenter.Length.endless
    var url: ClickTarget?
    var background: Colour?
    var border: Colour?
    var dismissal = NotificationConversation.Dismissal.hides
  }

  static let command = Command<Settings>(
    "activity watch", operands: .any("COMMAND"),
    summary: "Shows what the recorder is doing and the activity that is live, always new, until nobody reads it.",
    details: [
      "A line is written whenever what is shown changes. It may be started before the recorder, survives its restart, and "
        + "calls out of date what is. Coordinates are shown only by a template that names them.",
      "STYLE is \(Style.forms.joined(separator: ", ")). A template is a line with fields in braces, such as "
        + "'{speed:.1|--} {speed_unit}'; a wrong field is answered with the list of all. 'waylog generate' prints what "
        + "waybar, i3bar, polybar and tmux need to show it.",
      "notification keeps one desktop notification, which is quiet but for alerts. Closing it hides it until the next "
        + "alert; its End ends the activity.",
      "COMMAND and its arguments are run by a click on the notification or the block of an i3bar, without a shell; put "
        + "-- before them.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Output",
        [
          .value("style", short: "s", "STYLE", "How it is shown (text)", as: .text) { $0.style = $1 },
          .value("units", "UNITS", "metric, imperial or nautical", as: .oneOf(Units.self)) { $0.units = $1 },
          .flag("once", "Show the present state and end") { $0.length = .one },
        ]),
      OptionGroup(
        "Bars and notifications",
        [
          .value("url", "URL", "Open URL by a click, instead of running COMMAND", as: clickURL) { $0.url = $1 },
          .value("background", "COLOUR", "Behind the block of an i3bar, such as #00ffff", as: colour) {
            $0.background = $1
          },
          .value("border", "COLOUR", "Around the block of an i3bar", as: colour) { $0.border = $1 },
          .flag("dismissal-ends", "Closing the notification ends the activity, as on a phone") {
            $0.dismissal = .ends
          },
        ]),
    ],
    examples: [
      Example("waylog activity watch --style waybar", "feeds a custom module of waybar"),
      Example("waylog activity watch -s i3bar -- foot waylog status --json", "runs a program by a click"),
      Example("waylog activity watch -s 'template={speed:.1|--} {speed_unit}'", "shows the speed alone"),
    ],
    exitStatuses: [ExitStatus(69, "there is no notify-send")] + ExitCode.statuses)

  private static let clickURL = Reader<ClickTarget>(expecting: "an address with its scheme, without blanks") {
    ClickTarget(url: $0)
  }

  private static let colour = Reader<Colour>(expecting: "a colour such as #00ffff") { Colour($0) }

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      guard settings.url == nil || words.isEmpty else {
        throw UsageError("--url and COMMAND exclude each other", hint: "a click does one thing")
      }
      // Nobody waits for what clicks run.
      signal(SIGCHLD, SIG_IGN)
      let presenter = try presenter(settings, click: settings.url ?? ClickTarget(command: words))
      var loop = WatchLoop(settings.database, Renderer(units: settings.units), presenter)
      try loop.run()
      return .success
    }
  }

  private static func presenter(_ settings: Settings, click: ClickTarget?) throws -> any Presenter {
    let style: Style
    do {
      style = try Style(settings.style)
    } catch {
      throw UsageError("option '--style': \(error.description)", hint: "see: waylog activity watch --help")
    }
    let tint = Tint(background: settings.background, border: settings.border)
    guard let encoder = style.encoder(tint: tint) else {
      guard settings.length == .endless else {
        throw UsageError("--once does not go with notifications", hint: "choose another --style")
      }
      return try NotificationPresenter(settings.database, click: click, dismissal: settings.dismissal)
    }
    return LinePresenter(encoder, settings.length, clicks: style == .i3bar ? BarClicks(opening: click) : nil)
  }
}

import Arguments
import Glibc
import Presentation
import TextOutput

/// `waylog watch`
enum WatchCommand {
  struct Settings: Sendable {
    var database = Database()
    var units = Units.metric
    var zone = Zone.local
    var ink = Environment.value(of: "NO_COLOR") == nil ? Screen.Ink.coloured : .plain
    var position = ScreenFeed.Position.hidden
  }

  static let command = Command<Settings>(
    "watch", summary: "Shows what is being recorded on a full screen, always new, until q is typed.",
    details: [
      "It shows the newest fix and its age, the session and its last stops, the activity, the store, and a sketch of the "
        + "last hour. It may be started before the recorder, and survives its restart.",
      "A fix that is 10 seconds old, or that no recorder stands behind, is called stale.",
      "For lines instead of a screen, there is 'waylog activity watch'.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Output",
        [
          .value("units", "UNITS", "metric, imperial or nautical", as: .oneOf(Units.self)) { $0.units = $1 },
          .value("time-zone", "ZONE", "Show times of ZONE (the machine's)", as: Zone.reader) { $0.zone = $1 },
          .flag("position", "Show where it is, too") { $0.position = .shown },
          .toggle("colour", "Use colours, whatever NO_COLOR says", default: "yes") { $0.ink = $1 ? .coloured : .plain },
        ]),
    ],
    examples: [
      Example("waylog watch", "shows it until q is typed"),
      Example("waylog watch --units nautical --position", "is for the chart table"),
    ],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let terminal = Environment.value(of: "TERM")
      guard Standard.output.isTerminal, terminal != nil, terminal != "dumb" else {
        throw Failure(
          .usage, "cannot show a full screen: the output is no terminal that can",
          advice: "see it once with: waylog status, or line by line with: waylog activity watch")
      }
      let zone = settings.zone
      let screen = Screen(
        units: settings.units, zone: ScreenZone(title: zone.title) { TimeText.wall($0, in: zone) }, ink: settings.ink)
      let feed = try ScreenFeed(of: settings.database, position: settings.position)
      let signals = try Launch.signals()
      var loop = try ScreenLoop(screen, feed, on: FullScreen(), endedBy: signals)
      try loop.run()
      return .success
    }
  }
}

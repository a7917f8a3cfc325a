import Arguments
import GPSClient
import Glibc
import Recorder
import SQLite
import TextOutput

@main
enum Main {
  static let tool = Tool<ExitCode>(
    "waylog", summary: "Records where you go: from gpsd into one SQLite file, and from there into any other format.",
    groups: [
      .init(
        "Record",
        [
          .command(
            RecordCommand.command, "Record a session until Ctrl-C", elsewhere: ["log", "track"], RecordCommand.run),
          .command(DaemonCommand.command, "Record as a service that survives reboots", DaemonCommand.run),
          .command(
            StartCommand.command, "Begin a session on the service", elsewhere: ["begin", "go", "resume"],
            StartCommand.run),
          .command(StopCommand.command, "End it", elsewhere: ["end", "finish", "pause", "quit"], StopCommand.run),
          .command(
            MarkCommand.command, "Note the place where you are now", elsewhere: ["waypoint", "poi"], MarkCommand.run),
          .command(
            StatusCommand.command, "Say what is being recorded", elsewhere: ["info", "state"], StatusCommand.run),
          .command(
            WatchCommand.command, "Show it live on a full screen", elsewhere: ["live", "monitor", "top"],
            WatchCommand.run),
          .command(BackgroundCommand.command, "Go on while nothing is attached", BackgroundCommand.run),
          .command(
            AuthorizationCommand.command, "Say or decide whether positions may be recorded", AuthorizationCommand.run),
        ]),
      .init("Show", [.tool(ActivityCommand.tool, "Show live activities on status bars and the desktop")]),
      .init(
        "Look",
        [
          .tool(
            SessionsCommand.tool, "List, show, split, join and delete sessions", elsewhere: ["history", "ls", "tracks"]),
          .command(StopsCommand.command, "List stops", StopsCommand.run),
          .command(TripsCommand.command, "List the trips between stops", TripsCommand.run),
          .command(DaysCommand.command, "Add up what each day had", DaysCommand.run),
          .command(
            ExportCommand.command, "Write tracks as GPX, a page, a picture and more",
            elsewhere: ["convert", "csv", "dump", "geojson", "gpx", "kml", "save"], ExportCommand.run),
        ]),
      .init(
        "Bring in", [.command(ImportCommand.command, "Import recorded gpsd JSON, NMEA and GPX", ImportCommand.run)]),
      .init(
        "Set up",
        [
          .command(
            DoctorCommand.command, "Say what is wrong, and the command that mends it",
            elsewhere: ["check", "diagnose"], DoctorCommand.run),
          .command(
            ConfigCommand.command, "Say how everything is set, and where", elsewhere: ["configure", "set", "settings"],
            ConfigCommand.run),
          .tool(GenerateCommand.tool, "Print units, status bars, manual pages and more"),
        ]),
      .init(
        "Look after the database",
        [
          .command(BackupCommand.command, "Copy the database, also while it is recorded into", BackupCommand.run),
          .command(
            CompactCommand.command, "Give back to the disk what the database does not need", elsewhere: ["vacuum"],
            CompactCommand.run),
          .command(
            SalvageCommand.command, "Rescue what a damaged database still holds", elsewhere: ["recover", "repair"],
            SalvageCommand.run),
        ]),
    ],
    options: [
      .option("--help", "Show this help"),
      .option("--version", "Show the versions of this program and its libraries"),
    ],
    chapters: ManualChapters.all)

  static func main() {
    signal(SIGPIPE, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ words: [String]) -> Int32 {
    do {
      return try dispatch(words).rawValue
    } catch {
      return Failure(error).tell()
    }
  }

  private static func dispatch(_ words: [String]) throws -> ExitCode {
    switch try tool.request(canonical(words)) {
    case .run(let command, let rest): return try command.run(rest)
    case .help(let tool): try Standard.output.print(tool.help(width: Standard.output.widthOfProse))
    case .option: try Standard.output.print(versions)
    case .nothing(let tool):
      Standard.error.write(tool.help(width: Standard.error.widthOfProse))
      return .usage
    }
    return .success
  }

  /// `help export` is how some ask for `export --help`.
  private static func canonical(_ words: [String]) -> [String] {
    switch words.first {
    case "help": words.dropFirst() + ["--help"]
    case "-V": ["--version"]
    default: words
    }
  }

  private static var versions: String {
    "waylog \(Release.version)\nlibgps API \(libgpsVersion)\nSQLite \(sqliteVersion)\n"
  }
}

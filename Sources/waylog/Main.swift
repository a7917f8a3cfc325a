import Arguments
import GPSClient
import Glibc
import Recorder
import SQLite
import TextOutput

@main
enum Main {
  static let tool = Tool(
    "waylog", summary: "Records where you go: from gpsd into one SQLite file, and from there into any other format.",
    groups: [
      Tool.Group(
        "Record",
        [
          Tool.Entry("record", "Record a session until Ctrl-C"),
          Tool.Entry("daemon", "Record as a service that survives reboots"),
          Tool.Entry("start", "Begin a session on the service"),
          Tool.Entry("stop", "End it"),
          Tool.Entry("mark", "Note the place where you are now"),
          Tool.Entry("status", "Say what is being recorded"),
        ]),
      Tool.Group(
        "Look",
        [
          Tool.Entry("sessions", "List, show, split, join and delete sessions"),
          Tool.Entry("stops", "List stops"),
          Tool.Entry("trips", "List the trips between stops"),
          Tool.Entry("days", "Add up what each day had"),
          Tool.Entry("export", "Write tracks as GPX, a page, a picture and more"),
        ]),
      Tool.Group("Bring in", [Tool.Entry("import", "Import recorded gpsd JSON and GPX")]),
      Tool.Group(
        "Set up",
        [
          Tool.Entry("doctor", "Say what is wrong, and the command that mends it"),
          Tool.Entry("generate", "Print units, status bars and questions in SQL"),
        ]),
      Tool.Group(
        "Look after the database",
        [
          Tool.Entry("backup", "Copy the database, also while it is recorded into"),
          Tool.Entry("compact", "Give back to the disk what the database does not need"),
          Tool.Entry("salvage", "Rescue what a damaged database still holds"),
        ]),
    ],
    options: [
      Tool.Entry("--help", "Show this help"),
      Tool.Entry("--version", "Show the versions of this program and its libraries"),
    ])

  private static let commands: [String: @Sendable ([String]) throws -> ExitCode] = [
    "record": RecordCommand.run, "daemon": DaemonCommand.run, "start": StartCommand.run, "stop": StopCommand.run,
    "mark": MarkCommand.run, "status": StatusCommand.run,
    "sessions": SessionsCommand.run, "stops": StopsCommand.run, "trips": TripsCommand.run, "days": DaysCommand.run,
    "export": ExportCommand.run, "import": ImportCommand.run,
    "doctor": DoctorCommand.run, "generate": GenerateCommand.run,
    "backup": BackupCommand.run, "compact": CompactCommand.run, "salvage": SalvageCommand.run,
  ]

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
    guard let word = words.first else {
      Standard.error.write(tool.help(width: Standard.error.width))
      return .usage
    }
    switch word {
    case "--help", "-h", "help": try Standard.output.print(tool.help(width: Standard.output.width))
    case "--version", "-V": try Standard.output.print(versions)
    default: return try commands[tool.command(named: word).name]?(Array(words.dropFirst())) ?? .software
    }
    return .success
  }

  private static var versions: String {
    "waylog \(Release.version)\nlibgps API \(libgpsVersion)\nSQLite \(sqliteVersion)\n"
  }
}

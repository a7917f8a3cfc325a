import Arguments
import Positioning
import Recorder
import TrackStore

/// `waylog daemon`
enum DaemonCommand {
  struct Settings: Sendable {
    var database = Database()
    var pipeline = PipelineOptions()
    var loop = RecordLoop.Settings()
    var live = LiveOptions()
    var sessionGap: Int64 = 3_600_000
    var autostart = true
    var log = LogLevel.info
  }

  static let command = Command<Settings>(
    "daemon", operands: .optional("HOST[:PORT[:DEVICE]]"),
    summary: "Records as a service, and goes on after crashes, reboots and power cuts.",
    details: [
      "Obeys 'waylog start' and 'waylog stop'. What was asked for last outlives the process: after a crash, a reboot "
        + "or a power cut the same session goes on, with a gap, if the first fix comes within --session-gap of the "
        + "last one; else another begins. SIGTERM ends the process, not the session.",
      "A fresh database records at once. HOST and PORT say where gpsd listens (default: localhost:2947).",
      "Units for systemd are printed by: waylog generate units",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Service",
        [
          .value(
            "session-gap", "SECONDS", "Begin another session after a hole of SECONDS", default: "3600", as: .seconds
          ) {
            $0.sessionGap = $1
          },
          .value(
            "commit", "SECONDS", "Store at least every SECONDS while moving", default: "5", as: Launch.commitInterval
          ) {
            $0.loop.commitInterval = $1
          },
          .value("autostart", "YES|NO", "Record with a fresh database at once", default: "yes", as: .oneOf(YesNo.self))
          {
            $0.autostart = $1 == .yes
          },
        ]),
      PipelineOptions.group(\.pipeline),
      LiveOptions.group(\.live),
      Log.options(\.log),
    ],
    examples: [Example("waylog daemon", "is what the unit runs; try it in a terminal")],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, operands in
      var loop = settings.loop
      loop.present = settings.pipeline.present
      settings.live.apply(to: &loop)
      loop.endpoint = try Launch.endpoint(operands)
      loop.role = .service(autostart: settings.autostart)
      let manager = ServiceManager(environment: Environment.value)
      do {
        return try record(settings, loop, manager)
      } catch {
        manager?.tellFailure(Failure(error).code.rawValue)
        throw error
      }
    }
  }

  private static func record(
    _ settings: Settings, _ loop: RecordLoop.Settings, _ manager: ServiceManager?
  ) throws -> ExitCode {
    let signals = try Launch.signals()
    let path = try settings.database.pathForWriting()
    let console = Console(printsFixes: false, log: settings.log)
    let writer = try Launch.writer(at: path, telling: console)
    let isWanted = try writer.intent()?.updatesStarted ?? settings.autostart
    console.say(
      isWanted
        ? "recording into \(path)"
        : "not recording into \(path) yet; begin with: waylog start\(settings.database.words)")
    var track = Recording.Settings(pipeline: settings.pipeline.settings, name: nil, origin: .record)
    track.sessionGap = settings.sessionGap
    var recorder = try RecordLoop(
      loop, recording: Recording(track, bootID: Identity.bootID()), keeper: StoreKeeper(writer),
      control: Launch.control(for: path, telling: console), signals: signals, manager: manager, observer: console)
    try recorder.run()
    console.clearStatus()
    return .success
  }
}

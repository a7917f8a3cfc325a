import Arguments
import Positioning
import Recorder
import TextOutput
import TrackStore
import Tracking

/// `waylog record`
enum RecordCommand {
  struct Settings: Sendable {
    var database = Database()
    var pipeline = PipelineOptions()
    var loop = RecordLoop.Settings()
    var live = LiveOptions()
    var name: String?
    var printsFixes = false
    var log = LogLevel.info
  }

  static let command = Command<Settings>(
    "record", operands: .optional("HOST[:PORT[:DEVICE]]"),
    summary: "Records a session from gpsd until Ctrl-C.",
    details: [
      "Waits for gpsd and for the receiver, however often they go away, and stores what matters: enough fixes to stay "
        + "within a few metres of the path, every stop with its true begin and end, every hole with its reason.",
      "HOST and PORT say where gpsd listens (default: localhost:2947); DEVICE is one of its receivers.",
      "The file can be read with sqlite3 and exported while it is written.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Recording",
        [
          .value("name", "TEXT", "Call the session TEXT", as: .text) { $0.name = $1 },
          .value(
            "commit", "SECONDS", "Store at least every SECONDS while moving", default: "5", as: Launch.commitInterval
          ) {
            $0.loop.commitInterval = $1
          },
          .value("count", short: "n", "COUNT", "Stop after COUNT fixes", as: .integer(in: 1...Int.max)) {
            $0.loop.fixes = $1
          },
          .value("seconds", short: "x", "SECONDS", "Stop after SECONDS", as: .seconds) { $0.loop.duration = $1 },
          .flag("print", "Print each fix on standard output") { $0.printsFixes = true },
        ]),
      PipelineOptions.group(\.pipeline),
      LiveOptions.group(\.live),
      Log.options(\.log),
    ],
    examples: [
      Example("waylog record", "records from the gpsd of this machine"),
      Example("waylog record --name 'To work' boat.local", "records from the gpsd of another machine"),
    ],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, operands in
      var loop = settings.loop
      loop.present = settings.pipeline.present
      settings.live.apply(to: &loop)
      loop.endpoint = try Launch.endpoint(operands)
      return try record(settings, loop)
    }
  }

  private static func record(_ settings: Settings, _ loop: RecordLoop.Settings) throws -> ExitCode {
    // Before anything else: a signal from now on ends the session cleanly.
    let signals = try Launch.signals()
    let path = try settings.database.pathForWriting()
    let console = Console(printsFixes: settings.printsFixes, log: settings.log)
    let writer = try Launch.writer(at: path, telling: console)
    try Launch.requireConsent(writer)
    console.say("recording into \(path); Ctrl-C ends the session")
    var recorder = try RecordLoop(
      loop,
      recording: Recording(
        Recording.Settings(pipeline: settings.pipeline.settings, name: settings.name, origin: .record),
        bootID: Identity.bootID()),
      keeper: StoreKeeper(writer), control: Launch.control(for: path, telling: console), signals: signals, manager: nil,
      observer: console)
    try recorder.run()
    console.clearStatus()
    for line in EndedSession("\(recorder.session)", in: path).lines(settings.database.words) { console.say(line) }
    return .success
  }
}

/// Options of the pipeline, the same for recording and importing.
struct PipelineOptions: Sendable {
  var settings = TrackPipeline.Settings()
  /// As typed, in milliseconds.
  var segmentGap: Int64?
  var present: Timestamp?

  /// Filters by steps add up, whichever comes first, and take the place of the thinning that keeps to the path.
  mutating func filter(_ set: (inout StepFilter) -> Void) {
    var filter = if case .filtered(let former) = settings.thinning { former } else { StepFilter() }
    set(&filter)
    settings.thinning = .filtered(filter)
  }

  static func group<Settings>(
    _ part: any WritableKeyPath<Settings, PipelineOptions> & Sendable
  ) -> OptionGroup<Settings> {
    let profiles = Reader<Profile>.profiles
    return OptionGroup(
      "Track",
      [
        Option<PipelineOptions>.value(
          "profile", "NAME", "Expect the movements of NAME", default: Profile.standard.name, as: profiles
        ) {
          $0.settings.profile = $1
        },
        .flag("keep-all", "Store every fix, at rest as well") { $0.settings.thinning = .keepAll },
        .value("interval", "SECONDS", "Store a fix every SECONDS instead", as: .seconds) { options, interval in
          options.filter { $0.interval = interval }
        },
        .value("distance", "METRES", "Store a fix every METRES instead", as: .decimal(in: 0.1...1e6)) {
          options, metres in options.filter { $0.distanceMetres = metres }
        },
        .value("turn", "DEGREES", "Store a fix at turns by DEGREES instead", as: .decimal(in: 1...180)) {
          options, degrees in options.filter { $0.turnDegrees = degrees }
        },
        .toggle(
          "pause", "Store nothing while at rest",
          details: "With --no-pause, fixes at rest are thinned like those of a movement, and flagged as stationary.",
          default: "yes"
        ) { $0.settings.atRest = $1 ? .pause : .flow },
        .value("segment-gap", "SECONDS", "Begin a new segment after a hole of SECONDS", default: "30", as: .seconds) {
          ($0.settings.longestHole, $0.segmentGap) = ($1, $1)
        },
        .value(
          "present", "TIME", "Take TIME for the present",
          details: "Receivers that name a date 1024 weeks too early are put right, and fixes from the future refused, "
            + "by the system's clock when recording and not at all when importing. This names another moment.",
          as: .timestamp
        ) { $0.present = $1 },
      ].map { $0.lifted(to: part) })
  }
}

extension Reader<Profile> {
  /// The name of a profile.
  static var profiles: Reader {
    Reader(
      expecting: Profile.all.map(\.name).joined(separator: ", "), completion: .words(Profile.all.map(\.name))
    ) { Profile.named($0) }
  }
}

extension Reader<Timestamp> {
  /// A moment with its zone.
  static var timestamp: Reader {
    Reader(expecting: "a time such as 2026-05-01T06:00:00Z") { TimeText.moment($0, zone: .utc)?.from }
  }
}

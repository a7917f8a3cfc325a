import Arguments
import GPSClient
import Recorder
import TrackStore

/// `waylog doctor`
enum DoctorCommand {
  struct Settings: Sendable {
    var database = Database()
    var examination = Examination.quick
    var json = false
  }

  static let command = Command<Settings>(
    "doctor", operands: .optional("HOST[:PORT[:DEVICE]]"),
    summary: "Says what is wrong, and the command that mends it.",
    details: [
      "Looks at the database, the recorder, gpsd and its receiver, the disk, the clock and the systemd unit, a line "
        + "each: ok, warning or problem. It changes nothing, and shows no position.",
      "HOST and PORT say where gpsd listens (default: that of the recorder that runs, else localhost:2947); DEVICE is "
        + "one of its receivers.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Examination",
        [
          .flag("full", "Compare the database's indexes as well, which takes longer") { $0.examination = .full }
        ]),
      OptionGroup("Output", [.flag("json", "Print one JSON object") { $0.json = true }]),
    ],
    examples: [
      Example("waylog doctor", "looks at everything on this machine"),
      Example("waylog doctor boat.local", "looks at the gpsd of another machine"),
    ],
    exitStatuses: [
      ExitStatus(0, "nothing is wrong; there may be warnings"), ExitStatus(1, "there is a problem"),
      ExitStatus(64, "the command line makes no sense"),
      ExitStatus(78, "a configuration file makes no sense"),
    ])

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, operands in
      let diagnosis = Diagnosis(findings: try findings(settings, try operands.first.map(Endpoint.named)))
      if settings.json {
        try Standard.output.print(diagnosis.json)
      } else {
        try Standard.output.print(
          diagnosis.text(isColoured: Standard.output.isColoured, within: Standard.output.columns))
      }
      return diagnosis.problems == 0 ? .success : .problemsFound
    }
  }

  private static func findings(_ settings: Settings, _ named: Endpoint?) throws -> [Finding] {
    let path = settings.database.pathToExamine()
    let socket = Database.answeringPath(for: path)
    let service = ServiceObserver().observe()
    let recorder = RecorderObserver.observe(database: path, socket: socket, unit: service.startableUnit?.scope)
    let receiver = ReceiverObserver.observe(named ?? recorder.answer?.gpsd.flatMap { Endpoint($0) } ?? Endpoint())
    let clock = ClockFacts(now: Clocks.system(), made: Release.date, offset: receiver.clockOffset)
    let store = try StoreObserver.observe(settings.database, settings.examination)
    let runtime = RuntimeObserver.observe(socket: socket)
    let disk = DiskObserver.observe(path)?.findings ?? []
    return [
      store.findings, recorder.findings, receiver.findings, disk, clock.findings, service.findings, runtime.findings,
    ].flatMap(\.self)
  }
}

extension ExitCode {
  /// There is something to mend.
  fileprivate static let problemsFound = nothingMatched
}

extension Endpoint {
  /// The endpoint that an operand names.
  fileprivate static func named(_ operand: String) throws -> Endpoint {
    guard let endpoint = Endpoint(operand) else {
      throw UsageError("'\(operand)' is no HOST[:PORT[:DEVICE]]", hint: "for example: localhost:2947")
    }
    return endpoint
  }
}

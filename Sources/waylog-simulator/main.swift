import Glibc
import Positioning
import Simulation

/// Writes the truth of all epochs; it is known before the first one is sent.
func writeTruth(of scenario: Scenario, to path: String) throws(Failure) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { throw .system("cannot write \(path)") }
  var table = BufferedOutput(to: Output(descriptor: descriptor), named: path)
  try table.append(TruthTable.header)
  try scenario.forEachEpoch { epoch throws(Failure) in try table.append(TruthTable.line(of: epoch)) }
  try table.flush()
  guard close(descriptor) == 0 else { throw .system("cannot write \(path)") }
}

func serve(_ scenario: Scenario, onPort wanted: UInt16, pace: Pace, ending: Options.Ending) throws(Failure) {
  var port = try ReceiverPort(number: wanted)
  var announcement = BufferedOutput(to: .standard, named: "standard output")
  try announcement.append(Array("listening on 127.0.0.1:\(port.number)\n".utf8))
  try announcement.flush()
  port.waitForClient()
  var pace = pace
  scenario.forEachEpoch { epoch in
    pace.waitUntilDue(epoch.truth.time)
    port.send(NMEA.bytes(of: epoch))
  }
  if ending == .hold { while true { pause() } }
  port.hangUp()
}

func printAll(_ scenario: Scenario, pace: Pace, as encode: (Epoch) -> [UInt8]) throws(Failure) {
  var pace = pace
  var output = BufferedOutput(to: .standard, named: "standard output")
  try scenario.forEachEpoch { epoch throws(Failure) in
    pace.waitUntilDue(epoch.truth.time)
    try output.append(encode(epoch))
    // Whoever asked for a pace wants each epoch when it is due.
    if pace.rate > 0 { try output.flush() }
  }
  try output.flush()
}

func run(_ options: Options) throws(Failure) {
  if options.destination == .help {
    var output = BufferedOutput(to: .standard, named: "standard output")
    try output.append(Array(Options.help.utf8))
    return try output.flush()
  }
  let scenario = Scenario(seed: options.seed, start: options.start, repetitions: options.repetitions)
  if let path = options.truthPath { try writeTruth(of: scenario, to: path) }
  switch options.destination {
  case .server(let port):
    try serve(scenario, onPort: port, pace: Pace(rate: options.rate ?? 1), ending: options.ending)
  case .nmea: try printAll(scenario, pace: Pace(rate: options.rate ?? 0), as: NMEA.bytes)
  case .json: try printAll(scenario, pace: Pace(rate: options.rate ?? 0), as: GPSDJSON.bytes)
  case .help, nil: break
  }
}

signal(SIGPIPE, SIG_IGN)
do {
  try run(Options(Array(CommandLine.arguments.dropFirst())))
} catch {
  if error.exitStatus != EXIT_SUCCESS {
    _ = Output(descriptor: STDERR_FILENO).write(Array(error.text.utf8))
  }
  exit(error.exitStatus)
}

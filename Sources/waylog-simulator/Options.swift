import Positioning
import Simulation

/// What the command line asks for.
struct Options {
  /// Where the epochs go and in which language.
  enum Destination: Equatable {
    /// NMEA to the client of a loopback port; 0 is any free port.
    case server(port: UInt16)
    /// NMEA to standard output.
    case nmea
    /// gpsd's JSON to standard output.
    case json
    /// The help text to standard output.
    case help
  }

  /// What a server does when the drive is over.
  enum Ending {
    case close
    case hold
  }

  static let help = """
    usage: waylog-simulator [--seed N] [--rate X] [--truth FILE] [--repeat N] [--start TIME]
                            (--serve PORT [--hold] | --nmea | --json)

    Simulates a GNSS receiver in a car on a drive of about half an hour.

      --serve PORT   NMEA to one client at a time on 127.0.0.1:PORT (0: any free port, printed first);
                     for gpsd: gpsd -N -n tcp://127.0.0.1:PORT
      --nmea         NMEA to standard output
      --json         the lines of gpsd's protocol to standard output
      --hold         after the drive, keep the connection open and silent until killed
      --rate X       times real time; 0: as fast as possible. Default 1 with --serve, else 0
      --seed N       which drive, 0 or more; default 1
      --start TIME   start of the drive, as 2026-05-01T06:00:00Z (the default)
      --repeat N     the drive N times, each an hour after the one before
      --truth FILE   write what the car really does as CSV

    """

  var destination: Destination?
  var ending = Ending.close
  var seed: UInt64 = 1
  var start = Drive.usualStart
  var rate: Double?
  var repetitions = 1
  var truthPath: String?

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--help", "-h": try choose(.help)
      case "--nmea": try choose(.nmea)
      case "--json": try choose(.json)
      case "--serve":
        try choose(.server(port: value(of: option, from: &rest, "a port is 0 to 65535") { UInt16($0) }))
      case "--hold": ending = .hold
      case "--seed": seed = try value(of: option, from: &rest, "a seed is a whole number from 0") { UInt64($0) }
      case "--rate": rate = try value(of: option, from: &rest, "a rate is a number from 0", Self.rate)
      case "--repeat":
        repetitions = try value(of: option, from: &rest, "a count is 1 to 100000", Self.repetitions)
      case "--start":
        start = try value(of: option, from: &rest, "a time looks like 2026-05-01T06:00:00Z") { Timestamp(iso8601: $0) }
      case "--truth": truthPath = try value(of: option, from: &rest, "a file has a name") { $0.isEmpty ? nil : $0 }
      default: throw .usage("cannot understand \(option)", "there is no such option")
      }
    }
    try check()
  }

  private func check() throws(Failure) {
    guard let destination else { throw .usage("cannot start", "one of --serve, --nmea or --json is needed") }
    if case .server = destination { return }
    if ending == .hold, destination != .help { throw .usage("cannot hold", "--hold needs --serve") }
  }

  private mutating func choose(_ choice: Destination) throws(Failure) {
    // Help wins over all else: whoever asks for it is not sure about the rest.
    if destination == .help { return }
    guard destination == nil || choice == .help else {
      throw .usage("cannot choose", "only one of --serve, --nmea and --json is possible")
    }
    destination = choice
  }

  private func value<Value>(
    of option: String, from rest: inout ArraySlice<String>, _ rule: String, _ read: (String) -> Value?
  ) throws(Failure) -> Value {
    guard let text = rest.popFirst() else { throw .usage("cannot read \(option)", "a value must follow it") }
    guard let value = read(text) else { throw .usage("cannot read \(option) \(text)", rule) }
    return value
  }

  private static func rate(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
  }

  private static func repetitions(_ text: String) -> Int? {
    Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }
}

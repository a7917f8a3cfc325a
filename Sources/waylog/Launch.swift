import Arguments
import CWaylog
import Control
import Delivery
import GPSClient
import Glibc
import Positioning
import Recorder
import TrackStore

/// What recorders have in common before their loop begins.
enum Launch {
  static let commitInterval = Reader<Int64>(expecting: "seconds from 0.1 to 300") { text in
    guard let interval = try? Reader<Int64>.seconds.read(text), (100...300_000).contains(interval) else { return nil }
    return interval
  }

  /// The gpsd that operands name.
  static func endpoint(_ operands: [String]) throws -> Endpoint {
    guard let operand = operands.first else { return Endpoint() }
    guard let endpoint = Endpoint(operand) else {
      throw UsageError("'\(operand)' is no HOST[:PORT[:DEVICE]]", hint: "for example: localhost:2947")
    }
    return endpoint
  }

  /// Blocks the signals that end a recorder; its loop reads them from the descriptor.
  static func signals() throws -> Int32 {
    let signals = waylog_stop_signals()
    guard signals >= 0 else {
      throw Failure(
        .software, "cannot wait for signals: \(String(cString: strerror(errno)))", advice: "please report this")
    }
    return signals
  }

  /// Opens the store; a damaged one is moved aside, and that is said.
  static func writer(at path: String, telling console: Console) throws -> TrackWriter {
    try TrackWriter.opening(path, at: Clocks.system()) { name in
      console.say("the database was damaged; it is kept as \(name), and a new one is begun", .warning)
      console.say("what can be read of it is rescued by: waylog salvage '\(name)'", .warning)
    }
  }

  /// Refuses to record where positions may not be used.
  static func requireConsent(_ writer: borrowing TrackWriter) throws {
    let policy = PolicyFile.read()
    guard policy.isEmpty else {
      throw Failure(
        .notAuthorized, "cannot record: the administrator's policy forbids it", advice: "it is in \(PolicyFile.path)")
    }
    guard try writer.intent()?.authorization == Authorization.denied.word else { return }
    throw Failure(
      .notAuthorized, "cannot record: the use of positions is denied",
      advice: "allow it with: waylog authorization always")
  }

  /// Where the recorder listens; it records without, too.
  static func control(for path: String, telling console: Console) -> ControlServer? {
    let server = ControlServer(at: Database.controlPath(for: path))
    if server == nil {
      let why = String(cString: strerror(errno))
      console.say("no control socket (\(why)): other waylog commands will not reach this", .warning)
    }
    return server
  }
}

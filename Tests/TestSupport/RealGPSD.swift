import Foundation

/// A private, real gpsd whose receiver speaks on a port of this machine; it can be killed and started again.
public final class RealGPSD {
  /// Its port.
  public let port: UInt16
  private let place: Workplace
  private let receiver: UInt16
  private var program: RunningProgram?

  /// Starts gpsd with the receiver behind a port.
  public init(receiver: UInt16, in place: Workplace) throws {
    self.place = place
    self.receiver = receiver
    port = try Loopback.freePort()
    try start()
  }

  /// Starts it; returns when it accepts connections.
  public func start() throws {
    program = try place.start("gpsd", ["-N", "-n", "-S", "\(port)", "tcp://127.0.0.1:\(receiver)"])
    guard eventually(within: 10, { Loopback.accepts(port) }) else {
      throw RunningProgram.TooLate(what: "gpsd does not accept connections: \(program?.errors ?? "")")
    }
  }

  /// Kills it as a crash would.
  public func kill() {
    program?.kill()
    program = nil
  }
}

/// A simulated receiver that drives, listened to by a gpsd.
public final class SimulatedDrive: Sendable {
  /// The port of the receiver.
  public let port: UInt16
  /// The table of what the car really does.
  public let truth: String
  private let program: RunningProgram

  /// Starts the receiver; it waits for gpsd.
  public init(rate: Double, seed: Int = 1, in place: Workplace) throws {
    truth = place.path("truth.csv")
    let program = try place.start(
      Program.simulator, ["--serve", "0", "--rate", "\(rate)", "--seed", "\(seed)", "--truth", truth, "--hold"])
    self.program = program
    guard eventually(within: 10, { program.output.contains("\n") }),
      let text = program.output.split(separator: ":").last,
      let port = UInt16(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw RunningProgram.TooLate(what: "the simulator does not listen: \(program.errors)") }
    self.port = port
  }
}

/// gpsd's own player of recorded logs, with a real gpsd of its own.
public final class GPSFake: Sendable {
  /// The port of its gpsd.
  public let port: UInt16
  private let program: RunningProgram

  /// Plays logs once, all at the same time, with so many seconds between sentences; the client has a second to
  /// connect.
  public init(_ logs: [String], pause: Double = 0.01, in place: Workplace) throws {
    var said = ""
    // On a busy machine it may look for its own gpsd before that listens, and gives up.
    for _ in 1...3 {
      let port = try Loopback.freePort()
      let program = try place.start("gpsfake", ["-1", "-p", "-q", "-c", "\(pause)", "-P", "\(port)"] + logs)
      if eventually(within: 10, { Loopback.accepts(port) || !program.isRunning }), program.isRunning {
        self.port = port
        self.program = program
        return
      }
      said = program.errors
    }
    throw RunningProgram.TooLate(what: "gpsfake does not start: \(said)")
  }

  /// Kills it and its gpsd; asked politely, it may hang.
  public func kill() { program.kill() }
}

extension Workplace {
  /// Records what gpsfake plays from logs, until its gpsd is gone, or has no receiver any more: it may hang then.
  @discardableResult
  public func recording(
    logs: [String], pause: Double = 0.01, _ options: [String] = [], clock: FakeClock? = nil,
    within seconds: Double = 60
  ) throws -> Outcome {
    var said = ""
    // It waits a second for clients; on a busy machine a short log is over before the recorder listens.
    for _ in 1...5 {
      let fake = try GPSFake(logs, pause: pause, in: self)
      let recorder = try record(from: fake.port, options, clock: clock)
      if eventually(within: 20, { recorder.hasSeenReceiver || !recorder.isRunning }) {
        guard eventually(within: seconds, { recorder.hasSeenTheEnd || !recorder.isRunning }) else {
          throw RunningProgram.TooLate(what: "the log did not end; it said: \(recorder.errors)")
        }
        return try recorder.stop()
      }
      said = recorder.errors
      recorder.kill()
      fake.kill()
      for file in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: store.path + file) }
    }
    throw RunningProgram.TooLate(what: "no log was played in time; the recorder said: \(said)")
  }
}

extension RunningProgram {
  fileprivate var hasSeenReceiver: Bool { errors.contains("waylog: receiver ") }

  fileprivate var hasSeenTheEnd: Bool {
    let said = errors
    return said.contains("lost gpsd") || said.contains(" is gone\nwaylog: gpsd has no receiver")
  }
}

import Foundation

/// The built programs, which lie beside the test runner.
public enum Program {
  /// The track logger.
  public static let waylog = built("waylog")
  /// The simulated receiver.
  public static let simulator = built("waylog-simulator")

  private static func built(_ name: String) -> String {
    let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Whether the machine has a program.
  public static func isInstalled(_ name: String) -> Bool {
    ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"].contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}

extension Workplace {
  /// Runs a waylog command on the database of this place.
  @discardableResult
  public func waylog(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    try run(Program.waylog, words + database, environment: environment)
  }

  /// Imports recorded gpsd JSON; throws if that fails.
  public func importing(_ file: String, _ options: [String] = [], environment: [String: String] = [:]) throws {
    let outcome = try run(Program.waylog, ["import", file] + options + database, environment: environment)
    guard outcome.status == 0 else { throw Launching.Failure(what: outcome.errors) }
  }

  /// Exports to a file of this place; throws if that fails; gives the path.
  public func exporting(to name: String, _ words: [String] = [], environment: [String: String] = [:]) throws -> String {
    let words = ["export", "-o", path(name)] + words + database
    let outcome = try run(Program.waylog, words, environment: environment)
    guard outcome.status == 0 else { throw Launching.Failure(what: outcome.errors) }
    return path(name)
  }

  /// Begins to record from a port of this machine.
  public func record(
    from port: UInt16, _ options: [String] = [], clock: FakeClock? = nil, environment: [String: String] = [:]
  ) throws -> RunningProgram {
    let words = ["record", "127.0.0.1:\(port)"] + options + database
    guard let clock else { return try start(Program.waylog, words, environment: environment) }
    // libfaketime moves the environment in the first process that loads it, and Swift finds its arguments beside it.
    let shell = ["-c", #"exec "$0" "$@""#, Program.waylog]
    return try start("/bin/sh", shell + words, environment: environment.merging(clock.environment) { $1 })
  }

  /// Begins to serve on a port of this machine.
  public func daemon(
    from port: UInt16, _ options: [String] = [], environment: [String: String] = [:]
  ) throws -> RunningProgram {
    try start(Program.waylog, ["daemon", "127.0.0.1:\(port)"] + options + database, environment: environment)
  }

  /// Lets a service hear everything that a stand-in has to say, then ends it.
  @discardableResult
  public func serving(_ feed: Feed, _ options: [String] = [], endedBy end: Signal = .terminate) throws -> Outcome {
    let gpsd = try StandInGPSD(feed)
    let service = try daemon(from: gpsd.port, options)
    try service.waitUntilItSays(StandInGPSD.lastWords)
    // What a command asks for is stored before it is answered, with all that came before it.
    if end == .kill { _ = try waylog("mark") }
    return try service.stop(by: end)
  }

  /// Records everything that a stand-in has to say, then ends the session as Ctrl-C does.
  @discardableResult
  public func recording(
    _ feed: Feed, rate: Double = 0, _ options: [String] = [], clock: FakeClock? = nil,
    environment: [String: String] = [:], within seconds: Double = 30
  ) throws -> Outcome {
    let gpsd = try StandInGPSD(feed, rate: rate)
    let recorder = try record(from: gpsd.port, options, clock: clock, environment: environment)
    try recorder.waitUntilItSays(StandInGPSD.lastWords, within: seconds)
    return try recorder.stop()
  }

  private var database: [String] { ["--database", store.path] }
}

extension RunningProgram {
  /// Ends a recorder as Ctrl-C does.
  @discardableResult
  public func stop(by signal: Signal = .interrupt) throws -> Outcome {
    send(signal)
    return try wait(within: 10)
  }
}

/// A machine whose date is wrong; time passes as usual.
public struct FakeClock: Sendable {
  /// Whether the machine can pretend.
  public static var isPossible: Bool { library != nil }

  private static let library = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?
    .map { "/usr/lib/\($0)/faketime/libfaketime.so.1" }.first { FileManager.default.fileExists(atPath: $0) }

  let environment: [String: String]

  /// The clock shows this moment at the start, as `2018-01-01 00:00:00` in UTC.
  public init(_ start: String) {
    environment = ["LD_PRELOAD": Self.library ?? "", "FAKETIME": "@\(start)", "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
  }
}

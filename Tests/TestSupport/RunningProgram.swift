import Foundation
import Synchronization

/// What a program left when it ended.
public struct Outcome: Sendable {
  /// Its exit status; 128 and the signal's number if a signal ended it.
  public let status: Int32
  /// What it wrote to standard output.
  public let output: String
  /// What it wrote to standard error.
  public let errors: String

  /// The lines of its standard output.
  public var lines: [String] { output.split(whereSeparator: \.isNewline).map(String.init) }
}

/// The signals that tests send.
public enum Signal: Sendable {
  /// Ctrl-C.
  case interrupt
  /// How services are stopped.
  case terminate
  /// The terminal was closed.
  case hangUp
  /// No program can do anything about it.
  case kill
  /// It does nothing any more, until `goOn`.
  case pause
  /// It goes on.
  case goOn

  /// Those that ask a program to end in order.
  public static let polite: [Signal] = [.interrupt, .terminate]

  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .kill: SIGKILL
    case .pause: SIGSTOP
    case .goOn: SIGCONT
    }
  }
}

/// A program in the background; whatever is left of it and its children is killed when nobody holds it any more.
public final class RunningProgram: Sendable {
  /// The time was over and the program still ran, or what was waited for did not happen.
  public struct TooLate: Error {
    /// What was waited for, and what the program had said.
    public let what: String

    /// Creates the error.
    public init(what: String) { self.what = what }
  }

  /// Its process id, which is its process group's too.
  public let pid: Int32
  private let name: String
  private let outputPath: String
  private let errorsPath: String
  private let status = Mutex<Int32?>(nil)

  /// Starts a program in a folder, where its output goes too, and whatever it writes beside.
  public init(
    _ executable: String, _ arguments: [String], environment: [String: String], input: String = "/dev/null",
    in folder: String
  ) throws {
    name = ([executable.split(separator: "/").last.map(String.init) ?? executable] + arguments).joined(separator: " ")
    let stem = "\(folder)/\(UUID().uuidString)"
    outputPath = "\(stem).out"
    errorsPath = "\(stem).err"
    pid = try Launching.start(
      executable, arguments, environment: environment, in: folder, input: input, output: outputPath,
      errors: errorsPath)
  }

  deinit { kill() }

  /// What it wrote to standard output so far.
  public var output: String { Self.text(outputPath) }

  /// What it wrote to standard error so far.
  public var errors: String { Self.text(errorsPath) }

  /// It has not ended yet.
  public var isRunning: Bool { exitStatus == nil }

  /// The most memory it ever had in use, in kilobytes.
  public var greatestMemoryKilobytes: Int { status("VmHWM") }

  /// Memory that is its own and no file's, now, in kilobytes.
  public var anonymousMemoryKilobytes: Int { status("RssAnon") }

  /// How often its first thread went to wait, so that something had to wake it.
  public var voluntarySwitches: Int { status("voluntary_ctxt_switches") }

  /// A number that `/proc` has of it; 0 once it is gone.
  private func status(_ name: String) -> Int {
    let lines = Self.text("/proc/\(pid)/status").split(separator: "\n")
    return lines.first { $0.hasPrefix(name + ":") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// What it took of a processor so far, in seconds; its children count once they have ended.
  public var processorSeconds: Double {
    // The name of the program before them may hold anything.
    let fields = Self.text("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 14 else { return 0 }
    return fields[11...14].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Whether it waits for an answer to its attempt to connect to a port of this machine (`SYN_SENT`).
  public func isConnecting(to port: UInt16) -> Bool {
    let peer = "0100007F:" + String(format: "%04X", port)
    return Self.text("/proc/\(pid)/net/tcp").split(separator: "\n").contains {
      let fields = $0.split(separator: " ")
      return fields.count > 3 && fields[2] == peer && fields[3] == "02"
    }
  }

  /// Sends it a signal.
  public func send(_ signal: Signal) {
    if isRunning { Foundation.kill(pid, signal.number) }
  }

  /// Ends it and its children at once.
  public func kill() {
    guard status.withLock({ $0 == nil }) else { return }
    Foundation.kill(-pid, SIGKILL)
    var raw: Int32 = 0
    status.withLock { status in
      guard status == nil, waitpid(pid, &raw, 0) == pid else { return }
      status = Self.exitStatus(raw)
    }
  }

  /// Waits for its end; kills it when that does not come in time.
  @discardableResult
  public func wait(within seconds: Double = 20) throws -> Outcome {
    guard eventually(within: seconds, { !isRunning }), let status = exitStatus else {
      let said = errors
      kill()
      throw TooLate(what: "\(name) did not end within \(seconds) s; it said: \(said.suffix(500))")
    }
    // Children that outlive it are nobody's.
    Foundation.kill(-pid, SIGKILL)
    return Outcome(status: status, output: output, errors: errors)
  }

  /// Waits until it has written a text to standard error.
  public func waitUntilItSays(_ text: String, times: Int = 1, within seconds: Double = 20) throws {
    let happened = eventually(within: seconds) { errors.occurrences(of: text) >= times || !isRunning }
    guard happened, errors.occurrences(of: text) >= times else {
      throw TooLate(what: "\(name) did not say '\(text)'; it said: \(errors.suffix(500))")
    }
  }

  private var exitStatus: Int32? {
    status.withLock { status in
      var raw: Int32 = 0
      if status == nil, waitpid(pid, &raw, WNOHANG) == pid { status = Self.exitStatus(raw) }
      return status
    }
  }

  private static func exitStatus(_ raw: Int32) -> Int32 { raw & 0x7f == 0 ? raw >> 8 & 0xff : 128 + raw & 0x7f }

  /// Foundation reads one page of the files of /proc and no more.
  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Waits until something is true, looking often; false if it was not within the time.
public func eventually(within seconds: Double, _ isTrue: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  repeat {
    if try isTrue() { return true }
    usleep(10_000)
  } while ContinuousClock.now < end
  return try isTrue()
}

/// How long something takes, in seconds.
public func seconds(of action: () throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure(action)
  return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
}

extension String {
  /// How often a text stands in it.
  public func occurrences(of text: String) -> Int { components(separatedBy: text).count - 1 }
}

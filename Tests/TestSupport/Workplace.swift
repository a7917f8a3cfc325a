import Foundation

/// A fresh folder for one test, with a database in it that nobody else knows; it goes when nobody holds it any more.
public final class Workplace: Sendable {
  /// The folder.
  public let folder: String
  /// The database that commands use.
  public let store: Store

  /// Makes the folder.
  public init() throws {
    var name = Array("\(NSTemporaryDirectory())waylog-test-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Launching.Failure(what: "cannot make a folder") }
    folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    store = Store(path: "\(folder)/tracks.db")
    // Tests of rights run programs as somebody else.
    chmod(folder, 0o755)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A path in the folder.
  public func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file into the folder; gives its path.
  public func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  /// Writes a file into the folder; gives its path.
  public func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  /// The bytes of a file; none if it is not there.
  public func bytes(_ path: String) -> [UInt8] { Array(FileManager.default.contents(atPath: path) ?? Data()) }

  /// Names of all files in the folder.
  public var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  /// What programs find in the environment: nothing of the person who runs the tests.
  public var environment: [String: String] {
    [
      "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": folder,
      "XDG_RUNTIME_DIR": folder, "LC_ALL": "C", "TZ": "UTC",
    ]
  }

  /// Starts a program in the background.
  public func start(
    _ executable: String, _ arguments: [String], environment additions: [String: String] = [:],
    input: String = "/dev/null"
  ) throws -> RunningProgram {
    try RunningProgram(
      executable, arguments, environment: environment.merging(additions) { $1 }, input: input, in: folder)
  }

  /// Runs a program to its end.
  public func run(
    _ executable: String, _ arguments: [String], environment additions: [String: String] = [:],
    input: String = "/dev/null", within seconds: Double = 30
  ) throws -> Outcome {
    try start(executable, arguments, environment: additions, input: input).wait(within: seconds)
  }
}

import Arguments
import Control
import Glibc

/// The configuration files: the system's, then the user's, which wins.
enum ConfigurationFiles {
  static let system = RecorderPlaces.systemConfiguration
  /// No one writes a longer one by hand; whatever is longer is not one.
  private static let longest = 1 << 20

  /// Where the user's own may be; nil where there is no home.
  static var own: String? { RecorderPlaces(environment: Environment.value).ownConfiguration }

  /// What the files and the environment say; keys that no command has are refused.
  static func sources() throws -> Sources {
    let files = try [system, own].compactMap(\.self).compactMap { path in
      try read(path).map { text in try blaming { () throws(UsageError) in try checked(path, text) } }
    }
    return Sources(files, environment: Environment.value)
  }

  /// Runs something whose errors are the configuration's fault.
  static func blaming<Result>(_ body: () throws(UsageError) -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw Failure(.configuration, error.message, advice: error.hint ?? "put that right")
    }
  }

  private static func checked(_ path: String, _ text: String) throws(UsageError) -> Configuration {
    let configuration = try Configuration(path, text: text)
    try Main.tool.checkKeys(of: configuration)
    return configuration
  }

  /// Nil where there is no file. One that cannot be read is refused rather than passed over: it may hold the places
  /// that somebody wants kept back.
  private static func read(_ path: String) throws -> String? {
    // Whatever else may have that name must not hold anybody up.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(path, String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, "it is no file")
    }
    guard status.st_size <= longest else { throw failure(path, "it is too long for a configuration") }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = Glibc.read(descriptor, &piece, piece.count), count != 0 {
      guard count > 0, bytes.count <= longest else { throw failure(path, String(cString: strerror(errno))) }
      bytes += piece[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(path, "it is not UTF-8 text") }
    return text
  }

  private static func failure(_ path: String, _ why: String) -> Failure {
    Failure(.configuration, "cannot read '\(path)': \(why)", advice: "put that right, or move the file away")
  }
}

import Glibc
import TrackFormats

/// The secret that says where privacy zones are cut.
///
/// It lies beside the user's own database, under $XDG_DATA_HOME, made on first use and readable to its owner alone:
///
/// - not in the database, which others may read or get a copy of, which export only opens for reading, and of which one
///   user may have several: a zone is cut the same way out of all of them;
/// - not beside the configuration, which people publish with their dotfiles;
/// - not in a cache or with state that may be thrown away: a new secret cuts old zones anew, and two cuts tell more than
///   one. It is worth a backup as the tracks are.
enum ExportSecret {
  private static let size = 16

  /// Reads it; makes it first where there is none.
  static func load() throws -> PrivacyZone.Secret {
    let path = try path()
    if let secret = try read(path) { return secret }
    try make(path)
    guard let secret = try read(path) else { throw failure("cannot make '\(path)'") }
    return secret
  }

  private static func path() throws -> String {
    let home = Environment.value(of: "HOME").map { "\($0)/.local/share" }
    let data = Environment.value(of: "XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    guard let data else {
      throw Failure(
        .cannotCreate, "there is no place for the secret of privacy zones: neither HOME nor XDG_DATA_HOME is set",
        advice: "set one of them")
    }
    return "\(data)/waylog/export-secret"
  }

  /// Nil where there is none; one that others can read or that is damaged is refused, never replaced.
  private static func read(_ path: String) throws -> PrivacyZone.Secret? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("cannot read '\(path)'")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw Failure(
        .notAuthorized, "the secret of privacy zones, '\(path)', is not for its owner alone",
        advice: "chmod 600 '\(path)'; if others may have read it, delete it: zones will be cut anew")
    }
    var words: [UInt64] = [0, 0, 0]
    let count = words.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count == size else {
      throw Failure(
        .badData, "the secret of privacy zones, '\(path)', is damaged",
        advice: "bring it back from a backup, or delete it: zones will be cut anew")
    }
    return PrivacyZone.Secret(UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
  }

  /// Whole at once, and never over one that another export has made meanwhile.
  private static func make(_ path: String) throws {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    for end in folder.indices.dropFirst() where folder[end] == "/" { mkdir(String(folder[..<end]), 0o700) }
    mkdir(String(folder), 0o700)
    var temporary = Array("\(path)-XXXXXX".utf8CString)
    let descriptor = mkstemp(&temporary)
    guard descriptor >= 0 else { throw failure("cannot make '\(path)'") }
    defer {
      unlink(temporary)
      close(descriptor)
    }
    var generator = SystemRandomNumberGenerator()
    let words = [generator.next(), generator.next()].map(\.littleEndian)
    let count = words.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == size, fsync(descriptor) == 0, link(temporary, path) == 0 || errno == EEXIST else {
      throw failure("cannot make '\(path)'")
    }
  }

  private static func failure(_ what: String) -> Failure {
    Failure(.cannotCreate, "\(what): \(String(cString: strerror(errno)))", advice: "check the folder and disk")
  }
}

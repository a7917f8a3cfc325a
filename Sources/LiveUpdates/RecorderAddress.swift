internal import Control
import Glibc

/// Which recorder a program listens to.
public struct RecorderAddress: Hashable, Sendable {
  private enum Place: Hashable, Sendable {
    case usual
    case database(String)
    case socket(String)
  }

  private let place: Place

  /// The recorder that commands speak to as well: that of `$WAYLOG_DATABASE`, else of the
  /// database that a configuration file names, else the user's own, else the system's.
  public static let usual = RecorderAddress(place: .usual)

  /// The recorder of the database at a path.
  public static func database(_ path: String) -> RecorderAddress { RecorderAddress(place: .database(path)) }

  /// What listens at a socket.
  public static func socket(_ path: String) -> RecorderAddress { RecorderAddress(place: .socket(path)) }

  /// Connects to the first recorder that listens; nil if none does.
  func connect() -> ControlConnection? {
    for path in sockets {
      if let connection = ControlConnection(to: path) { return connection }
    }
    return nil
  }

  /// Looked up anew each time: folders and links may come with the recorder.
  private var sockets: [String] {
    let places = RecorderPlaces { name in getenv(name).map { String(cString: $0) } }
    func sockets(named: String?) -> [String] {
      places.databases(named: named).flatMap { places.sockets(for: resolved($0)) }
    }
    return switch place {
    case .usual: sockets(named: places.namedDatabase ?? configuredDatabase(places))
    case .database(let path): sockets(named: path)
    case .socket(let path): [path]
    }
  }
}

/// What the system's configuration says, and the user's, which wins. One that cannot be read names nothing: to complain
/// is for commands.
private func configuredDatabase(_ places: RecorderPlaces) -> String? {
  [places.ownConfiguration, RecorderPlaces.systemConfiguration].lazy
    .compactMap { $0.flatMap(text(of:)).flatMap(places.database(configuredBy:)) }.first
}

/// A small file; nil if there is none.
private func text(of path: String) -> String? {
  // Whatever else may have that name must not hold the program up.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 4_096)
  while case let count = read(descriptor, &piece, piece.count), count > 0, bytes.count < 1 << 20 {
    bytes += piece[..<count]
  }
  return String(validating: bytes, as: UTF8.self)
}

private func resolved(_ path: String) -> String {
  guard let pointer = realpath(path, nil) else { return path }
  defer { free(pointer) }
  return String(cString: pointer)
}

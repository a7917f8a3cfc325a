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

  /// The recorder that commands speak to as well: that of `$WAYLOG_DATABASE`, else the user's own, else the system's.
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
    case .usual: sockets(named: places.namedDatabase)
    case .database(let path): sockets(named: path)
    case .socket(let path): [path]
    }
  }
}

private func resolved(_ path: String) -> String {
  guard let pointer = realpath(path, nil) else { return path }
  defer { free(pointer) }
  return String(cString: pointer)
}

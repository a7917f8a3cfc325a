import Arguments
import Control
import Glibc
import TrackStore

/// Which file the tracks are in.
struct Database: Sendable {
  /// As named by the user; nil for the user's own.
  var named: String?

  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, Database> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Database",
      [
        Option<Database>.value(
          "database", short: "d", "PATH", "Use the database at PATH",
          details: "Default: $XDG_DATA_HOME/waylog/waylog.db, which is ~/.local/share/waylog/waylog.db.",
          environment: "WAYLOG_DATABASE", as: .file
        ) { $0.named = $1 }.lifted(to: part)
      ])
  }

  /// The user's own file; its folder is made if it is missing.
  private static func own() throws -> String {
    guard let folder = Environment.value(of: "XDG_DATA_HOME").flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home() else {
      throw Failure(
        .cannotCreate, "there is no place for the database: neither HOME nor XDG_DATA_HOME is set",
        advice: "name a file with --database")
    }
    return "\(folder)/waylog/waylog.db"
  }

  private static func home() -> String? { Environment.value(of: "HOME").map { "\($0)/.local/share" } }

  /// The path for reading.
  func path() throws -> String { try named ?? Self.own() }

  /// The path for writing; the user's own folder is made with rights for nobody else.
  func pathForWriting() throws -> String {
    if let named { return named }
    let path = try Self.own()
    let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    var part = folder.startIndex
    while part < folder.endIndex {
      part = folder[folder.index(after: part)...].firstIndex(of: "/") ?? folder.endIndex
      mkdir(String(folder[..<part]), 0o700)
    }
    return path
  }

  /// Opens it for reading.
  func reader() throws -> TrackReader { try TrackReader(path: try path()) }

  /// Where the recorder of this file listens.
  func controlPath() throws -> String {
    let path = try path()
    let absolute = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    return ControlSocket.path(
      for: absolute ?? path, runtimeFolder: Environment.value(of: "XDG_RUNTIME_DIR"))
  }
}

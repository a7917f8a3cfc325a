import Arguments
import Control
import Glibc
import TextOutput
import TrackStore

/// Which file the tracks are in, and where its recorder listens.
struct Database: Sendable {
  /// Where the system's service keeps its tracks.
  static let system = RecorderPlaces.systemDatabase

  /// As named by the user; nil for the usual one.
  var named: String?

  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, Database> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Database",
      [
        Option<Database>.value(
          "database", short: "d", "PATH", "Use the database at PATH",
          details: "Default: $XDG_DATA_HOME/waylog/waylog.db, which is ~/.local/share/waylog/waylog.db; for reading, "
            + "that of the system's service if there is no such file. A service uses $STATE_DIRECTORY/waylog.db.",
          environment: "WAYLOG_DATABASE", as: .file
        ) { $0.named = $1 }.lifted(to: part)
      ])
  }

  /// What names it in a command that is suggested: nothing for the usual one.
  var words: String { named.map { " -d \(Shell.word($0))" } ?? "" }

  /// The user's own file.
  private static func own() throws -> String {
    guard let path = places.ownDatabase else {
      throw Failure(
        .cannotCreate, "there is no place for the database: neither HOME nor XDG_DATA_HOME is set",
        advice: "set HOME to your home, or name a file with --database")
    }
    return path
  }

  /// The path where nobody names another; nil where there is no home.
  static var usual: String? { places.ownDatabase }

  private static var places: RecorderPlaces { RecorderPlaces(environment: Environment.value) }

  /// The path for reading; where it is the system's in spite of an own file, that is said. Throws where there is only
  /// that one, and this user may not read it.
  func path() throws -> String {
    if named == nil, !Self.isOwnThere, case .closed = SystemTracks.look() { throw SystemTracks.refusal }
    return pathToExamine()
  }

  /// The path for reading, whether it may be read or not.
  func pathToExamine() -> String {
    if let named { return named }
    guard access(Self.system, R_OK) == 0, Self.isOwnEmpty else { return Self.usual ?? Self.system }
    if Self.isOwnThere { Standard.error.write("waylog: reading the system's database, \(Self.system)\n") }
    return Self.system
  }

  /// Whether the user has a file.
  static var isOwnThere: Bool { usual.map { access($0, F_OK) == 0 } ?? false }

  /// A file with no more in it than what its owner wants must not hide the system's. One that cannot be read is not
  /// empty: what is wrong with it is told by whoever needs it.
  private static var isOwnEmpty: Bool {
    guard isOwnThere, let usual else { return true }
    do { return try TrackReader(path: usual).newestSession() == nil } catch { return false }
  }

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

  /// The path for what the recorder shall do, where none runs. Whoever has no file and whose machine has a service means
  /// that service, which would not look there.
  func pathForIntent() throws -> String {
    guard named == nil, !Self.isOwnThere else { return try pathForWriting() }
    switch SystemTracks.look() {
    case .absent: return try pathForWriting()
    case .closed: throw SystemTracks.refusal
    case .open:
      throw Failure(
        .unavailable, "the system's recorder does not run", advice: "start it with: sudo systemctl start waylog")
    }
  }

  /// Opens it for reading.
  func reader() throws -> TrackReader { try TrackReader(path: try path()) }
}

// MARK: - The recorder

extension Database {
  /// What a recorder answered, and which file it records into.
  struct Answer {
    var line: ControlLine
    var path: String
  }

  /// Asks the recorder of this database; without a named one the user's own recorder, else the system's. Nil if none
  /// runs, or none answers within so many tenths of a second.
  func ask(_ request: ControlLine, tenths patience: Int = 20) throws -> Answer? {
    for path in candidates() {
      let resolved = Self.resolved(path)
      for socket in Self.places.sockets(for: resolved) {
        if let line = ControlClient.ask(request, at: socket, tenths: patience) { return Answer(line: line, path: path) }
      }
    }
    return nil
  }

  /// Connects to the recorder of this database, as `ask` finds it; nil if none listens.
  func connection() throws -> ControlConnection? {
    for path in candidates() {
      for socket in Self.places.sockets(for: Self.resolved(path)) {
        if let connection = ControlConnection(to: socket) { return connection }
      }
    }
    return nil
  }

  private func candidates() -> [String] { Self.places.databases(named: named) }

  /// Where the recorder of the file at a path listens.
  static func controlPath(for path: String) -> String { ControlSocket.path(for: resolved(path), folders) }

  /// Where the recorder that runs listens, if one does; else where one would.
  static func answeringPath(for path: String) -> String {
    let candidates = ControlSocket.paths(for: resolved(path), folders)
    return candidates.first { access($0, F_OK) == 0 } ?? controlPath(for: path)
  }

  private static var folders: ControlSocket.Folders {
    ControlSocket.Folders(
      service: Environment.value(of: "RUNTIME_DIRECTORY"), runtime: Environment.value(of: "XDG_RUNTIME_DIR"))
  }

  private static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }
}

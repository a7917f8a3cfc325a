/// Where recorders keep their tracks and listen, as the environment has it; nothing is looked up on the disk.
public struct RecorderPlaces: Sendable {
  /// Where the system's service keeps its tracks.
  public static let systemDatabase = "/var/lib/waylog/waylog.db"

  /// The user's own file: a service's in its state directory, else below `$XDG_DATA_HOME`; nil where there is no home.
  public let ownDatabase: String?
  /// The file that `$WAYLOG_DATABASE` names.
  public let namedDatabase: String?
  private let folders: ControlSocket.Folders

  /// Reads the environment, variable by variable; an empty variable is as good as none.
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let data = value("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = value("HOME").map { "\($0)/.local/share" }
    ownDatabase =
      value("STATE_DIRECTORY")?.split(separator: ":").first.map { "\($0)/waylog.db" }
      ?? (data ?? home).map { "\($0)/waylog/waylog.db" }
    namedDatabase = value("WAYLOG_DATABASE")
    folders = ControlSocket.Folders(service: value("RUNTIME_DIRECTORY"), runtime: value("XDG_RUNTIME_DIR"))
  }

  /// The databases whose recorders are asked, in this order: the named one alone, else the user's and the system's.
  public func databases(named: String?) -> [String] {
    named.map { [$0] } ?? [ownDatabase, Self.systemDatabase].compactMap(\.self)
  }

  /// Where the recorder of a database may listen.
  ///
  /// - Parameter database: Its absolute path, links resolved, as the recorder resolved them.
  /// - Returns: Absolute paths, the user's own first.
  public func sockets(for database: String) -> [String] { ControlSocket.paths(for: database, folders) }
}

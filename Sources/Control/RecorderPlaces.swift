/// Where recorders keep their tracks and listen, as the environment has it; nothing is looked up on the disk.
public struct RecorderPlaces: Sendable {
  /// Where the system's service keeps its tracks.
  public static let systemDatabase = "/var/lib/waylog/waylog.db"
  /// The configuration of everybody on the machine.
  public static let systemConfiguration = "/etc/waylog/config"

  /// The user's own file: a service's in its state directory, else below `$XDG_DATA_HOME`; nil where there is no home.
  public let ownDatabase: String?
  /// The file that `$WAYLOG_DATABASE` names.
  public let namedDatabase: String?
  /// The user's own configuration; nil where there is no home.
  public let ownConfiguration: String?
  private let home: String?
  private let folders: ControlSocket.Folders

  /// Reads the environment, variable by variable; an empty variable is as good as none.
  public init(environment: (String) -> String?) {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    func folder(_ name: String, inHome usual: String) -> String? {
      value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } ?? value("HOME").map { "\($0)/\(usual)" }
    }
    ownDatabase =
      value("STATE_DIRECTORY")?.split(separator: ":").first.map { "\($0)/waylog.db" }
      ?? folder("XDG_DATA_HOME", inHome: ".local/share").map { "\($0)/waylog/waylog.db" }
    ownConfiguration = folder("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/waylog/config" }
    home = value("HOME")
    namedDatabase = value("WAYLOG_DATABASE")
    folders = ControlSocket.Folders(service: value("RUNTIME_DIRECTORY"), runtime: value("XDG_RUNTIME_DIR"))
  }

  /// The databases whose recorders are asked, in this order: the named one alone, else the user's and the system's.
  public func databases(named: String?) -> [String] {
    named.map { [$0] } ?? [ownDatabase, Self.systemDatabase].compactMap(\.self)
  }

  /// The database that the text of a configuration file names for every command; nil if it names none.
  public func database(configuredBy text: String) -> String? {
    let values = text.split(whereSeparator: \.isNewline).compactMap { line -> Substring? in
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
      return parts.count == 2 && parts[0] == "database" ? parts[1] : nil
    }
    guard let value = values.last, let home, value.hasPrefix("~/") else { return values.last.map(String.init) }
    return home + value.dropFirst()
  }

  /// Where the recorder of a database may listen.
  ///
  /// - Parameter database: Its absolute path, links resolved, as the recorder resolved them.
  /// - Returns: Absolute paths, the user's own first.
  public func sockets(for database: String) -> [String] { ControlSocket.paths(for: database, folders) }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }
}

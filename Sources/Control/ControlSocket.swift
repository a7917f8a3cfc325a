import CWaylog
import Glibc

/// Where the recorder of a store listens: a socket whose name is derived from the store's path.
public enum ControlSocket {
  /// What says where sockets lie.
  public struct Folders: Sendable {
    /// `$RUNTIME_DIRECTORY`, which a service manager sets for its service.
    public var service: String?
    /// `$XDG_RUNTIME_DIR`.
    public var runtime: String?

    /// Creates the folders from the environment.
    public init(service: String?, runtime: String?) {
      self.service = service
      self.runtime = runtime
    }

    /// The folder of this user's or service's recorders.
    var own: String {
      if let folder = service?.split(separator: ":").first, folder.hasPrefix("/") { return String(folder) }
      if let runtime, runtime.hasPrefix("/") { return "\(runtime)/waylog" }
      return getuid() == 0 ? ControlSocket.systemFolder : "/tmp/waylog-\(getuid())"
    }
  }

  /// Of the system's service; only root can have made it.
  static let systemFolder = "/run/waylog"

  /// The socket at which the recorder of a store listens.
  ///
  /// - Parameters:
  ///   - database: The store's absolute path.
  ///   - folders: Where sockets lie.
  /// - Returns: An absolute path.
  public static func path(for database: String, _ folders: Folders) -> String {
    "\(folders.own)/\(name(of: database)).sock"
  }

  /// Where a recorder of a store may listen: the user's own first, then the system's service.
  public static func paths(for database: String, _ folders: Folders) -> [String] {
    let own = path(for: database, folders)
    let system = "\(systemFolder)/\(name(of: database)).sock"
    return own == system ? [own] : [own, system]
  }

  /// Socket paths end after 107 bytes, so the store's path is hashed (FNV-1a, 64 bits).
  static func name(of database: String) -> String {
    String(database.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }

  /// Whether the other end is this user's or root's, or the system's service; the fallback folder in /tmp may be
  /// somebody else's work.
  static func isTrusted(_ descriptor: Int32, at path: String) -> Bool {
    let user = waylog_peer_user(descriptor)
    return isTrusted(user: user) || path.hasPrefix("\(systemFolder)/") && user == owner(of: systemFolder)
  }

  /// The same for the number of a user, −1 where the kernel does not say.
  static func isTrusted(user: Int64) -> Bool { user == Int64(getuid()) || user == 0 }

  private static func owner(of folder: String) -> Int64? {
    var status = stat()
    return lstat(folder, &status) == 0 ? Int64(status.st_uid) : nil
  }

  static func address(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    return fits ? address : nil
  }

  static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    guard var address = address(path) else { return nil }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

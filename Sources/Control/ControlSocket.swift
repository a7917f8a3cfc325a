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

/// Asks a recorder something.
public enum ControlClient {
  /// Sends a line and waits for the answer, two seconds at most; nil if no recorder of this user or of root listens
  /// there or it is silent.
  public static func ask(_ line: ControlLine, at path: String) -> ControlLine? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    guard ControlSocket.withAddress(path, { connect(descriptor, $0, $1) }) == 0,
      ControlSocket.isTrusted(descriptor, at: path)
    else { return nil }
    let request = Array(line.text.utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1_024)
    while answer.count < ControlLine.longest {
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      answer += piece[..<count]
      if answer.last == UInt8(ascii: "\n") { return ControlLine(String(decoding: answer.dropLast(), as: UTF8.self)) }
    }
    return nil
  }
}

/// Answers clients of the recorder, from within its loop; only its own user and root are heard and, where the folder
/// is open to a group, its members.
public struct ControlServer: ~Copyable {
  private struct Client {
    var descriptor: Int32
    var received: [UInt8] = []
  }

  private static let mostClients = 16

  private let path: String
  private let listener: Int32
  /// The kernel lets in who may write to the socket.
  private let isShared: Bool
  private var clients: [Client] = []

  /// Listens at a path; the caller holds the store's lock, so that a socket that is already there is a dead one's.
  /// Nil if the folder or the socket cannot be made; `errno` says why.
  public init?(at path: String) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    if mkdir(folder, 0o700) != 0, errno != EEXIST { return nil }
    // Below a folder that everybody can write to, only one that is ours and closed to others can be trusted.
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & 0o022 == 0
    else { return nil }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
    unlink(path)
    let isShared = status.st_mode & 0o050 == 0o050
    // The folder is closed to others, so nobody can come in before the socket is closed to them as well.
    guard ControlSocket.withAddress(path, { bind(descriptor, $0, $1) }) == 0,
      chmod(path, isShared ? 0o660 : 0o600) == 0,
      listen(descriptor, 8) == 0
    else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.isShared = isShared
    listener = descriptor
  }

  deinit {
    for client in clients { close(client.descriptor) }
    close(listener)
    unlink(path)
  }

  /// The descriptors to wait for, for reading.
  public var descriptors: [Int32] { [listener] + clients.map(\.descriptor) }

  /// Takes in what clients say and sends what `answer` says to it.
  public mutating func serve(answer: (ControlLine) -> ControlLine) {
    admit()
    for index in clients.indices.reversed() where !hear(index, answer) {
      close(clients[index].descriptor)
      clients.remove(at: index)
    }
  }

  private mutating func admit() {
    while true {
      let descriptor = waylog_accept(listener)
      guard descriptor >= 0 else { return }
      let isWelcome = isShared || ControlSocket.isTrusted(user: waylog_peer_user(descriptor))
      guard clients.count < Self.mostClients, isWelcome else {
        close(descriptor)
        continue
      }
      clients.append(Client(descriptor: descriptor))
    }
  }

  /// False once the client is done with.
  private mutating func hear(_ index: Int, _ answer: (ControlLine) -> ControlLine) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1_024)
    while true {
      let count = recv(clients[index].descriptor, &piece, piece.count, 0)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      clients[index].received += piece[..<count]
      while let end = clients[index].received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: clients[index].received[..<end], as: UTF8.self)
        clients[index].received.removeFirst(end + 1)
        let reply = ControlLine(line).map(answer) ?? ControlLine("error", ["why": "not understood"])
        let bytes = Array(reply.text.utf8)
        guard send(clients[index].descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
          return false
        }
      }
      if clients[index].received.count > ControlLine.longest { return false }
    }
  }
}

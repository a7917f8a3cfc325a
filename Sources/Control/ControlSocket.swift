import CWaylog
import Glibc

/// Where the recorder of a store listens: a socket whose name is derived from the store's path.
public enum ControlSocket {
  /// The socket for a store, in the runtime folder of its owner.
  ///
  /// - Parameters:
  ///   - database: The store's absolute path.
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`, if it is set.
  /// - Returns: An absolute path.
  public static func path(for database: String, runtimeFolder: String?) -> String {
    "\(folder(runtimeFolder))/\(name(of: database)).sock"
  }

  static func folder(_ runtimeFolder: String?) -> String {
    if let runtimeFolder, runtimeFolder.hasPrefix("/") { return "\(runtimeFolder)/waylog" }
    return getuid() == 0 ? "/run/waylog" : "/tmp/waylog-\(getuid())"
  }

  /// Socket paths end after 107 bytes, so the store's path is hashed (FNV-1a, 64 bits).
  static func name(of database: String) -> String {
    String(database.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 16)
  }

  /// Whether the other end is this user's or root's; the fallback folder in /tmp may be somebody else's work.
  static func isTrusted(_ descriptor: Int32) -> Bool { isTrusted(user: waylog_peer_user(descriptor)) }

  /// The same for the number of a user, −1 where the kernel does not say.
  static func isTrusted(user: Int64) -> Bool { user == Int64(getuid()) || user == 0 }

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
      ControlSocket.isTrusted(descriptor)
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

/// Answers clients of the recorder, from within its loop; only its own user and root are heard.
public struct ControlServer: ~Copyable {
  private struct Client {
    var descriptor: Int32
    var received: [UInt8] = []
  }

  private static let mostClients = 16

  private let path: String
  private let listener: Int32
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
    // The folder is closed to others, so nobody can come in before the socket is closed to them as well.
    guard ControlSocket.withAddress(path, { bind(descriptor, $0, $1) }) == 0, chmod(path, 0o600) == 0,
      listen(descriptor, 8) == 0
    else {
      close(descriptor)
      return nil
    }
    self.path = path
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
      guard clients.count < Self.mostClients, ControlSocket.isTrusted(descriptor) else {
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

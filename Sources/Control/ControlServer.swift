import CWaylog
import Glibc

/// A client of the recorder, while it is connected.
public struct ClientID: Hashable, Sendable { let number: Int }

/// Answers clients of the recorder, from within its loop; only its own user and root are heard and, where the folder
/// is open to a group, its members.
public struct ControlServer: ~Copyable {
  private struct Client {
    let id: ClientID
    let descriptor: Int32
    var received: [UInt8] = []
    var outbox = Outbox()
  }

  /// Status bars on several screens, a watcher or two, and programs.
  private static let mostClients = 64
  /// So many kilobytes are taken from one client at once.
  private static let mostPieces = 64

  private let path: String
  private let listener: Int32
  /// The kernel lets in who may write to the socket.
  private let isShared: Bool
  private var clients: [Client] = []
  private var admitted = 0
  private var gone: [ClientID] = []

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
    let isShared = status.st_mode & 0o057 == 0o050
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

  /// The descriptors to wait for, for reading, and those of them for writing as well.
  public var descriptors: [(number: Int32, hasOutput: Bool)] {
    [(listener, false)] + clients.map { ($0.descriptor, !$0.outbox.isEmpty) }
  }

  /// Takes in what clients say, sends what `answer` says to it, and what waits to be sent.
  public mutating func serve(answer: (ControlLine, ClientID) -> ControlLine) {
    hear(answer: answer)
    flush()
  }

  /// Takes in what clients say; what `answer` says to it waits to be sent.
  public mutating func hear(answer: (ControlLine, ClientID) -> ControlLine) {
    admit()
    for index in clients.indices.reversed() where !hear(index, answer) {
      // Whoever asks, and goes without waiting, is answered all the same.
      _ = flush(index)
      drop(index)
    }
  }

  /// Has a line wait that was not asked for.
  public mutating func add(_ line: ControlLine, to client: ClientID, _ manner: Outbox.Manner) {
    guard let index = clients.firstIndex(where: { $0.id == client }) else { return }
    clients[index].outbox.add(line, manner)
  }

  /// Sends what waits; a client that does not read keeps nobody waiting.
  public mutating func flush() {
    for index in clients.indices.reversed() where !flush(index) { drop(index) }
  }

  /// Sends a line that was not asked for.
  public mutating func push(_ line: ControlLine, to client: ClientID, _ manner: Outbox.Manner) {
    add(line, to: client, manner)
    flush()
  }

  /// The clients that went away since this was asked last.
  public mutating func takeGone() -> [ClientID] {
    defer { gone = [] }
    return gone
  }

  private mutating func drop(_ index: Int) {
    close(clients[index].descriptor)
    gone.append(clients.remove(at: index).id)
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
      admitted += 1
      clients.append(Client(id: ClientID(number: admitted), descriptor: descriptor))
    }
  }

  /// False once the client is done with.
  private mutating func hear(_ index: Int, _ answer: (ControlLine, ClientID) -> ControlLine) -> Bool {
    var piece = [UInt8](repeating: 0, count: 1_024)
    // A client that never stops talking is not alone.
    for _ in 1...Self.mostPieces {
      let count = recv(clients[index].descriptor, &piece, piece.count, 0)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      if count == 0 { return false }
      clients[index].received += piece[..<count]
      while let end = clients[index].received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: clients[index].received[..<end], as: UTF8.self)
        clients[index].received.removeFirst(end + 1)
        let reply =
          ControlLine(line).map { answer($0, clients[index].id) } ?? ControlLine("error", ["why": "not understood"])
        clients[index].outbox.add(reply, .everyOne)
      }
      // Whoever asks and never reads the answers is no client.
      if clients[index].received.count > ControlLine.longest || clients[index].outbox.isOverfull { return false }
    }
    return true
  }

  /// Sends what the client takes now; false once it is done with.
  private mutating func flush(_ index: Int) -> Bool {
    let descriptor = clients[index].descriptor
    return clients[index].outbox.flush { bytes in
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count >= 0 { return count }
      return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
  }
}

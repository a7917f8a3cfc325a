import Glibc

/// A receiver's port on the loopback: one client at a time may listen, none has to.
struct ReceiverPort {
  private let listener: Int32
  private var client: Int32?
  /// The port number.
  let number: UInt16

  /// Opens a port; 0 asks for any free one.
  init(number wanted: UInt16) throws(Failure) {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw .system("cannot open a socket") }
    var reuse: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = listener
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 1) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isListening else { throw .system("cannot listen on 127.0.0.1:\(wanted)") }
    number = UInt16(bigEndian: address.sin_port)
  }

  /// Blocks until somebody listens.
  mutating func waitForClient() {
    while client == nil {
      _ = Self.isReadable(listener, withinMilliseconds: -1)
      acceptWaitingClient()
    }
  }

  /// Sends to the client if there is one; what nobody hears is lost, as with a real receiver.
  mutating func send(_ bytes: [UInt8]) {
    dropClientThatLeft()
    if client == nil, Self.isReadable(listener, withinMilliseconds: 0) { acceptWaitingClient() }
    if let socket = client, Output(descriptor: socket).write(bytes) != 0 { dropClient() }
  }

  /// Ends the stream and lets the client read all of it before the socket goes.
  mutating func hangUp() {
    guard let socket = client else { return }
    shutdown(socket, Int32(SHUT_WR))
    while client != nil, Self.isReadable(socket, withinMilliseconds: 2000) { dropClientThatLeft() }
    dropClient()
  }

  private mutating func acceptWaitingClient() {
    let socket = accept(listener, nil, nil)
    if socket >= 0 { client = socket }
  }

  /// Reads and forgets what the client says: unread bytes would turn the end of the stream into a reset.
  private mutating func dropClientThatLeft() {
    guard let socket = client else { return }
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { scratch.deallocate() }
    while true {
      let count = recv(socket, scratch.baseAddress, scratch.count, Int32(MSG_DONTWAIT))
      if count > 0 { continue }
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      return dropClient()
    }
  }

  private mutating func dropClient() {
    if let socket = client { close(socket) }
    client = nil
  }

  private static func isReadable(_ socket: Int32, withinMilliseconds milliseconds: Int32) -> Bool {
    var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }
}

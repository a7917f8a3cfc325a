import Glibc

/// A TCP socket that never leaves this machine; it closes when nobody holds it any more.
struct LoopbackSocket: ~Copyable {
  /// Its descriptor.
  let descriptor: Int32

  private init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// One that listens at a port that the kernel chooses; nil if there is none.
  static func listening() -> LoopbackSocket? {
    guard let new = new(), withAddress(port: 0, { bind(new.descriptor, $0, $1) }) == 0, listen(new.descriptor, 1) == 0
    else { return nil }
    return new
  }

  /// One that is connected to a port; nil if nobody listens there.
  static func connected(to port: UInt16) -> LoopbackSocket? {
    guard let new = new(), withAddress(port: port, { connect(new.descriptor, $0, $1) }) == 0 else { return nil }
    return new
  }

  /// The connection that waits at a listening one.
  func accepted() -> LoopbackSocket? {
    let connection = accept(descriptor, nil, nil)
    guard connection >= 0 else { return nil }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    // What is sent need not wait for the other side's word that it has what went before.
    var yes: Int32 = 1
    setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return LoopbackSocket(owning: connection)
  }

  /// Where it listens.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return code == 0 ? UInt16(bigEndian: address.sin_port) : 0
  }

  /// Whether all bytes went.
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 || errno == EINTR else { return false }
      sent += max(0, count)
    }
    return true
  }

  private static func new() -> LoopbackSocket? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    return descriptor < 0 ? nil : LoopbackSocket(owning: descriptor)
  }

  private static func withAddress(
    port: UInt16, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

import Foundation

/// Plain TCP on the loopback.
public enum Loopback {
  /// A port that nobody uses now.
  public static func freePort() throws -> UInt16 {
    let listener = try Listener()
    return listener.port
  }

  /// Whether somebody accepts connections on a port.
  public static func accepts(_ port: UInt16) -> Bool {
    let descriptor = open()
    defer { close(descriptor) }
    return withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  static func open() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  static func withAddress<Result>(_ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result)
    -> Result
  {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, milliseconds) > 0
  }
}

/// A listening socket of the loopback.
public final class Listener: Sendable {
  /// Its port.
  public let port: UInt16
  let descriptor: Int32

  /// Listens at a port, any free one by default.
  public init(port wanted: UInt16 = 0, backlog: Int32 = 4) throws {
    let descriptor = Loopback.open()
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let bound = Loopback.withAddress(wanted) { bind(descriptor, $0, $1) == 0 && listen(descriptor, backlog) == 0 }
    guard bound else { throw Launching.Failure(what: "cannot listen at port \(wanted)") }
    self.descriptor = descriptor
    port = Loopback.withAddress(0) { address, length in
      var length = length
      getsockname(descriptor, address, &length)
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }

  deinit { close(descriptor) }
}

/// A server that never accepts and whose queue is full: attempts to connect hang.
public final class DeafServer: Sendable {
  private let listener: Listener
  private let waiting: [Int32]

  /// Its port.
  public var port: UInt16 { listener.port }

  /// Listens, and fills its own queue.
  public init() throws {
    let listener = try Listener(backlog: 0)
    self.listener = listener
    waiting = (0..<4).map { _ in
      let descriptor = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      _ = Loopback.withAddress(listener.port) { connect(descriptor, $0, $1) }
      return descriptor
    }
  }

  deinit { for descriptor in waiting { close(descriptor) } }
}

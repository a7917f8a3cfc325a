import Foundation
import Synchronization
import TestSupport

/// A server on the loopback that sends the letter x and never ends a line, to one client after another.
final class Babbler: Sendable {
  private final class Shared: Sendable { let isOver = Mutex(false) }

  let port: UInt16
  private let shared = Shared()

  /// Sends so many letters at a time, with a pause after each time.
  init(letters: Int, pauseMilliseconds: Int) throws {
    let listener = try LocalSocket.listening(AF_INET, at: sockaddr_in.loopback)
    port = LocalSocket.port(of: listener)
    let shared = self.shared
    Thread.detachNewThread {
      defer { close(listener) }
      let words = [UInt8](repeating: UInt8(ascii: "x"), count: letters)
      while let client = LocalSocket.client(of: listener, unless: { shared.isOver.withLock { $0 } }) {
        while !shared.isOver.withLock({ $0 }), send(client, words, words.count, Int32(MSG_NOSIGNAL)) > 0 {
          usleep(UInt32(pauseMilliseconds) * 1_000)
        }
        close(client)
      }
    }
  }

  deinit { shared.isOver.withLock { $0 = true } }
}

/// A recorder that gives each client one answer, whatever it asks.
final class StandInRecorder: Sendable {
  private final class Shared: Sendable { let isOver = Mutex(false) }

  private let shared = Shared()

  /// Listens at a path and answers with a line.
  init(at path: String, answer: String) throws {
    let listener = try LocalSocket.listening(AF_UNIX, at: sockaddr_un(path))
    let shared = self.shared
    Thread.detachNewThread {
      defer { close(listener) }
      let words = Array((answer + "\n").utf8)
      var question = [UInt8](repeating: 0, count: 8_192)
      while let client = LocalSocket.client(of: listener, unless: { shared.isOver.withLock { $0 } }) {
        if recv(client, &question, question.count, 0) > 0 { send(client, words, words.count, Int32(MSG_NOSIGNAL)) }
        close(client)
      }
    }
  }

  deinit { shared.isOver.withLock { $0 = true } }
}

private enum LocalSocket {
  static func listening<Address>(_ family: Int32, at address: Address) throws -> Int32 {
    let descriptor = try bound(family, SOCK_STREAM, at: address)
    guard listen(descriptor, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
    return descriptor
  }

  static func bound<Address>(_ family: Int32, _ kind: __socket_type, at address: Address) throws -> Int32 {
    let descriptor = socket(family, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let isBound = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    return descriptor
  }

  static func port(of listener: Int32) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(listener, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The next client; nil once it is over.
  static func client(of listener: Int32, unless isOver: () -> Bool) -> Int32? {
    var one = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    while !isOver() { if poll(&one, 1, 50) > 0 { return accept(listener, nil, nil) } }
    return nil
  }
}

extension sockaddr_in {
  fileprivate static var loopback: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}

extension sockaddr_un {
  /// - Precondition: the path is shorter than 108 bytes.
  fileprivate init(_ path: String) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: path.utf8) }
  }
}

/// A service manager that listens to what its service says.
final class StandInManager: Sendable {
  private let descriptor: Int32
  private let heard = Mutex<[String]>([])

  init(at path: String) throws {
    descriptor = try LocalSocket.bound(AF_UNIX, SOCK_DGRAM, at: sockaddr_un(path))
  }

  deinit { close(descriptor) }

  /// All lines so far.
  var said: [String] {
    var words = [UInt8](repeating: 0, count: 4_096)
    return heard.withLock { heard in
      while case let count = recv(descriptor, &words, words.count, Int32(MSG_DONTWAIT)), count > 0 {
        heard += String(decoding: words[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
      }
      return heard
    }
  }
}

import Glibc

/// A server on a free port of the loopback that says what a test wants; every wait is on a descriptor.
final class LocalServer {
  let port: UInt16
  private let listener: Int32
  private var client: Int32 = -1

  init?() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, raw, &size) == 0
      }
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    if !bound { return nil }
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// Takes the next client, which has connected or is about to.
  func admit() -> Bool {
    guard waitForReading(listener) else { return false }
    client = accept(listener, nil, nil)
    return client >= 0
  }

  func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// What the client says next.
  func hear() -> String? {
    guard waitForReading(client) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1_024)
    let count = recv(client, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  func hangUp() {
    if client >= 0 { close(client) }
    client = -1
  }
}

/// Waits until there is something to read, ten seconds at most.
func waitForReading(_ descriptor: Int32) -> Bool {
  var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&one, 1, 10_000) > 0
}

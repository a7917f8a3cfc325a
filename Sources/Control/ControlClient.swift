import CWaylog
import Glibc

/// A conversation with a recorder, over as many lines as it takes.
public struct ControlConnection: ~Copyable {
  /// What a recorder said, or that it is gone.
  public enum Heard: Equatable, Sendable {
    case line(ControlLine)
    /// Nothing more is there now.
    case nothing
    /// The recorder ended, or what listens there is none.
    case end
  }

  /// The descriptor to wait for, for reading.
  public let descriptor: Int32
  private var received: [UInt8] = []
  private var hasEnded = false

  /// Connects to the recorder of this user, of root or of the system's service that listens at a path; nil if none does.
  public init?(to path: String) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
    guard ControlSocket.withAddress(path, { connect(descriptor, $0, $1) }) == 0,
      ControlSocket.isTrusted(descriptor, at: path)
    else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Says something; false if the recorder is gone or takes nothing for two seconds.
  public func say(_ line: ControlLine) -> Bool {
    let bytes = Array(line.text.utf8)
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    return send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// The next line that is there, without waiting.
  public mutating func hear() -> Heard {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: received[..<end], as: UTF8.self)
        received.removeFirst(end + 1)
        if let line = ControlLine(text) { return .line(line) }
        continue
      }
      guard !hasEnded, received.count <= ControlLine.longest else { return .end }
      var piece = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .end }
      if count == 0 { hasEnded = true }
      received += piece[..<max(0, count)]
    }
  }

  /// Waits until there is something to hear, so many milliseconds at most.
  public func wait(milliseconds: Int32) {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&one, 1, milliseconds)
  }
}

/// Asks a recorder something.
public enum ControlClient {
  /// Sends a line and waits for the answer, so many tenths of a second at most; nil if no recorder of this user, of
  /// root or of the system's service listens there, or it is silent.
  public static func ask(_ line: ControlLine, at path: String, tenths patience: Int = 20) -> ControlLine? {
    guard var connection = ControlConnection(to: path), connection.say(line) else { return nil }
    for _ in 0..<patience {
      switch connection.hear() {
      case .line(let answer): return answer
      case .end: return nil
      case .nothing: connection.wait(milliseconds: 100)
      }
    }
    return nil
  }
}

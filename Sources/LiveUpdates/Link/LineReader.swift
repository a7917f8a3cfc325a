internal import Control
import Glibc

/// Cuts what a socket gives into lines, and tells another version of the protocol from a broken line.
struct LineReader {
  enum Heard {
    case line(ControlLine)
    /// A line of this protocol in another version.
    case foreign(version: String)
    /// Nothing more is there now.
    case nothing
    /// The recorder ended, or what listens there is none.
    case end
  }

  private var received: ArraySlice<UInt8> = []

  /// The next line that is there, without waiting.
  mutating func next(from descriptor: Int32) -> Heard {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let text = String(decoding: received[..<end], as: UTF8.self)
        received = received[(end + 1)...]
        if let line = ControlLine(text) { return .line(line) }
        if let version = Self.version(of: text) { return .foreign(version: version) }
        continue
      }
      guard received.count <= ControlLine.longest else { return .end }
      var piece = [UInt8](repeating: 0, count: 16_384)
      let count = recv(descriptor, &piece, piece.count, Int32(MSG_DONTWAIT))
      if count < 0 { return errno == EAGAIN || errno == EINTR ? .nothing : .end }
      if count == 0 { return .end }
      received = ArraySlice(Array(received) + piece[..<count])
    }
  }

  private static func version(of text: String) -> String? {
    let fields = text.unicodeScalars.split(separator: "\t", maxSplits: 2)
    guard fields.count >= 2 else { return nil }
    let field = String(fields[1])
    guard field.hasPrefix("version="), field != "version=\(ControlLine.version)" else { return nil }
    return String(field.dropFirst("version=".count))
  }
}

import Glibc
import TextOutput

/// Nobody reads the output any more, which is no failure.
enum BrokenPipe: Error { case brokenPipe }

/// A descriptor that bytes go to.
struct OutputDescriptor: Sendable {
  let number: Int32

  var isTerminal: Bool { isatty(number) == 1 }

  /// Columns of the terminal, else 80.
  var width: Int {
    var size = winsize()
    guard isTerminal, ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else { return 80 }
    return Int(size.ws_col)
  }

  /// Columns of the terminal; nil for what is none.
  var columns: Int? { isTerminal ? width : nil }

  /// Columns for prose: longer lines are hard to follow.
  var widthOfProse: Int { min(width, 100) }

  /// Whether what is written there may be coloured.
  var isColoured: Bool {
    isTerminal && Environment.value(of: "NO_COLOR") == nil && Environment.value(of: "TERM") != "dumb"
  }

  /// Whether it is a terminal that can take a line back.
  var canTakeBack: Bool {
    let terminal = Environment.value(of: "TERM")
    return isTerminal && terminal != nil && terminal != "dumb"
  }

  /// Writes everything; says what went wrong.
  func print(_ bytes: [UInt8], to name: String = "standard output") throws {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw BrokenPipe.brokenPipe }
        throw Failure(
          .inputOutput, "cannot write to \(name): \(String(cString: strerror(errno)))", advice: "check the disk")
      }
      written += count
    }
  }

  func print(_ text: String) throws { try print(Array(text.utf8)) }

  func print(_ text: TextBuffer) throws { try print(text.bytes) }

  /// Writes what may get lost.
  func write(_ text: String) { try? print(Array(text.utf8)) }
}

/// Data goes to the output, everything else to the error.
enum Standard {
  static let output = OutputDescriptor(number: 1)
  static let error = OutputDescriptor(number: 2)
}

/// The environment.
enum Environment {
  static func value(of name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

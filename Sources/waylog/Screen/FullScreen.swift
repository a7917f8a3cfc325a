import Glibc
import Presentation

/// The terminal's alternate screen (xterm's private mode 1049), for as long as the value lives; then everything is as it
/// was before.
struct FullScreen: ~Copyable {
  /// The alternate screen, without cursor and without breaking lines.
  private static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[2J"
  private static let leave = "\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  private let before: termios
  private var size: ScreenSize?
  private var drawn: [String] = []

  /// Takes the terminal over.
  init() throws {
    var modes = termios()
    guard tcgetattr(Standard.output.number, &modes) == 0 else {
      throw Failure(
        .inputOutput, "cannot read the terminal's modes: \(String(cString: strerror(errno)))",
        advice: "see: waylog status")
    }
    before = modes
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A terminal that is held would keep a signal from ending the program.
    modes.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      // Stopped or aborted from the keyboard, it would leave the terminal as it is.
      for key in [VSUSP, VQUIT] { characters[Int(key)] = 0 }
      (characters[Int(VMIN)], characters[Int(VTIME)]) = (1, 0)
    }
    tcsetattr(Standard.output.number, TCSANOW, &modes)
    Standard.output.write(Self.enter)
  }

  deinit {
    Standard.output.write(Self.leave)
    var modes = before
    tcsetattr(Standard.output.number, TCSANOW, &modes)
  }

  /// Has lines drawn for the size that the terminal has now; what stands there already is not written again.
  mutating func draw(_ lines: (ScreenSize) -> [String]) throws {
    // A terminal far away that takes nothing is not waited for.
    guard isWritable else { return }
    let size = Self.present
    if size != self.size { (self.size, drawn) = (size, []) }
    let fresh = lines(size)
    var text = drawn.isEmpty ? "\u{1b}[2J" : ""
    for (row, line) in fresh.enumerated() where !drawn.indices.contains(row) || drawn[row] != line {
      text += "\u{1b}[\(row + 1);1H\(line)\u{1b}[K"
    }
    drawn = fresh
    if !text.isEmpty { try Standard.output.print(text) }
  }

  private var isWritable: Bool {
    var one = pollfd(fd: Standard.output.number, events: Int16(POLLOUT), revents: 0)
    return poll(&one, 1, 0) > 0
  }

  /// What the terminal says of its size; the usual one if it does not know.
  private static var present: ScreenSize {
    var size = winsize()
    guard ioctl(Standard.output.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}

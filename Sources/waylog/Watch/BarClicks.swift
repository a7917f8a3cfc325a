import Glibc
import Presentation
import TrackStore

/// Clicks on the block of an i3bar, as the bar tells them on the standard input: an endless array of objects, one a line.
struct BarClicks {
  /// A line of the bar's is far shorter.
  private static let longestLine = 8_192

  private let target: ClickTarget?
  private var received: [UInt8] = []
  private(set) var isOpen = true

  init(opening target: ClickTarget?) { self.target = target }

  /// Takes in what the bar said, and does what clicks are for.
  mutating func read() throws {
    var piece = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(STDIN_FILENO, &piece, piece.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      isOpen = false
      return
    }
    received += piece[..<count]
    while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: received[..<end], as: UTF8.self)
      received.removeFirst(end + 1)
      if Self.isClick(line) { open() }
    }
    if received.count > Self.longestLine { received = [] }
  }

  private func open() {
    guard let target else { return }
    do { try ChildProgram.launch(target.words) } catch { _ = Failure(error).tell() }
  }

  /// Whether the first button was pressed on our block. A reader is made for each click, as clicks are rare and memory is
  /// held for good.
  private static func isClick(_ line: String) -> Bool {
    let members = (try? JSONReader().members(ofJSON: String(line.drop { $0 != "{" }))) ?? []
    func value(_ name: String) -> String? { members.first { $0.name == name }?.value }
    return value("name") == "waylog" && value("button") == "1"
  }
}

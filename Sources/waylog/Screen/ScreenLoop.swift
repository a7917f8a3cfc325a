import Glibc
import Positioning
import Presentation
import Recorder

/// Draws the screen again whenever something is new, until somebody ends it.
struct ScreenLoop: ~Copyable {
  /// Ages are told in seconds.
  private static let tick: Int32 = 1_000

  private enum Wish { case goOn, end }

  private let screen: Screen
  private let signals: Int32
  private var feed: ScreenFeed
  private var terminal: FullScreen
  private var readsKeys = isatty(STDIN_FILENO) == 1

  /// Begins with what is known already. Signals are taken before the terminal, so that none comes in between, when there
  /// is something to put back already.
  init(_ screen: Screen, _ feed: ScreenFeed, on terminal: consuming FullScreen, endedBy signals: Int32) {
    self.screen = screen
    self.feed = feed
    self.terminal = terminal
    self.signals = signals
  }

  /// Returns once somebody typed q, a signal came or the terminal is gone.
  mutating func run() throws {
    // That it came wakes the loop, which looks how large the terminal is now.
    signal(SIGWINCH) { _ in }
    repeat {
      let now = Clocks.monotonic()
      feed.refresh(now)
      do { try terminal.draw { screen.lines(feed.state, size: $0, now: now) } } catch { return }
    } while wait() == .goOn
  }

  private mutating func wait() -> Wish {
    var all = [
      pollfd(fd: Standard.output.number, events: 0, revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: readsKeys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&all, nfds_t(all.count), Self.tick) > 0 else { return .goOn }
    if all[0].revents & Int16(POLLERR | POLLHUP) != 0 || all[1].revents != 0 { return .end }
    return all[2].revents == 0 ? .goOn : readKeys()
  }

  private mutating func readKeys() -> Wish {
    var keys = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &keys, keys.count)
    if count <= 0, count == 0 || errno != EINTR { readsKeys = false }
    return keys.prefix(max(0, count)).contains { $0 == UInt8(ascii: "q") || $0 == UInt8(ascii: "Q") } ? .end : .goOn
  }
}

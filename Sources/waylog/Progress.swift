import Positioning
import Recorder
import TextOutput

/// Where progress is shown, and by which clock.
struct ProgressScreen: Sendable {
  /// Nil where nobody looks.
  var columns: @Sendable () -> Int?
  var style: ProgressMeter.Style
  var write: @Sendable (String) -> Void
  var clock: @Sendable () -> MonotonicTime

  /// Standard error, if it is a terminal that can take a line back.
  static let standardError: ProgressScreen = {
    let isThere = Standard.error.canTakeBack
    return ProgressScreen(
      columns: { isThere ? Standard.error.width : nil },
      style: Standard.error.isColoured ? .coloured : .plain,
      write: { Standard.error.write($0) }, clock: { Clocks.monotonic() })
  }()

  /// Nobody looks.
  static let none = ProgressScreen(columns: { nil }, style: .plain, write: { _ in }, clock: { Clocks.monotonic() })
}

/// Shows how far a command has come while it works, and takes that away at the end, however it ends.
final class Progress {
  private let screen: ProgressScreen
  private var meter: ProgressMeter
  private let began: MonotonicTime

  /// Begins some work; whoever does it says when it has ended.
  init(
    _ title: String, _ quantity: ProgressMeter.Quantity, of total: Int64?, on screen: ProgressScreen = .standardError
  ) {
    meter = ProgressMeter(title, quantity, of: total, screen.style)
    self.screen = screen
    began = screen.clock()
  }

  /// Somebody looks: a total that costs something to know is worth it.
  static func isSeen(on screen: ProgressScreen = .standardError) -> Bool { screen.columns() != nil }

  /// Does some work that notes what is done.
  static func showing<Result>(
    _ title: String, _ quantity: ProgressMeter.Quantity, of total: Int64?, on screen: ProgressScreen = .standardError,
    _ work: (Progress) throws -> Result
  ) rethrows -> Result {
    let progress = Progress(title, quantity, of: total, on: screen)
    defer { progress.end() }
    return try work(progress)
  }

  /// So much is done.
  func note(_ done: Int64) {
    guard let columns = screen.columns() else { return }
    meter.draw(done, after: screen.clock() - began, columns: columns).map(screen.write)
  }

  /// Takes it away.
  func end() { meter.erase().map(screen.write) }
}

import Positioning
import Presentation

/// Shows what the recorder is doing, somewhere.
protocol Presenter {
  /// What it waits for besides, for reading.
  var descriptors: [Int32] { get }

  /// Shows a state; also called when only time passed.
  mutating func show(_ rendering: Rendering, at now: MonotonicTime) throws

  /// Reads one of its descriptors.
  mutating func attend(to descriptor: Int32, at now: MonotonicTime) throws

  /// Whether all has been said.
  var isDone: Bool { get }
}

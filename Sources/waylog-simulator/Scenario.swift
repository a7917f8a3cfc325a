import Positioning
import Simulation

/// The epochs that the command line asks for: the same drive once or several times.
struct Scenario {
  /// Longer than a drive, so that repetitions never overlap.
  private static let repetitionMilliseconds: Int64 = 3_600_000

  let seed: UInt64
  let start: Timestamp
  let repetitions: Int

  /// All epochs in their order, each repetition with a receiver that is switched on anew.
  func forEachEpoch<Problem: Error>(_ act: (Epoch) throws(Problem) -> Void) throws(Problem) {
    for repetition in 0..<repetitions {
      let drive = Drive(seed: seed, starting: start + Int64(repetition) * Self.repetitionMilliseconds)
      for epoch in Epochs(of: drive, by: Receiver(seed: seed)) { try act(epoch) }
    }
  }
}

import Glibc
import Positioning

/// Holds epochs back until they are due: simulated time runs at a multiple of the machine's monotonic clock.
struct Pace {
  /// How many times faster than real time; 0 is as fast as possible.
  let rate: Double
  private var origin: (simulated: Timestamp, realNanoseconds: Int64)?

  init(rate: Double) { self.rate = rate }

  /// Sleeps until an epoch is due; the first one is due at once.
  ///
  /// Epochs are due at fixed instants after the first, so that the time of sending does not add up to a delay.
  mutating func waitUntilDue(_ time: Timestamp) {
    guard rate > 0 else { return }
    guard let origin else {
      self.origin = (time, Self.monotonicNanoseconds())
      return
    }
    // Below a century, so that a tiny rate means a long wait and not an overflow.
    let wait = Int64(min(Double(time - origin.simulated) * 1e6 / rate, 3e18))
    let due = origin.realNanoseconds + wait
    var instant = timespec(tv_sec: Int(due / 1_000_000_000), tv_nsec: Int(due % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &instant, nil) == EINTR {}
  }

  private static func monotonicNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}

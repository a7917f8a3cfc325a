/// How long to wait before the next attempt to find a recorder: soon at first, for one that is being restarted; then
/// at most every five seconds, so that a program may wait for days.
struct RetryPlan {
  private var upcoming: Int32 = 250

  /// The wait in milliseconds.
  mutating func next() -> Int32 {
    defer { upcoming = min(upcoming * 2, 5_000) }
    return upcoming
  }
}

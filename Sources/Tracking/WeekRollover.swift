import Positioning

/// The week number of a GPS receiver has ten bits: after 1024 weeks its firmware may name a date that long ago.
enum WeekRollover {
  private static let period: Int64 = 1024 * 7 * Calendar.millisecondsPerDay

  /// The time moved by whole periods so that it lies within two days of the present; nil when none does, or when
  /// nothing needs to move.
  static func repaired(_ time: Timestamp, present: Timestamp) -> Timestamp? {
    let periods = (present - time + period / 2).flooredQuotient(period)
    let moved = time + periods * period
    guard periods != 0, (moved - present).magnitude <= 2 * Calendar.millisecondsPerDay else { return nil }
    return moved
  }
}

import Positioning

/// Numbers the unbroken runs of a session anew, from 1.
struct Segments {
  private var number: Int64 = 0
  /// The row before, as it was recorded; nil where the next one begins a run.
  private(set) var last: TrackPoint?

  /// Begins a session.
  mutating func begin() { self = Segments() }

  /// The next row is not connected with the one before.
  mutating func interrupt() { last = nil }

  /// The number of the row's run; a row of another recorded segment begins a new one.
  mutating func number(of point: TrackPoint) -> Int64 {
    if last?.segment != point.segment { number += 1 }
    last = point
    return number
  }
}

public import Positioning

extension Leg {
  /// A stored row, as far as legs are concerned.
  public struct Row: Sendable {
    /// Its number.
    public var sequence: Int
    /// Its fix.
    public var fix: Fix

    /// Creates a row.
    public init(sequence: Int, fix: Fix) { (self.sequence, self.fix) = (sequence, fix) }
  }

  /// The legs of the movement from one moment to another, from rows of one segment that reach from the first moment or
  /// before it to the other or beyond.
  ///
  /// The greatest speed is the greatest that two successive rows agree on, which is at most what the recorder saw.
  public static func remade(from: Timestamp, to: Timestamp, rows: [Row]) -> [Leg] {
    var legs: [Leg] = []
    var planner = LegPlanner()
    planner.begin(at: from, rows: trackRows(rows))
    planner.end(at: to) { legs.append($0) }
    return legs
  }

  private static func trackRows(_ rows: [Row]) -> [TrackRow] {
    var former: Double?
    return rows.map { row in
      let speed = row.fix.measurements.speedMPS
      defer { former = speed }
      let agreed = speed.flatMap { speed in former.map { min($0, speed) } }
      return TrackRow(
        sequence: row.sequence, segment: 0, fix: row.fix, keeping: .path, isStationary: false,
        greatestSpeedMPS: agreed)
    }
  }
}

public import Positioning
import SQLite

extension TrackReader {
  /// The totals of the part of a session in [from, to); of all of it without bounds.
  ///
  /// Each millisecond belongs to the gap it lies in, else to the rest, else to moving, as in a whole session. The
  /// distance is that of the stored line between the rows in the range, rests and gaps left out.
  public func summary(of session: TrackSession, from: Timestamp?, to: Timestamp?) throws -> TrackSummary {
    var summary = try summary(of: session)
    guard from != nil || to != nil, let started = session.started, let last = try lastSeen(of: session.number) else {
      return summary
    }
    let range = Span(from: max(started, from ?? started), to: min(last, to ?? last))
    let rests = try spans("SELECT arrival_ms, coalesce(departure_ms, seen_ms) FROM rest_row WHERE session = ?", session)
    let gaps = try spans("SELECT from_ms, to_ms FROM gap_row WHERE session = ?", session)
    summary.durationMS = max(0, range.to - range.from)
    summary.gapMS = gaps.reduce(0) { $0 + $1.overlap(with: range) }
    summary.restMS = rests.reduce(0) { sum, rest in
      sum + rest.overlap(with: range)
        - gaps.reduce(0) { $0 + $1.overlap(with: Span(from: max(range.from, rest.from), to: min(range.to, rest.to))) }
    }
    summary.movingMS = summary.durationMS - summary.gapMS - summary.restMS
    let legs = "FROM leg WHERE session = ? AND from_ms >= ? AND from_ms < ?"
    let bounds = [session.number, range.from.milliseconds, range.to.milliseconds]
    summary.ascentMM = try number("SELECT sum(ascent_mm) \(legs)", bounds) ?? 0
    summary.descentMM = try number("SELECT sum(descent_mm) \(legs)", bounds) ?? 0
    try addUpLine(&summary, session, from, to, rests)
    return summary
  }

  private func addUpLine(
    _ summary: inout TrackSummary, _ session: TrackSession, _ from: Timestamp?, _ to: Timestamp?, _ rests: [Span]
  ) throws {
    var former: TrackPoint?
    var metres = 0.0
    var segments: Set<Int64> = []
    summary.rows = 0
    summary.greatestSpeedMMPS = nil
    try points(of: session.number, from: from, to: to) { point in
      summary.rows += 1
      segments.insert(point.segment)
      if let speed = point.speedMMPS { summary.greatestSpeedMMPS = max(summary.greatestSpeedMMPS ?? 0, speed) }
      if let a = former, a.segment == point.segment, let start = a.place, let end = point.place,
        !rests.contains(where: { $0.from <= a.time && $0.to >= point.time })
      {
        metres += Ellipsoid.distance(start, end)
      }
      former = point
    }
    summary.distanceMM = Scaled.millimetres(metres)
    summary.segments = Int64(segments.count)
  }

  private func spans(_ sql: String, _ session: TrackSession) throws -> [Span] {
    var spans: [Span] = []
    try query(sql, [session.number]) { row in
      spans.append(
        Span(from: Timestamp(milliseconds: row.integer(0) ?? 0), to: Timestamp(milliseconds: row.integer(1) ?? 0)))
    }
    return spans
  }
}

/// A stretch of time.
private struct Span {
  var from: Timestamp
  var to: Timestamp

  /// Milliseconds that both share.
  func overlap(with other: Span) -> Int64 { max(0, min(to, other.to) - max(from, other.from)) }
}

extension TrackPoint {
  fileprivate var place: Coordinate? {
    Coordinate(latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9)
  }
}

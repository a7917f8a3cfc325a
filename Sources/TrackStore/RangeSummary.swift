public import Positioning
import SQLite

extension TrackReader {
  /// The totals of the part of a session in [from, to); of all of it without bounds.
  ///
  /// Each millisecond belongs to the gap it lies in, else to the rest, else to moving, as in a whole session. The
  /// movement is that of the legs inside; a leg that reaches beyond the range gives the share of its line inside, so
  /// that parts add up to the whole.
  public func summary(of session: TrackSession, from: Timestamp?, to: Timestamp?) throws -> TrackSummary {
    var summary = try summary(of: session)
    guard from != nil || to != nil, let started = session.started, let last = try lastSeen(of: session.number) else {
      return summary
    }
    let range = Span(from: max(started, from ?? started), to: min(last, to ?? last))
    let rests = try spans("SELECT arrival_ms, until_ms FROM rest_span WHERE session = ?", session)
    let gaps = try spans("SELECT from_ms, to_ms FROM gap_row WHERE session = ?", session)
    summary.durationMS = max(0, range.to - range.from)
    summary.gapMS = gaps.reduce(0) { $0 + $1.overlap(with: range) }
    summary.restMS = rests.reduce(0) { sum, rest in
      sum + rest.overlap(with: range)
        - gaps.reduce(0) { $0 + $1.overlap(with: Span(from: max(range.from, rest.from), to: min(range.to, rest.to))) }
    }
    summary.movingMS = summary.durationMS - summary.gapMS - summary.restMS
    try countRows(&summary, from, to)
    try addUpLegs(&summary, in: range)
    return summary
  }

  private func countRows(_ summary: inout TrackSummary, _ from: Timestamp?, _ to: Timestamp?) throws {
    try query(
      """
      SELECT count(*), count(DISTINCT segment) FROM fix_row WHERE session = ? AND unix_ms >= ? AND unix_ms < ?
      """, [summary.session.number, from?.milliseconds ?? .min, to?.milliseconds ?? .max]
    ) { row in
      summary.rows = row.integer(0) ?? 0
      summary.segments = row.integer(1) ?? 0
    }
  }

  private func addUpLegs(_ summary: inout TrackSummary, in range: Span) throws {
    var distance = 0.0
    var ascent = 0.0
    var descent = 0.0
    var greatest: Int64?
    try query(
      """
      SELECT first_seq, last_seq, from_ms, to_ms, distance_mm, ascent_mm, descent_mm, max_mmps FROM leg
      WHERE session = ? AND from_ms < ? AND to_ms > ?
      """, [summary.session.number, range.to.milliseconds, range.from.milliseconds]
    ) { row in
      let leg = Span(from: row.time(2), to: row.time(3))
      let part =
        leg.overlap(with: range) == leg.length
        ? LegPart(share: 1, greatestMMPS: row.integer(7))
        : try self.part(
          of: leg, in: range, greatestMMPS: row.integer(7),
          rows: [summary.session.number, row.integer(0) ?? 0, row.integer(1) ?? 0])
      distance += part.share * Double(row.integer(4) ?? 0)
      ascent += part.share * Double(row.integer(5) ?? 0)
      descent += part.share * Double(row.integer(6) ?? 0)
      if let speed = part.greatestMMPS { greatest = max(greatest ?? 0, speed) }
    }
    summary.distanceMM = Int64(distance.rounded())
    summary.ascentMM = Int64(ascent.rounded())
    summary.descentMM = Int64(descent.rounded())
    summary.greatestSpeedMMPS = greatest
  }

  /// What a leg that reaches beyond a range has inside it, by the lines between its rows.
  ///
  /// The speeds of these lines' ends count only up to the leg's greatest one: a row's own may be an outlier.
  private func part(
    of leg: Span, in range: Span, greatestMMPS: Int64?, rows: [Int64]
  ) throws -> LegPart {
    let inside = Span(from: max(leg.from, range.from), to: min(leg.to, range.to))
    var whole = 0.0
    var covered = 0.0
    var speed: Int64?
    var former: (time: Timestamp, place: Coordinate?, speed: Int64?)?
    try query(
      """
      SELECT unix_ms, speed_mmps, lat_e9, lon_e9 FROM fix_row WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq
      """, rows
    ) { row in
      let end = (time: row.time(0), place: row.place(2), speed: row.integer(1))
      if let start = former, end.time > start.time, let a = start.place, let b = end.place {
        let line = Span(from: start.time, to: end.time)
        let metres = Ellipsoid.distance(a, b) / Double(line.length)
        whole += metres * Double(line.overlap(with: leg))
        covered += metres * Double(line.overlap(with: inside))
        if line.overlap(with: inside) > 0 {
          for candidate in [start.speed, end.speed].compactMap(\.self) { speed = max(speed ?? 0, candidate) }
        }
      }
      former = end
    }
    let share = whole > 0 ? covered / whole : Double(inside.length) / Double(max(1, leg.length))
    let greatest = greatestMMPS.flatMap { limit in speed.map { min($0, limit) } }
    return LegPart(share: share, greatestMMPS: greatest)
  }

  private func spans(_ sql: String, _ session: TrackSession) throws -> [Span] {
    var spans: [Span] = []
    try query(sql, [session.number]) { spans.append(Span(from: $0.time(0), to: $0.time(1))) }
    return spans
  }
}

/// What a leg gives to a range.
private struct LegPart {
  /// Of its line, 0 to 1.
  var share: Double
  /// The greatest speed in millimetres per second.
  var greatestMMPS: Int64?
}

/// A stretch of time.
private struct Span {
  var from: Timestamp
  var to: Timestamp

  /// In milliseconds.
  var length: Int64 { to - from }

  /// Milliseconds that both share.
  func overlap(with other: Span) -> Int64 { max(0, min(to, other.to) - max(from, other.from)) }
}

extension Statement {
  /// The time in a column of the present row.
  borrowing func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: integer(column) ?? 0) }

  /// The place in two columns of the present row.
  borrowing func place(_ column: Int32) -> Coordinate? {
    guard let latitude = integer(column), let longitude = integer(column + 1) else { return nil }
    return Coordinate(latitude: Double(latitude) / 1e9, longitude: Double(longitude) / 1e9)
  }
}

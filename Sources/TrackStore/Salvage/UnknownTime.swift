import Positioning
import SQLite
import Tracking

/// A stretch of a session's time that no rest, gap or leg accounts for.
struct UnknownTime {
  var from: Timestamp
  var to: Timestamp
}

extension UnknownTime {
  init(fromMS: Int64, toMS: Int64) {
    (from, to) = (Timestamp(milliseconds: fromMS), Timestamp(milliseconds: toMS))
  }

  /// The legs in it along an unbroken run of rows.
  func legs(along run: [Leg.Row]) -> [Leg] {
    guard let first = run.first, let last = run.last else { return [] }
    let from = max(from, first.fix.time)
    let to = min(to, last.fix.time)
    return from < to ? Leg.remade(from: from, to: to, rows: run) : []
  }
}

extension UnknownTime {
  /// All of them in a session, in order.
  static func spans(of session: Int64, in connection: borrowing Connection) throws(SQLiteError) -> [UnknownTime] {
    let query = try connection.prepare(
      """
      SELECT arrival_ms AS start, until_ms FROM rest_span WHERE session = ?1
      UNION ALL SELECT from_ms, to_ms FROM gap_row WHERE session = ?1
      UNION ALL SELECT from_ms, to_ms FROM leg WHERE session = ?1
      UNION ALL SELECT last_ms, last_ms FROM session_span WHERE session = ?1
      ORDER BY start
      """)
    query.bind(1, session)
    var spans: [UnknownTime] = []
    let start = try connection.number("SELECT started_ms FROM session WHERE id = \(session)")
    guard var known = start else { return [] }
    while try query.step() {
      guard let from = query.integer(0), let to = query.integer(1) else { continue }
      if from > known { spans.append(UnknownTime(fromMS: known, toMS: from)) }
      known = max(known, to)
    }
    return spans
  }

  /// Where neither legs nor rows are left, there is a hole in the track like any other.
  static func becomesGaps(of session: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT OR IGNORE INTO gap_row(session, from_ms, to_ms, reason, lat_e9, lon_e9, device, distance_mm)
      VALUES(?, ?, ?, 'damage', ?, ?, ?, ?)
      """)
    for span in try spans(of: session, in: connection) {
      let next = try RowSearch.first(of: session, notBefore: span.to, in: connection)
      let former = try RowSearch.first(of: session, notBefore: span.from + 1, in: connection) - 1
      let ends = try [
        end(of: session, "seq <= \(former) ORDER BY seq DESC", in: connection),
        end(of: session, "seq >= \(next) ORDER BY seq", in: connection),
      ].compactMap(\.self)
      guard let first = ends.first, let last = ends.last else { continue }
      insert.bind(1, session)
      insert.bind(2, span.from.milliseconds)
      insert.bind(3, span.to.milliseconds)
      insert.bind(4, Scaled.degreesE9(first.place.latitude))
      insert.bind(5, Scaled.degreesE9(first.place.longitude))
      insert.bind(6, first.device)
      insert.bind(7, Neighbours.distance(first.place, last.place))
      try insert.run()
    }
  }

  private static func end(
    of session: Int64, _ condition: String, in connection: borrowing Connection
  ) throws(SQLiteError) -> (place: Coordinate, device: Int64)? {
    let query = try connection.prepare(
      "SELECT lat_e9, lon_e9, device FROM fix_row WHERE session = ? AND \(condition) LIMIT 1")
    query.bind(1, session)
    guard try query.step(), let place = query.place(0), let device = query.integer(2) else { return nil }
    return (place, device)
  }
}

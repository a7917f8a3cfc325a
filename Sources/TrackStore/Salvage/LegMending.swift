import Positioning
import SQLite
import Tracking

/// Makes anew what is derived from rows: legs that are lost, and the boxes of all.
enum LegMending {
  static func mend(in connection: borrowing Connection) throws(SQLiteError) {
    let rows = try RowQuery(connection)
    let statements = try WriterStatements(connection)
    for session in try sessionsThatLackLegs(in: connection) {
      for span in try UnknownTime.spans(of: session, in: connection) {
        let first = try RowSearch.first(of: session, notBefore: span.from, in: connection)
        let last = try RowSearch.first(of: session, notBefore: span.to, in: connection)
        for run in try rows.runs(of: session, max(1, first - 1)...max(first, last)) {
          for leg in span.legs(along: run) { try statements.insert(leg, replacing: nil, session: session) }
        }
      }
      try UnknownTime.becomesGaps(of: session, in: connection)
    }
    try box(rows, statements, in: connection)
  }

  /// Movement is what rests and gaps leave of a session, and every bit of it is in a leg.
  private static func sessionsThatLackLegs(in connection: borrowing Connection) throws(SQLiteError) -> [Int64] {
    let query = try connection.prepare(
      """
      SELECT session FROM session_summary s WHERE round(moving_s * 1000) > (
        SELECT coalesce(sum(to_ms - from_ms), 0) FROM leg WHERE leg.session = s.session)
      """)
    var sessions: [Int64] = []
    while try query.step() { if let session = query.integer(0) { sessions.append(session) } }
    return sessions
  }

  private static func box(
    _ rows: borrowing RowQuery, _ statements: borrowing WriterStatements, in connection: borrowing Connection
  ) throws(SQLiteError) {
    let query = try connection.prepare("SELECT id, session, first_seq, last_seq, from_ms, to_ms FROM leg")
    while try query.step() {
      guard let id = query.integer(0), let session = query.integer(1), let first = query.integer(2),
        let last = query.integer(3), let from = query.integer(4), let to = query.integer(5), first <= last
      else { continue }
      let span = UnknownTime(fromMS: from, toMS: to)
      var parts: [Leg] = []
      for run in try rows.runs(of: session, first...last) { parts += span.legs(along: run) }
      guard let whole = parts.first else { continue }
      try statements.writeBox(of: parts.dropFirst().reduce(whole) { $0.widened(to: $1) }, id: id)
    }
  }
}

extension Leg {
  /// The leg with a box around both.
  fileprivate func widened(to other: Leg) -> Leg {
    var leg = self
    leg.south = min(south, other.south)
    leg.north = max(north, other.north)
    leg.west = min(west, other.west)
    leg.east = max(east, other.east)
    return leg
  }
}

import Positioning
import SQLite

/// Sessions whose recorder was cut off, or ended without them: a writer knows by its lock that nobody records them.
enum Leftovers {
  /// Those that are meant; the first parameter is the one that is not.
  private static let unfinished = "SELECT id FROM session WHERE end_reason IS NULL AND id IS NOT ?"

  private static let statements = [
    // Rows at rest that are newer than the rest belong to it.
    """
    UPDATE rest_row SET seen_ms = (
      SELECT until_ms FROM rest_span r WHERE r.session = rest_row.session AND r.rest = rest_row.rest)
    WHERE departure_ms IS NULL AND session IN (\(unfinished))
    """,
    """
    UPDATE rest_row SET departure_ms = seen_ms, released_ms = seen_ms
    WHERE departure_ms IS NULL AND session IN (\(unfinished))
    """,
    // What was pending is lost, and the ledger says so.
    """
    INSERT INTO counter(session, name, count)
    SELECT session, 'lost:restart', count FROM counter
    WHERE name = 'pending' AND count > 0 AND session IN (\(unfinished))
    ON CONFLICT(session, name) DO UPDATE SET count = count + excluded.count
    """,
    "UPDATE counter SET count = 0 WHERE name = 'pending' AND session IN (\(unfinished))",
  ]

  /// Ends every session that has no end, but one, at its last fix. Where its recorder did not end in order, the
  /// machine was switched off since if it has another boot id now than then.
  static func end(in connection: borrowing Connection, except session: Int64?, bootID: String?) throws(SQLiteError) {
    let query = try connection.prepare(unfinished)
    query.bind(1, session)
    var sessions: [Int64] = []
    while try query.step() { if let session = query.integer(0) { sessions.append(session) } }
    guard !sessions.isEmpty else { return }
    for statement in statements {
      let change = try connection.prepare(statement)
      change.bind(1, session)
      try change.run()
    }
    let update = try connection.prepare(
      """
      UPDATE session SET ended_ms = (SELECT last_ms FROM session_span WHERE session_span.session = session.id),
        end_reason = CASE WHEN suspended THEN 'shutdown' WHEN boot_id = ? THEN 'crash' ELSE 'power-loss' END
      WHERE end_reason IS NULL AND id = ?
      """)
    for session in sessions {
      update.bind(1, bootID)
      update.bind(2, session)
      try update.run()
      try sealLeg(of: session, in: connection)
      try Neighbours.measureFollowers(of: session, in: connection)
    }
  }

  /// Gives the last leg of a session, which was still growing, its box.
  static func sealLeg(of session: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    guard let leg = try connection.openLeg(of: session)?.id else { return }
    let query = try connection.prepare(
      """
      SELECT lat_e9, lon_e9 FROM leg JOIN fix_row ON fix_row.session = leg.session AND seq BETWEEN first_seq AND last_seq
      WHERE leg.id = ?
      """)
    query.bind(1, leg)
    var places: [Coordinate] = []
    while try query.step() { if let place = query.place(0) { places.append(place) } }
    guard let first = places.first else { return try connection.run("DELETE FROM leg WHERE id = \(leg)") }
    // Beyond 180° where the leg crosses the antimeridian.
    let longitudes = places.map { first.longitude + Longitude.difference(from: first.longitude, to: $0.longitude) }
    let latitudes = places.map(\.latitude)
    let box = try connection.prepare("INSERT INTO leg_box(id, west, east, south, north) VALUES(?, ?, ?, ?, ?)")
    box.bind(1, leg)
    box.bind(2, longitudes.min() ?? 0)
    box.bind(3, longitudes.max() ?? 0)
    box.bind(4, latitudes.min() ?? 0)
    box.bind(5, latitudes.max() ?? 0)
    try box.run()
  }
}

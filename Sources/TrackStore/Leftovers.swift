import SQLite

/// Sessions whose recorder was cut off: ended by the next writer, which knows by its lock that nobody records them.
enum Leftovers {
  private static let statements = [
    // Rows at rest that are newer than the rest belong to it.
    """
    UPDATE rest_row SET seen_ms = (
      SELECT until_ms FROM rest_span r WHERE r.session = rest_row.session AND r.rest = rest_row.rest)
    WHERE departure_ms IS NULL AND session IN (SELECT id FROM session WHERE end_reason IS NULL)
    """,
    """
    UPDATE rest_row SET departure_ms = seen_ms, released_ms = seen_ms
    WHERE departure_ms IS NULL AND session IN (SELECT id FROM session WHERE end_reason IS NULL)
    """,
    // What was pending is lost, and the ledger says so.
    """
    INSERT INTO counter(session, name, count)
    SELECT session, 'lost:restart', count FROM counter
    WHERE name = 'pending' AND count > 0 AND session IN (SELECT id FROM session WHERE end_reason IS NULL)
    ON CONFLICT(session, name) DO UPDATE SET count = count + excluded.count
    """,
    """
    UPDATE counter SET count = 0
    WHERE name = 'pending' AND session IN (SELECT id FROM session WHERE end_reason IS NULL)
    """,
  ]

  /// Ends every session that has no end at its last fix. The machine was switched off since if it has another boot
  /// id now than then.
  static func end(in connection: borrowing Connection, bootID: String?) throws(SQLiteError) {
    guard try connection.number("SELECT 1 FROM session WHERE end_reason IS NULL LIMIT 1") != nil else { return }
    do {
      try connection.run("BEGIN IMMEDIATE")
      let query = try connection.prepare("SELECT id FROM session WHERE end_reason IS NULL")
      var sessions: [Int64] = []
      while try query.step() { if let session = query.integer(0) { sessions.append(session) } }
      for statement in statements { try connection.run(statement) }
      let update = try connection.prepare(
        """
        UPDATE session SET ended_ms = (SELECT last_ms FROM session_span WHERE session_span.session = session.id),
          end_reason = CASE WHEN boot_id = ? THEN 'crash' ELSE 'power-loss' END
        WHERE end_reason IS NULL
        """)
      update.bind(1, bootID)
      try update.run()
      for session in sessions { try Neighbours.measureFollowers(of: session, in: connection) }
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }
}

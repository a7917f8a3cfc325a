import SQLite

/// Makes a store of rows that came from a damaged one whole again: what refers to something finds it, what is derived
/// is there, and the ledger adds up. Where nothing is missing, nothing is changed.
enum Mending {
  static func mend(_ salvaged: inout Salvaged, in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run("BEGIN")
    try countMissing(&salvaged, in: connection)
    let former = try connection.number("SELECT count(*) FROM session") ?? 0
    try connection.run(parents)
    try connection.run(try sessions(in: connection))
    salvaged.namelessSessions = try (connection.number("SELECT count(*) FROM session") ?? 0) - former
    try connection.run(segments)
    try connection.run(ledger)
    try connection.run("COMMIT")
    if salvaged.unreadablePages > 0 { try seal(in: connection) }
    try connection.run("BEGIN")
    try LegMending.mend(in: connection)
    try connection.run("COMMIT")
  }

  /// Rows are numbered from 1 without holes, and the ledger knows how many there were.
  private static func countMissing(
    _ salvaged: inout Salvaged, in connection: borrowing Connection
  ) throws(SQLiteError) {
    let query = try connection.prepare(
      """
      SELECT count(*), total(missing) FROM (
        SELECT seq - lag(seq, 1, 0) OVER (PARTITION BY session ORDER BY seq) - 1 AS missing FROM fix_row
        UNION ALL
        SELECT count - coalesce((SELECT max(seq) FROM fix_row f WHERE f.session = c.session), 0)
        FROM counter c WHERE name = 'stored')
      WHERE missing > 0
      """)
    guard try query.step() else { return }
    salvaged.missingRanges = query.integer(0) ?? 0
    salvaged.missingFixes = query.integer(1) ?? 0
  }

  /// Receivers and activities whose own rows are lost.
  private static let parents = """
    INSERT INTO device(id, path) SELECT device, 'unknown ' || device
    FROM (SELECT device FROM fix_row UNION SELECT device FROM gap_row) WHERE device NOT IN (SELECT id FROM device);
    INSERT INTO activity_row(id, uuid, type, state, started_ms)
    SELECT activity, \(uuid), 'unknown', 'ended', min(requested_ms)
    FROM activity_log_row WHERE activity NOT IN (SELECT id FROM activity_row) GROUP BY activity;
    """

  /// Sessions whose own row is lost get another, so that what belongs to them can be found.
  private static func sessions(in connection: borrowing Connection) throws(SQLiteError) -> String {
    var children: [String] = []
    for shape in try TableShape.all(in: connection) where shape.columns.contains(where: { $0.name == "session" }) {
      children.append("SELECT session AS id FROM \(shape.name)")
    }
    return """
      INSERT INTO session(id, uuid, profile, origin, version, started_ms)
      SELECT id, \(uuid), 'default', 'record', 'unknown', (SELECT min(ms) FROM (
          SELECT min(unix_ms) AS ms FROM (SELECT unix_ms FROM fix_row WHERE session = lost.id ORDER BY seq LIMIT 1)
          UNION ALL SELECT min(arrival_ms) FROM rest_row WHERE session = lost.id
          UNION ALL SELECT min(from_ms) FROM gap_row WHERE session = lost.id
          UNION ALL SELECT min(from_ms) FROM leg WHERE session = lost.id))
      FROM (\(children.joined(separator: " UNION "))) lost
      WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM session);
      """
  }

  /// A UUID of version 4 (RFC 9562, 5.4).
  private static let uuid = """
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8'
      || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))
    """

  /// No line is drawn over rows that are missing.
  private static let segments = """
    UPDATE fix_row SET segment = segment + breaks FROM (
      SELECT session AS of, seq AS at, sum(is_break) OVER (PARTITION BY session ORDER BY seq) AS breaks FROM (
        SELECT session, seq, seq > lag(seq) OVER former + 1 AND segment = lag(segment) OVER former AS is_break
        FROM fix_row
        WHERE session IN (SELECT session FROM fix_row GROUP BY session HAVING max(seq) - min(seq) + 1 > count(*))
        WINDOW former AS (PARTITION BY session ORDER BY seq)))
    WHERE session = of AND seq = at AND breaks > 0;
    """

  /// What was stored and is lost is a place where reports went to, too.
  private static let ledger = """
    UPDATE counter SET count = 0
    WHERE name = 'stored' AND NOT EXISTS (SELECT 1 FROM fix_row WHERE session = counter.session);
    INSERT INTO counter(session, name, count)
    SELECT session, 'stored', count(*) FROM fix_row WHERE true GROUP BY session
    ON CONFLICT(session, name) DO UPDATE SET count = excluded.count WHERE count <> excluded.count;
    CREATE TEMP TABLE sum AS SELECT session,
      total(CASE WHEN name = 'received' THEN count END) AS received,
      total(CASE WHEN name NOT IN ('received', 'updates', 'commits') THEN count END) AS elsewhere
    FROM main.counter GROUP BY session;
    INSERT INTO counter(session, name, count)
    SELECT session, 'lost:damage', received - elsewhere FROM temp.sum WHERE received > elsewhere
    ON CONFLICT(session, name) DO UPDATE SET count = count + excluded.count;
    INSERT INTO counter(session, name, count)
    SELECT session, 'received', elsewhere FROM temp.sum WHERE received < elsewhere
    ON CONFLICT(session, name) DO UPDATE SET count = excluded.count;
    DROP TABLE temp.sum;
    """

  /// Sessions without an end have one now, at the last that is known of them.
  private static func seal(in connection: borrowing Connection) throws(SQLiteError) {
    try connection.run("CREATE TEMP TABLE open AS SELECT id FROM main.session WHERE end_reason IS NULL")
    try Leftovers.end(in: connection, except: nil, bootID: nil)
    try connection.run("UPDATE session SET end_reason = 'salvaged' WHERE id IN temp.open")
    let former = try connection.prepare(
      """
      SELECT (SELECT id FROM session e WHERE e.ended_ms <= s.started_ms AND e.id <> s.id
        ORDER BY e.ended_ms DESC, e.id DESC LIMIT 1)
      FROM session s WHERE id IN temp.open
      """)
    while try former.step() {
      if let session = former.integer(0) { try Neighbours.measureFollowers(of: session, in: connection) }
    }
    former.reset()
    try connection.run("DROP TABLE temp.open")
  }
}

import Positioning
import SQLite

/// Which session came before which, by time: sessions may be stored in any order.
enum Neighbours {
  /// The id of the session that ended last before the session `s` began, as the view `stop` has it.
  private static let former = """
    (SELECT id FROM session e WHERE e.ended_ms <= s.started_ms AND e.id <> s.id
      ORDER BY e.ended_ms DESC, e.id DESC LIMIT 1)
    """

  /// Measures anew how far those sessions begin from their former one whose former one a session is now that it has
  /// ended.
  static func measureFollowers(of session: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    try measure(followers(of: session, in: connection), in: connection)
  }

  /// The sessions whose former one a session is.
  static func followers(of session: Int64, in connection: borrowing Connection) throws(SQLiteError) -> [Int64] {
    let query = try connection.prepare(
      """
      SELECT s.id FROM session own JOIN session s ON s.started_ms >= own.ended_ms AND s.id <> own.id
      WHERE own.id = ? AND \(former) = own.id
      """)
    query.bind(1, session)
    var followers: [Int64] = []
    while try query.step() { if let follower = query.integer(0) { followers.append(follower) } }
    return followers
  }

  /// The session that ended last before a session began.
  static func former(of session: Int64, in connection: borrowing Connection) throws(SQLiteError) -> Int64? {
    try connection.number("SELECT \(former) FROM session s WHERE id = ?", session)
  }

  /// Measures anew how far sessions begin from their former one.
  static func measure(_ sessions: [Int64], in connection: borrowing Connection) throws(SQLiteError) {
    let query = try connection.prepare(
      """
      SELECT a.lat_e9, a.lon_e9, b.lat_e9, b.lon_e9
      FROM session s
      JOIN fix_row a ON a.session = \(former)
        AND a.seq = (SELECT max(seq) FROM fix_row WHERE session = a.session)
      JOIN fix_row b ON b.session = s.id AND b.seq = 1
      WHERE s.id = ?
      """)
    for session in sessions {
      query.bind(1, session)
      let millimetres = try query.step() ? distance(query.place(0), query.place(2)) : nil
      query.reset()
      try connection.change("UPDATE session SET from_former_mm = ?2 WHERE id = ?1", session, millimetres)
    }
  }

  /// From one place to another in millimetres.
  static func distance(_ from: Coordinate?, _ to: Coordinate?) -> Int64? {
    guard let from, let to else { return nil }
    return Scaled.millimetres(Ellipsoid.distance(from, to))
  }
}

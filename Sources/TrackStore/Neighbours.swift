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
    let query = try connection.prepare(
      """
      SELECT s.id, a.lat_e9, a.lon_e9, b.lat_e9, b.lon_e9
      FROM session own
      JOIN session s ON s.started_ms >= own.ended_ms AND s.id <> own.id
      JOIN fix_row a ON a.session = own.id AND a.seq = (SELECT max(seq) FROM fix_row WHERE session = own.id)
      JOIN fix_row b ON b.session = s.id AND b.seq = 1
      WHERE own.id = ? AND \(former) = own.id
      """)
    let update = try connection.prepare("UPDATE session SET from_former_mm = ? WHERE id = ?")
    query.bind(1, session)
    var distances: [(id: Int64?, millimetres: Int64?)] = []
    while try query.step() {
      distances.append((query.integer(0), distance(query.place(1), query.place(3))))
    }
    for follower in distances {
      update.bind(1, follower.millimetres)
      update.bind(2, follower.id)
      try update.run()
    }
  }

  /// From one place to another in millimetres.
  static func distance(_ from: Coordinate?, _ to: Coordinate?) -> Int64? {
    guard let from, let to else { return nil }
    return Scaled.millimetres(Ellipsoid.distance(from, to))
  }
}

public import Positioning
import SQLite

/// What commands change where no recorder runs.
extension TrackWriter {
  /// Marks the newest stored place; nil if there is none, else its time.
  public borrowing func markNewest(_ text: String?) throws(StoreError) -> Timestamp? {
    try use { (open) throws(SQLiteError) in
      let query = try open.connection.prepare(
        """
        SELECT session, unix_ms, lat_e9, lon_e9 FROM fix_row
        WHERE session = (SELECT max(id) FROM session WHERE started_ms IS NOT NULL) ORDER BY seq DESC LIMIT 1
        """)
      guard try query.step(), let session = query.integer(0), let latitudeE9 = query.integer(2),
        let longitudeE9 = query.integer(3)
      else { return nil }
      try open.connection.run(Durability.power.pragma)
      let mark = TrackMark(time: query.time(1), latitudeE9: latitudeE9, longitudeE9: longitudeE9, text: text)
      try open.statements.write(mark, session: session)
      return mark.time
    }
  }

  /// Remembers an input, so that it is not taken twice.
  public borrowing func remember(import digest: String, name: String) throws(StoreError) {
    if let session = try formerImport(of: digest) { throw .alreadyImported(session: session) }
    try use { (open) throws(SQLiteError) in
      let insert = try open.connection.prepare("INSERT INTO imported(digest, name, session) VALUES(?, ?, ?)")
      insert.bind(1, digest)
      insert.bind(2, name)
      insert.bind(3, session)
      try insert.run()
    }
  }

  private borrowing func formerImport(of digest: String) throws(StoreError) -> Int64? {
    try use { (open) throws(SQLiteError) in
      let query = try open.connection.prepare("SELECT session FROM imported WHERE digest = ?")
      query.bind(1, digest)
      return try query.step() ? query.integer(0) : nil
    }
  }
}

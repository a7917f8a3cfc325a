import Positioning
import SQLite

/// Finds rows by time.
enum RowSearch {
  /// The number of the first row of a session that is not before a moment, or one more than the last one's.
  ///
  /// Times grow with the row numbers, so it is found by halving, without an index over times. Numbers may be missing
  /// in a session that was salvaged.
  static func first(
    of session: Int64, notBefore time: Timestamp, in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    let newest = try connection.number("SELECT max(seq) FROM fix_row WHERE session = \(session)") ?? 0
    let row = try connection.prepare("SELECT unix_ms FROM fix_row WHERE session = ? AND seq >= ? ORDER BY seq LIMIT 1")
    row.bind(1, session)
    var low: Int64 = 1
    var high = newest + 1
    while low < high {
      let middle = low + (high - low) / 2
      row.bind(2, middle)
      let found = try row.step() ? row.integer(0) : nil
      row.reset()
      if let found, found < time.milliseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

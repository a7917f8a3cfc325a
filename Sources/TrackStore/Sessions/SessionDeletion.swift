import Positioning
import SQLite
import Tracking

/// A session is deleted from its end, in steps that are short for whoever records beside it.
///
/// After each step it is a whole session that ended earlier: views add up and its ledger does. It has no end in time
/// from the first step on, since it is no other session's former one any more, and is marked as `deleted`: whoever was
/// interrupted goes on where they were.
extension OpenStore {
  /// Takes so many rows away, from all tables together; gives how many rows of the track are left, nil for no session.
  func shorten(_ session: EditedSession, rows: Int) throws(SQLiteError) -> Int64? {
    if session.endReason != EndReason.deleted.rawValue { try markDeleted(session.id) }
    let newest = try StoredRow(of: session.id, before: .max, in: connection)?.sequence ?? 0
    if newest > rows, let last = try StoredRow(of: session.id, before: newest - Int64(rows) + 1, in: connection) {
      try cutOff(session.id, after: last)
      return last.sequence
    }
    for step in Self.slices where try delete(step, of: session.id, rows) == rows { return newest }
    try deleteRest(of: session.id)
    return nil
  }

  private func markDeleted(_ session: Int64) throws(SQLiteError) {
    let followers = try Neighbours.followers(of: session, in: connection)
    try connection.change(
      "UPDATE session SET ended_ms = NULL, end_reason = ?2 WHERE id = ?1", session, text: EndReason.deleted.rawValue)
    try Neighbours.measure(followers, in: connection)
  }

  private func cutOff(_ session: Int64, after last: StoredRow) throws(SQLiteError) {
    let end = last.time.milliseconds
    _ = try cutLegs(of: session, from: last.time, to: Timestamp(milliseconds: .max), lastRow: last.sequence)
    try connection.change("DELETE FROM gap_row WHERE session = ? AND from_ms >= ?", session, end)
    try connection.change("DELETE FROM rest_row WHERE session = ? AND arrival_ms >= ?", session, end)
    try connection.change(
      """
      UPDATE rest_row SET departure_ms = ?2, released_ms = ?2, seen_ms = ?2, gap_ms = (
        SELECT coalesce(sum(to_ms - from_ms), 0) FROM gap_row g
        WHERE g.session = ?1 AND from_ms >= arrival_ms AND to_ms <= ?2)
      WHERE session = ?1 AND departure_ms > ?2
      """, session, end)
    try connection.change("DELETE FROM mark_row WHERE session = ? AND unix_ms > ?", session, end)
    try connection.change("DELETE FROM fix_row WHERE session = ? AND seq > ?", session, last.sequence)
    try connection.change(
      """
      UPDATE counter SET count = max(0, count - ?2)
      WHERE session = ?1 AND name IN ('received', 'stored', 'updates')
      """, session, try connection.number("SELECT changes()") ?? 0)
  }

  /// What a session may have more of than is changed in a step.
  private static let slices = [
    "DELETE FROM event_row WHERE id IN (SELECT id FROM event_row WHERE session = ? LIMIT ?)",
    "UPDATE activity_log_row SET session = NULL WHERE seq IN (SELECT seq FROM activity_log_row WHERE session = ? LIMIT ?)",
  ]

  private func delete(_ slice: String, of session: Int64, _ rows: Int) throws(SQLiteError) -> Int {
    try connection.change(slice, session, Int64(rows))
    return Int(try connection.number("SELECT changes()") ?? 0)
  }

  /// The activities that it had stay, as those of no session.
  private func deleteRest(of session: Int64) throws(SQLiteError) {
    for sql in [
      "DELETE FROM leg_box WHERE id IN (SELECT id FROM leg WHERE session = ?)",
      "UPDATE activity_row SET session = NULL WHERE session = ?",
    ]
      + ["leg", "fix_row", "rest_row", "gap_row", "mark_row", "imported", "counter"].map({
        "DELETE FROM \($0) WHERE session = ?"
      }) + ["DELETE FROM session WHERE id = ?"]
    { try connection.change(sql, session) }
  }
}

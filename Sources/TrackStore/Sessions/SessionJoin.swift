import Positioning
import SQLite
import Tracking

/// Two sessions that follow each other become one, under the number of the first.
///
/// What lies between them is a gap, as after a restart, unless the first one was split there. The ledgers add up to
/// one. The receiver may be another one in the second, as within a session.
extension OpenStore {
  /// A silence that is longer is no part of an unbroken track, in milliseconds, whatever the end of a session says: what
  /// it was split from may have been deleted.
  private static let longestSilence: Int64 = 300_000

  func join(_ first: EditedSession, _ second: EditedSession) throws(SQLiteError) -> SessionOutcome {
    guard first.id != second.id, let ended = first.ended, let started = second.started,
      try Neighbours.former(of: second.id, in: connection) == first.id,
      let last = try StoredRow(of: first.id, before: .max, in: connection)
    else { return .refused(.apart, of: second.id) }
    guard first.origin == second.origin else { return .refused(.origins, of: second.id) }
    let (end, begin) = (Timestamp(milliseconds: ended), Timestamp(milliseconds: started))
    let followers =
      try Neighbours.followers(of: first.id, in: connection) + Neighbours.followers(of: second.id, in: connection)
    let isUnbroken = begin == end || first.endReason == EndReason.split.rawValue && begin - end <= Self.longestSilence
    if !isUnbroken { try bridge(first, last, to: second) }
    try move(second.id, to: first.id, after: last, segments: isUnbroken ? last.segment - 1 : last.segment)
    if isUnbroken { try goOn(first.id, from: end, to: begin, after: last.sequence) }
    try addCounts(of: second.id, to: first.id)
    try merge(first.id, second.id)
    try Neighbours.measure(
      followers.filter { $0 != second.id } + Neighbours.followers(of: first.id, in: connection), in: connection)
    return .joined(as: first.id)
  }

  /// The gap between them, for the reason that the first one ended for, if gaps know it.
  private func bridge(
    _ first: EditedSession, _ last: StoredRow, to second: EditedSession
  ) throws(SQLiteError) {
    let reason = first.endReason.flatMap { GapReason(rawValue: $0) } ?? .restart
    try connection.change(
      """
      INSERT INTO gap_row(session, from_ms, to_ms, device, lat_e9, lon_e9, distance_mm, reason)
      SELECT ?1, ?2, ?3, device, lat_e9, lon_e9, coalesce((SELECT from_former_mm FROM session WHERE id = ?4), 0), ?6
      FROM fix_row WHERE session = ?1 AND seq = ?5
      """, first.id, first.ended, second.started, second.id, last.sequence, text: reason.rawValue)
  }

  private func move(
    _ second: Int64, to first: Int64, after last: StoredRow, segments: Int64
  ) throws(SQLiteError) {
    try connection.change(
      "UPDATE fix_row SET kept = \(Keeping.gap.rawValue) WHERE session = ? AND seq = ? AND kept = \(Keeping.tip.rawValue)",
      first, last.sequence)
    try connection.change(
      "UPDATE fix_row SET session = ?2, seq = seq + ?3, segment = segment + ?4 WHERE session = ?1",
      second, first, last.sequence, segments)
    try connection.change(
      "UPDATE leg SET session = ?2, first_seq = first_seq + ?3, last_seq = last_seq + ?3 WHERE session = ?1",
      second, first, last.sequence)
    let rests = try connection.number("SELECT max(rest) FROM rest_row WHERE session = ?", first) ?? 0
    try connection.change(
      "UPDATE rest_row SET session = ?2, rest = rest + ?3 WHERE session = ?1", second, first, rests)
    for table in ["gap_row", "mark_row", "event_row", "imported", "activity_row", "activity_log_row"] {
      try connection.change("UPDATE \(table) SET session = ?2 WHERE session = ?1", second, first)
    }
  }

  /// Movement where nothing was recorded but nothing was missed either.
  private func goOn(
    _ session: Int64, from end: Timestamp, to begin: Timestamp, after last: Int64
  ) throws(SQLiteError) {
    for run in try RowQuery(connection).runs(of: session, last...last + 1) {
      for leg in UnknownTime(from: end, to: begin).legs(along: run) { try insert(leg, into: session) }
    }
  }

  private func addCounts(of second: Int64, to first: Int64) throws(SQLiteError) {
    try connection.change(
      """
      INSERT INTO counter(session, name, count) SELECT ?2, name, count FROM counter WHERE session = ?1
      ON CONFLICT(session, name) DO UPDATE SET count = count + excluded.count
      """, second, first)
    try connection.change("DELETE FROM counter WHERE session = ?", second)
  }

  /// The first one's name and both notes stay.
  private func merge(_ first: Int64, _ second: Int64) throws(SQLiteError) {
    try connection.change(
      """
      UPDATE session SET name = coalesce(session.name, other.name), ended_ms = other.ended_ms,
        end_reason = other.end_reason, boot_id = other.boot_id, suspended = other.suspended,
        note = CASE WHEN session.note <> other.note THEN session.note || char(10) || other.note
          ELSE coalesce(session.note, other.note) END
      FROM session other WHERE session.id = ?1 AND other.id = ?2
      """, first, second)
    try connection.change("DELETE FROM session WHERE id = ?", second)
  }
}

import Positioning
import SQLite
import Tracking

/// One session becomes two.
///
/// A session lasts from its first fix to its last, so that what lies between the two rows around the cut belongs to
/// neither: there the first one ends as `split` or, in a gap, for the gap's reason. Joined again, the stretch is
/// movement or that gap as before.
///
/// The ledger cannot tell when a report came that was not stored. The new session has received and stored the rows
/// that it has, and as many updates; everything else stays with the old one, so that both add up, and to what there was.
extension OpenStore {
  func split(_ session: EditedSession, at moment: Timestamp, _ uuid: String) throws(SQLiteError) -> SessionOutcome {
    guard let cut = try SessionCut(session.id, at: moment, in: connection) else {
      return .refused(.oneSided, of: session.id)
    }
    let followers = try Neighbours.followers(of: session.id, in: connection)
    let part = try beginPart(of: session, uuid, cut)
    let legs = try cutLegs(of: session.id, from: cut.end, to: cut.begin, lastRow: cut.lastRow)
    try move(cut, of: session.id, to: part)
    for var leg in legs {
      leg.firstSequence -= Int(cut.nextRow - 1)
      leg.lastSequence -= Int(cut.nextRow - 1)
      try insert(leg, into: part)
    }
    try divideCounts(of: session.id, with: part)
    try endFirstPart(session.id, cut)
    try Neighbours.measure(
      followers + [part] + Neighbours.followers(of: session.id, in: connection), in: connection)
    return .split(into: part, from: cut.begin)
  }

  private func beginPart(of session: EditedSession, _ uuid: String, _ cut: SessionCut) throws(SQLiteError) -> Int64 {
    try connection.change(
      """
      INSERT INTO session(started_ms, uuid, name, profile, purpose, origin, version, boot_id, ended_ms, end_reason)
      SELECT ?2, ?3, name, profile, purpose, origin, version, boot_id, ended_ms, end_reason FROM session WHERE id = ?1
      """, session.id, cut.begin.milliseconds, text: uuid)
    return connection.lastInsertedRow
  }

  private func move(_ cut: SessionCut, of session: Int64, to part: Int64) throws(SQLiteError) {
    let rows = cut.nextRow - 1
    try connection.change(
      """
      UPDATE fix_row SET session = ?2, seq = seq - ?3, segment = segment - ?4 WHERE session = ?1 AND seq > ?3
      """, session, part, rows, cut.segment - 1)
    try connection.change(
      """
      UPDATE leg SET session = ?2, first_seq = first_seq - ?3, last_seq = last_seq - ?3
      WHERE session = ?1 AND from_ms >= ?4
      """, session, part, rows, cut.begin.milliseconds)
    try connection.change(
      "UPDATE gap_row SET session = ?2 WHERE session = ?1 AND from_ms >= ?3", session, part, cut.begin.milliseconds)
    let boundary = cut.boundary.milliseconds
    try connection.change(
      """
      UPDATE rest_row SET session = ?2,
        rest = rest - (SELECT count(*) FROM rest_row WHERE session = ?1 AND arrival_ms < ?3)
      WHERE session = ?1 AND arrival_ms >= ?3
      """, session, part, boundary)
    for (table, time) in [
      ("mark_row", "unix_ms"), ("event_row", "unix_ms"), ("activity_row", "started_ms"),
      ("activity_log_row", "coalesce(fix_ms, requested_ms)"),
    ] {
      try connection.change(
        "UPDATE \(table) SET session = ?2 WHERE session = ?1 AND \(time) >= ?3", session, part, boundary)
    }
  }

  private func divideCounts(of session: Int64, with part: Int64) throws(SQLiteError) {
    let names = "name IN ('received', 'stored', 'updates')"
    let moved = try connection.number("SELECT count(*) FROM fix_row WHERE session = ?", part) ?? 0
    try connection.change(
      """
      INSERT INTO counter(session, name, count)
      SELECT ?2, name, min(count, ?3) FROM counter WHERE session = ?1 AND \(names)
      """, session, part, moved)
    try connection.change(
      "UPDATE counter SET count = count - min(count, ?2) WHERE session = ?1 AND \(names)", session, moved)
  }

  private func endFirstPart(_ session: Int64, _ cut: SessionCut) throws(SQLiteError) {
    try connection.change(
      """
      UPDATE session SET ended_ms = ?2,
        end_reason = coalesce((SELECT reason FROM gap_row WHERE session = ?1 AND from_ms >= ?2), ?3)
      WHERE id = ?1
      """, session, cut.end.milliseconds, text: EndReason.split.rawValue)
    try connection.change(
      "DELETE FROM gap_row WHERE session = ?1 AND from_ms >= ?2", session, cut.end.milliseconds)
  }
}

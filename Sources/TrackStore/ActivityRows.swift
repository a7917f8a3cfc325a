public import LiveActivity
public import Positioning
import SQLite

extension OpenStore {
  /// Stores an activity as it is now.
  func write(_ activity: Activity) throws(SQLiteError) {
    let change = try connection.prepare(
      """
      INSERT INTO activity_row(uuid, session, type, name, attributes, state, content, started_ms, ended_ms, ended_by,
        dismissal_due_ms, dismissed_ms, stale_ms, relevance)
      VALUES(?, (SELECT id FROM session WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(uuid) DO UPDATE SET state = excluded.state, content = excluded.content,
        started_ms = excluded.started_ms, ended_ms = excluded.ended_ms, ended_by = excluded.ended_by,
        dismissal_due_ms = excluded.dismissal_due_ms, dismissed_ms = excluded.dismissed_ms,
        stale_ms = excluded.stale_ms, relevance = excluded.relevance
      """)
    change.bind(1, activity.uuid)
    change.bind(2, activity.session)
    change.bind(3, activity.type)
    change.bind(4, activity.name)
    change.bind(5, activity.attributes)
    change.bind(6, activity.state.rawValue)
    change.bind(7, activity.content.state)
    change.bind(8, activity.started?.milliseconds)
    change.bind(9, activity.ended?.milliseconds)
    change.bind(10, activity.endedBy?.rawValue)
    change.bind(11, activity.dismissalDue?.milliseconds)
    change.bind(12, activity.dismissed?.milliseconds)
    change.bind(13, activity.content.stale?.milliseconds)
    change.bind(14, activity.content.relevance)
    try change.run()
  }

  /// Stores a row of the log, or a later state of one; the session may have been deleted since its first.
  func write(_ entry: ActivityLogEntry) throws(SQLiteError) {
    let change = try connection.prepare(
      """
      INSERT OR REPLACE INTO activity_log_row(seq, activity, asked_for, session, fix_ms, requested_ms, applied_ms, kind,
        cause, outcome, repeats, last_requested_ms, content, alert_title, alert_body, alert_sound)
      VALUES(?, (SELECT id FROM activity_row WHERE uuid = ?), ?, (SELECT id FROM session WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    change.bind(1, entry.sequence)
    change.bind(2, entry.uuid)
    change.bind(3, entry.askedFor)
    change.bind(4, entry.session)
    change.bind(5, entry.fixTime?.milliseconds)
    change.bind(6, entry.requested?.milliseconds)
    change.bind(7, entry.applied?.milliseconds)
    change.bind(8, entry.kind.rawValue)
    change.bind(9, entry.cause.rawValue)
    change.bind(10, entry.outcome.rawValue)
    change.bind(11, entry.repeats)
    change.bind(12, entry.lastRequested?.milliseconds)
    change.bind(13, entry.content)
    change.bind(14, entry.alert?.title)
    change.bind(15, entry.alert?.body)
    change.bind(16, entry.alert?.sound)
    try change.run()
  }
}

/// The activities that a store knows.
public struct StoredActivities: Sendable {
  /// In the order in which they were started.
  public var activities: [Activity]
  /// One more than the greatest number of a row of the log.
  public var nextSequence: Int64
}

extension TrackWriter {
  /// The activities that are shown, or were lately.
  public borrowing func storedActivities() throws(StoreError) -> StoredActivities {
    try use { (open) throws(SQLiteError) in
      let next = try open.connection.number("SELECT coalesce(max(seq), 0) + 1 FROM activity_log_row")
      return StoredActivities(activities: try open.activities(), nextSequence: next ?? 1)
    }
  }

  /// Forgets the oldest rows of the log if they are older, at most 500 of them at once: that takes no time to speak of.
  public borrowing func forgetActivityLog(before moment: Timestamp) throws(StoreError) {
    try use { (open) throws(SQLiteError) in
      try open.connection.run(
        """
        DELETE FROM activity_log_row WHERE coalesce(last_requested_ms, requested_ms) < \(moment.milliseconds)
          AND seq < (SELECT min(seq) + 500 FROM activity_log_row)
        """)
    }
  }
}

extension OpenStore {
  /// Live ones, and the latest of those that have ended.
  fileprivate func activities() throws(SQLiteError) -> [Activity] {
    let query = try connection.prepare(
      """
      SELECT \(Activity.columns) FROM activity_row
      WHERE state IN ('pending', 'active', 'stale') OR id > (SELECT max(id) - 64 FROM activity_row) ORDER BY id
      """)
    var activities: [Activity] = []
    while try query.step() { if let activity = Activity(query) { activities.append(activity) } }
    return activities
  }
}

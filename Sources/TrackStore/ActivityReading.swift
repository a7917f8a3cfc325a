public import LiveActivity
public import Positioning
import SQLite

/// An activity and its number in the store.
public struct NumberedActivity: Sendable {
  /// As in the log.
  public var number: Int64
  /// As it was stored last.
  public var activity: Activity
}

/// A row of the log of activities; the properties are the columns of the view `activity_log`.
public struct ActivityLogLine: Equatable, Sendable {
  /// Rises from row to row.
  public var sequence: Int64
  /// The number of the activity; nil where there is none.
  public var activity: Int64?
  /// The name under which no activity was found.
  public var askedFor: String?
  /// The session that was recorded.
  public var session: Int64?
  /// When it was requested first; nil where no clock knew.
  public var requested: Timestamp?
  /// When it was requested last.
  public var lastRequested: Timestamp?
  /// When it was done, the last time; nil if it was not.
  public var applied: Timestamp?
  /// What the row tells of, a word of ``LiveActivity/ActivityLogEntry/Kind``.
  public var kind: String
  /// Where that came from, a word of ``LiveActivity/ActivityLogEntry/Cause``.
  public var cause: String?
  /// What became of it, a word of ``LiveActivity/Outcome``.
  public var outcome: String
  /// How often it was requested with this outcome.
  public var repeats: Int64
  /// The content, JSON text.
  public var content: String?
  /// The alert's heading.
  public var alertTitle: String?
  /// The alert's text.
  public var alertBody: String?
  /// The alert's sound; nil for the default one.
  public var alertSound: String?
}

extension TrackReader {
  /// All activities in the order in which they were started.
  public func activities() throws -> [NumberedActivity] {
    var activities: [NumberedActivity] = []
    try query("SELECT \(Activity.columns), id FROM activity_row ORDER BY id") { row in
      guard let activity = Activity(row) else { return }
      activities.append(NumberedActivity(number: row.integer(14) ?? 0, activity: activity))
    }
    return activities
  }

  /// The newest rows of the log, so many at most, oldest first; those of an activity, by its number, or all.
  public func activityLog(of activity: Int64?, newest count: Int) throws -> [ActivityLogLine] {
    var lines: [ActivityLogLine] = []
    try query(
      """
      SELECT seq, activity, asked_for, session, requested_ms, last_requested_ms, applied_ms, kind, cause, outcome,
        repeats, content, alert_title, alert_body, alert_sound
      FROM activity_log WHERE ?1 < 0 OR activity = ?1 ORDER BY seq DESC LIMIT ?2
      """, [activity ?? -1, Int64(count)]
    ) { row in
      lines.append(
        ActivityLogLine(
          sequence: row.integer(0) ?? 0, activity: row.integer(1), askedFor: row.text(2), session: row.integer(3),
          requested: row.moment(4), lastRequested: row.moment(5), applied: row.moment(6), kind: row.text(7) ?? "",
          cause: row.text(8), outcome: row.text(9) ?? "", repeats: row.integer(10) ?? 1, content: row.text(11),
          alertTitle: row.text(12), alertBody: row.text(13), alertSound: row.text(14)))
    }
    return lines.reversed()
  }

  /// What the owner wants of the recorder; nil if they never said.
  public func intent() throws -> Intent? {
    var intent: Intent?
    try query("SELECT updates_started, background_activity, authorization, changed_ms FROM intent_row") { row in
      intent = Intent(row)
    }
    return intent
  }
}

extension Activity {
  /// What `init(_:)` reads.
  static let columns = """
    uuid, session, type, name, attributes, state, content, started_ms, ended_ms, ended_by, dismissal_due_ms,
    dismissed_ms, stale_ms, relevance
    """

  /// Reads a row; nil if another release wrote a state that this one does not know.
  init?(_ row: borrowing Statement) {
    guard let state = row.text(5).flatMap(ActivityState.init) else { return nil }
    self.init(
      uuid: row.text(0) ?? "", session: row.integer(1), type: row.text(2) ?? "", name: row.text(3) ?? "",
      attributes: row.text(4), state: state,
      content: ActivityContent(state: row.text(6), stale: row.moment(12), relevance: row.real(13) ?? 0),
      started: row.moment(7), ended: row.moment(8), endedBy: row.text(9).flatMap(EndedBy.init),
      dismissalDue: row.moment(10), dismissed: row.moment(11))
  }
}

extension Intent {
  init(_ row: borrowing Statement) {
    self.init(updatesStarted: row.integer(0) == 1)
    backgroundActivity = row.integer(1) == 1
    authorization = row.text(2) ?? authorization
    changed = row.moment(3)
  }
}

extension Statement {
  /// The time in a column of the present row; nil for NULL.
  borrowing func moment(_ column: Int32) -> Timestamp? {
    integer(column).map { Timestamp(milliseconds: $0) }
  }
}

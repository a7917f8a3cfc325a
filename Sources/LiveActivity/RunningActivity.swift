import Positioning

/// A live activity with what only matters while it is live.
struct RunningActivity: Sendable {
  /// An update that waits for its turn.
  struct Waiting: Sendable {
    var content: ActivityContent
    var request: ActivityLogEntry
    /// When it was asked for: rows of the log are a minute long by that.
    var asked: MonotonicTime
    /// Its place in the log; nil while it has none. Who asked for it by command was answered, so that it has to be
    /// stored at once. An update with a fix has its place once it is known what becomes of it.
    var ticket: ActivityLog.Ticket?
  }

  var activity: Activity
  var throttle: UpdateThrottle<Waiting>
  var alerted: MonotonicTime?
  /// When the newest accepted content was made, where that was told.
  var newestTimestamp: Timestamp?
  /// An earlier process left it, and nobody has decided yet what becomes of it.
  var isLeftBehind: Bool

  init(_ activity: Activity, interval: Int64, isLeftBehind: Bool) {
    self.activity = activity
    self.isLeftBehind = isLeftBehind
    throttle = UpdateThrottle(interval: interval)
  }

  /// What is shown, or will be.
  var newest: ActivityContent { throttle.pending?.content ?? activity.content }
}

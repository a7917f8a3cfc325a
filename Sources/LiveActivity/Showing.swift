import Positioning

extension ActivityBook {
  /// Shows the update, whose turn it is, and tells what follows.
  mutating func show(
    _ waiting: RunningActivity.Waiting, of index: Int, alert: Alert?, at now: MonotonicTime,
    _ sink: (ActivityEffect) -> Void
  ) {
    let date = dating.date(at: now)
    let isRevived = running[index].isRevived(by: waiting.content, at: date)
    running[index].activity.content = waiting.content
    if isRevived { running[index].activity.state = .active }
    if alert != nil { running[index].alerted = now }
    sink(.changed(running[index].activity, alerting: alert))
    var row = waiting.request
    row.outcome = .applied
    row.applied = date
    if let ticket = waiting.ticket {
      log.promote(ticket, to: row, into: sink)
    } else {
      log.note(row, at: waiting.asked, into: sink)
    }
    if isRevived { noteChange(.active, of: running[index].activity, at: now, sink) }
    if let alert { log.note(.of(alert, with: row), at: now, into: sink) }
  }

  /// Shows what waits, though it may not be due.
  mutating func flush(_ index: Int, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void) {
    guard let waiting = running[index].throttle.force(at: now) else { return }
    show(waiting, of: index, alert: nil, at: now, sink)
  }

  /// What waits will not be shown.
  mutating func giveUpWaiting(of index: Int, _ sink: (ActivityEffect) -> Void) {
    giveUp(running[index].throttle.withdraw(), sink)
  }

  /// Accounts for an update that was never shown; one with a ticket is in the log as such.
  mutating func giveUp(_ waiting: RunningActivity.Waiting?, _ sink: (ActivityEffect) -> Void) {
    guard let waiting, waiting.ticket == nil else { return }
    var row = waiting.request
    row.outcome = .throttled
    log.note(row, at: waiting.asked, into: sink)
  }

  /// Takes note of what time, or a later process, did to an activity.
  mutating func noteChange(
    _ kind: ActivityLogEntry.Kind, of activity: Activity, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void
  ) {
    var row = row(kind, .system, of: activity.uuid, at: now)
    row.applied = row.requested
    row.content = activity.content.state
    log.note(row, at: now, into: sink)
  }
}

import Positioning

extension ActivityBook {
  /// Starts an activity, unless one of its type is live.
  public mutating func start(
    _ request: StartRequest, at moment: Moment, into sink: (ActivityEffect) -> Void
  ) -> Answer {
    dating.note(moment)
    let date = dating.date(at: moment.monotonic)
    var row = row(.start, .command, of: request.uuid, at: moment.monotonic)
    if let refusal = refusal(of: request) {
      row.uuid = refusal.inTheWay
      row.outcome = refusal.outcome
      log.note(row, at: moment.monotonic, into: sink)
      return Answer(subject: .start, outcome: refusal.outcome, uuid: refusal.inTheWay)
    }
    let isScheduled = request.start.map { start in date.map { start > $0 } ?? true } ?? false
    let activity = Activity(
      uuid: request.uuid, session: session, type: request.type, name: request.name,
      attributes: request.attributes?.text, state: isScheduled ? .pending : .active,
      content: request.content.over(ActivityContent(state: nil)), started: isScheduled ? request.start : date)
    row.applied = date
    open(activity, row, alert: request.alert, at: moment.monotonic, sink)
    return Answer(subject: .start, outcome: .applied, uuid: request.uuid)
  }

  /// Takes a new activity in; it is shown, so that the next update has to keep its distance.
  mutating func open(
    _ activity: Activity, _ row: ActivityLogEntry, alert: Alert?, at now: MonotonicTime,
    _ sink: (ActivityEffect) -> Void
  ) {
    var entry = RunningActivity(activity, interval: settings.interval, isLeftBehind: false)
    _ = entry.throttle.force(at: now)
    if alert != nil { entry.alerted = now }
    running.append(entry)
    sink(.changed(activity, alerting: alert))
    var row = row
    row.content = activity.content.state
    log.note(row, at: now, into: sink)
    if let alert { log.note(.of(alert, with: row), at: now, into: sink) }
  }

  private func refusal(of request: StartRequest) -> (outcome: Outcome, inTheWay: String?)? {
    guard settings.isEnabled else { return (.disabled, nil) }
    if let former = live(ofType: request.type) { return (.rejectedAlreadyActive, former.uuid) }
    guard running.count < settings.mostLive else { return (.rejectedMaximumExceeded, nil) }
    let texts = [request.attributes, request.content.state].compactMap { $0 }
    guard texts.allSatisfy({ $0.isWellFormed }) else { return (.rejectedNotJSON, nil) }
    let fits = SizeLimit.allows(attributes: request.attributes?.text, state: request.content.state?.text)
    return fits ? nil : (.rejectedTooLarge, nil)
  }

  /// A row of the log, as it begins.
  func row(
    _ kind: ActivityLogEntry.Kind, _ cause: ActivityLogEntry.Cause, of uuid: String? = nil, at now: MonotonicTime
  ) -> ActivityLogEntry {
    ActivityLogEntry(kind, cause, uuid: uuid, session: session, requested: dating.date(at: now))
  }
}

extension ActivityLogEntry {
  /// The row of an alert that came with an update, or with the start.
  static func of(_ alert: Alert, with update: ActivityLogEntry) -> ActivityLogEntry {
    var row = ActivityLogEntry(
      .alert, update.cause, uuid: update.uuid, session: update.session, requested: update.requested)
    row.fixTime = update.fixTime
    row.applied = update.applied
    row.alert = alert
    return row
  }
}

import Positioning

extension ActivityBook {
  /// Ends an activity: what waits is shown first, then the final content, for as long as the dismissal says.
  public mutating func end(
    _ request: EndRequest, at moment: Moment, into sink: (ActivityEffect) -> Void
  ) -> Answer {
    dating.note(moment)
    var row = row(.end, request.cause, at: moment.monotonic)
    switch locate(request.target) {
    case .live(let index):
      row.uuid = running[index].activity.uuid
      row.outcome = request.content.flatMap { refusal(of: $0, nil, running[index]) } ?? .applied
      guard row.outcome == .applied else { break }
      close(index, request, row, at: moment.monotonic, sink)
      return Answer(subject: .end, outcome: .applied, uuid: row.uuid)
    case .finished(let index):
      row.uuid = finished[index].uuid
      row.outcome = .rejectedEnded
    case .missing(let asked):
      row.askedFor = asked
      row.outcome = .rejectedNotFound
    case .ambiguous: row.outcome = .rejectedAmbiguous
    }
    log.note(row, at: moment.monotonic, into: sink)
    return Answer(subject: .end, outcome: row.outcome, uuid: row.uuid ?? row.askedFor)
  }

  /// Takes an activity away that somebody does not want to see any more; a live one ends with that.
  ///
  /// What it tells of goes on: only the activity is gone.
  public mutating func dismiss(
    _ uuid: String, at moment: Moment, into sink: (ActivityEffect) -> Void
  ) -> Answer {
    dating.note(moment)
    let now = moment.monotonic
    let date = dating.date(at: now)
    var row = row(.dismiss, .command, of: uuid, at: now)
    switch locate(.uuid(uuid)) {
    case .live(let index):
      giveUpWaiting(of: index, sink)
      var activity = running.remove(at: index).activity
      activity.ended = date
      activity.endedBy = .user
      keep(activity.vanished(at: date), at: now, sink)
    case .finished(let index) where finished[index].state == .ended:
      let activity = finished.remove(at: index)
      keep(activity.vanished(at: date), at: now, sink)
    case .finished: row.outcome = .coalesced
    case .missing(let asked):
      row.uuid = nil
      row.askedFor = asked
      row.outcome = .rejectedNotFound
    case .ambiguous: row.outcome = .rejectedAmbiguous
    }
    if row.outcome == .applied { row.applied = date }
    log.note(row, at: now, into: sink)
    return Answer(subject: .dismissal, outcome: row.outcome, uuid: row.uuid ?? row.askedFor)
  }

  /// Ends the live activity at that place.
  mutating func close(
    _ index: Int, _ request: EndRequest, _ row: ActivityLogEntry, at now: MonotonicTime,
    _ sink: (ActivityEffect) -> Void
  ) {
    flush(index, at: now, sink)
    let date = dating.date(at: now)
    var activity = running.remove(at: index).activity
    activity.content = request.content?.over(activity.content) ?? activity.content
    activity.state = .ended
    activity.ended = date
    activity.endedBy = request.endedBy
    activity.dismissalDue = date.map { request.dismissal.due(endingAt: $0) }
    let vanishes = request.dismissal == .immediate || date.map { activity.isDismissalDue(at: $0) } ?? false
    if vanishes { activity = activity.vanished(at: date) }
    keep(activity, at: now, sink)
    var row = row
    row.applied = date
    row.content = activity.content.state
    log.note(row, at: now, into: sink)
    if vanishes { noteChange(.dismiss, of: activity, at: now, sink) }
  }

  /// Remembers a finished activity; the oldest has to make room, and vanishes with that.
  mutating func keep(_ activity: Activity, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void) {
    sink(.changed(activity, alerting: nil))
    finished.append(activity)
    guard finished.count > Self.mostFinished else { return }
    let oldest = finished.remove(at: finished.firstIndex { $0.state == .dismissed } ?? 0)
    guard oldest.state == .ended else { return }
    let vanished = oldest.vanished(at: dating.date(at: now))
    sink(.changed(vanished, alerting: nil))
    noteChange(.dismiss, of: vanished, at: now, sink)
  }
}

extension Activity {
  func isDismissalDue(at date: Timestamp) -> Bool { dismissalDue.map { $0 <= date } ?? false }

  func vanished(at date: Timestamp?) -> Activity {
    var activity = self
    activity.state = .dismissed
    activity.dismissed = date
    activity.dismissalDue = date
    return activity
  }
}

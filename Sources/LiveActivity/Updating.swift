import Positioning

extension ActivityBook {
  /// Changes what an activity shows: at once, when its turn comes, or not at all, as the answer and then the log say.
  ///
  /// An update of the recorder that finds no live activity is skipped and only counted; any other request is logged.
  @discardableResult
  public mutating func update(
    _ request: UpdateRequest, at moment: Moment, into sink: (ActivityEffect) -> Void
  ) -> Answer {
    dating.note(moment, fixTime: request.fixTime)
    var row = row(request.urgency == .stateChange ? .change : .update, request.cause, at: moment.monotonic)
    row.fixTime = request.fixTime
    switch locate(request.target) {
    case .live(let index):
      row.uuid = running[index].activity.uuid
      row.outcome = refusal(of: request.content, request.timestamp, running[index]) ?? .applied
      guard row.outcome == .applied else { break }
      running[index].newestTimestamp = request.timestamp ?? running[index].newestTimestamp
      return accept(request, row, for: index, at: moment.monotonic, sink)
    case .finished(let index):
      row.uuid = finished[index].uuid
      row.outcome = .rejectedEnded
    case .missing where request.cause == .location:
      skipped += 1
      return Answer(subject: .update, outcome: .rejectedNotFound)
    case .missing(let asked):
      row.askedFor = asked
      row.outcome = .rejectedNotFound
    case .ambiguous: row.outcome = .rejectedAmbiguous
    }
    log.note(row, at: moment.monotonic, into: sink)
    return Answer(subject: .update, outcome: row.outcome, uuid: row.uuid ?? row.askedFor)
  }

  func refusal(of content: ProposedContent, _ timestamp: Timestamp?, _ entry: RunningActivity) -> Outcome? {
    if let state = content.state {
      guard state.isWellFormed else { return .rejectedNotJSON }
      guard SizeLimit.allows(attributes: entry.activity.attributes, state: state.text) else { return .rejectedTooLarge }
    }
    guard let timestamp, let newest = entry.newestTimestamp, timestamp < newest else { return nil }
    return .rejectedStaleTimestamp
  }

  private mutating func accept(
    _ request: UpdateRequest, _ row: ActivityLogEntry, for index: Int, at now: MonotonicTime,
    _ sink: (ActivityEffect) -> Void
  ) -> Answer {
    let entry = running[index]
    let content = request.content.over(entry.newest)
    var row = row
    row.content = content.state
    let alert = request.alert.flatMap { mayAlert(entry, request.urgency, now) ? $0 : nil }
    let isShown = content == entry.activity.content
    if alert == nil, isShown || content == entry.newest && request.urgency == .ordinary {
      if isShown { giveUpWaiting(of: index, sink) }
      row.outcome = .coalesced
      log.note(row, at: now, into: sink)
    } else if alert != nil || request.urgency == .stateChange || entry.isRevived(by: content, at: row.requested) {
      giveUp(running[index].throttle.force(at: now), sink)
      show(.init(content: content, request: row, asked: now), of: index, alert: alert, at: now, sink)
    } else {
      row.outcome = throttle(.init(content: content, request: row, asked: now), of: index, at: now, sink)
    }
    if alert == nil { noteHeld(request.alert, with: row, at: now, sink) }
    return Answer(subject: .update, outcome: row.outcome, uuid: row.uuid)
  }

  /// A change of state may always call attention, anything else once in a while.
  private func mayAlert(_ entry: RunningActivity, _ urgency: UpdateRequest.Urgency, _ now: MonotonicTime) -> Bool {
    guard urgency != .stateChange, let alerted = entry.alerted else { return true }
    return now - alerted >= settings.alertFloor
  }

  /// An alert that is held back is said, as otherwise nobody would know why there was no sound.
  private mutating func noteHeld(
    _ alert: Alert?, with update: ActivityLogEntry, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void
  ) {
    guard let alert else { return }
    var row = ActivityLogEntry.of(alert, with: update)
    row.outcome = .throttled
    log.note(row, at: now, into: sink)
  }

  private mutating func throttle(
    _ waiting: RunningActivity.Waiting, of index: Int, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void
  ) -> Outcome {
    var waiting = waiting
    if waiting.request.cause == .command, running[index].throttle.holds(at: now) {
      waiting.request.outcome = .throttled
      waiting.ticket = log.noteWaiting(waiting.request, at: now, into: sink)
    }
    switch running[index].throttle.propose(waiting, at: now) {
    case .emit(let superseded):
      giveUp(superseded, sink)
      show(waiting, of: index, alert: nil, at: now, sink)
      return .applied
    case .wait(let superseded):
      giveUp(superseded, sink)
      return .throttled
    }
  }
}

extension RunningActivity {
  /// Whether content makes a stale activity active again.
  func isRevived(by content: ActivityContent, at date: Timestamp?) -> Bool {
    activity.state == .stale && !content.isStale(at: date)
  }
}

public import Positioning

extension ActivityBook {
  /// When `tick` has something to do, as far as is known; a wall clock that steps may bring it nearer, so that it is
  /// wise to tick at least once in a while.
  public var deadline: MonotonicTime? {
    let turns = running.compactMap(\.throttle.deadline)
    let dates = running.compactMap { nextDate(of: $0.activity) } + finished.compactMap(\.nextDate)
    return (turns + dates.compactMap { dating.monotonic(of: $0) }).min()
  }

  /// Time passed: what waited is shown, what is out of date becomes stale, what lasted too long ends, what has ended
  /// long ago vanishes. `naming` makes a fresh name for an activity that takes the place of another.
  public mutating func tick(
    at moment: Moment, naming: () -> String, into sink: (ActivityEffect) -> Void
  ) {
    dating.note(moment)
    let now = moment.monotonic
    for index in running.indices {
      guard let waiting = running[index].throttle.takeDue(at: now) else { continue }
      show(waiting, of: index, alert: nil, at: now, sink)
    }
    log.prune(at: now)
    guard let date = dating.date(at: now) else { return }
    passDates(at: now, date, sink)
    enforceLimit(at: now, date, naming, sink)
    dismissDue(at: now, date, sink)
  }

  /// Starts what was scheduled and marks what is out of date.
  mutating func passDates(at now: MonotonicTime, _ date: Timestamp, _ sink: (ActivityEffect) -> Void) {
    for index in running.indices {
      let activity = running[index].activity
      if activity.state == .pending, activity.started.map({ $0 <= date }) ?? true {
        enter(.active, index, at: now, sink)
      }
      if running[index].activity.state == .active, activity.content.isStale(at: date) {
        enter(.stale, index, at: now, sink)
      }
    }
  }

  private mutating func enter(
    _ state: ActivityState, _ index: Int, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void
  ) {
    running[index].activity.state = state
    sink(.changed(running[index].activity, alerting: nil))
    noteChange(state == .stale ? .stale : .active, of: running[index].activity, at: now, sink)
  }

  private mutating func enforceLimit(
    at now: MonotonicTime, _ date: Timestamp, _ naming: () -> String, _ sink: (ActivityEffect) -> Void
  ) {
    for index in running.indices.reversed() {
      guard let limit = limitDate(of: running[index].activity), limit <= date else { continue }
      flush(index, at: now, sink)
      let former = running[index].activity
      // Whatever takes its place is there before it is gone: the store allows one of a type, so that only the order of
      // rows is the other way round, and all of it is one commit.
      let row = row(.end, .system, of: former.uuid, at: now)
      var request = EndRequest(.uuid(former.uuid))
      request.endedBy = .system
      request.dismissal = isRenewed ? .immediate : .standard
      close(index, request, row, at: now, sink)
      if isRenewed { open(former.renewed(as: naming(), session, at: date), at: now, sink) }
    }
  }

  private mutating func open(_ activity: Activity, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void) {
    var row = row(.start, .system, of: activity.uuid, at: now)
    row.applied = row.requested
    open(activity, row, alert: nil, at: now, sink)
  }

  private mutating func dismissDue(at now: MonotonicTime, _ date: Timestamp, _ sink: (ActivityEffect) -> Void) {
    for index in finished.indices where finished[index].state == .ended {
      if finished[index].dismissalDue == nil {
        // No clock knew when it ended: its time counts from now.
        finished[index].dismissalDue = (finished[index].ended ?? date) + Dismissal.longest
        sink(.changed(finished[index], alerting: nil))
      }
      guard finished[index].isDismissalDue(at: date) else { continue }
      finished[index] = finished[index].vanished(at: date)
      sink(.changed(finished[index], alerting: nil))
      noteChange(.dismiss, of: finished[index], at: now, sink)
    }
  }

  private var isRenewed: Bool {
    if case .renew = settings.limit { true } else { false }
  }

  private func limitDate(of activity: Activity) -> Timestamp? {
    switch settings.limit {
    case .none: nil
    case .end(let longest), .renew(let longest): activity.started.map { $0 + longest }
    }
  }

  private func nextDate(of activity: Activity) -> Timestamp? {
    let own: Timestamp? =
      switch activity.state {
      case .pending: activity.started
      case .active: activity.content.stale
      case .stale, .ended, .dismissed: nil
      }
    return [own, limitDate(of: activity)].compactMap { $0 }.min()
  }
}

extension Activity {
  /// When it will vanish by itself.
  fileprivate var nextDate: Timestamp? { state == .ended ? dismissalDue : nil }

  /// One just like it.
  fileprivate func renewed(as uuid: String, _ session: Int64?, at date: Timestamp) -> Activity {
    Activity(
      uuid: uuid, session: session, type: type, name: name, attributes: attributes, state: .active, content: content,
      started: date)
  }
}

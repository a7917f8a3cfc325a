import Control
import LiveActivity
import Positioning
import TrackStore
import Tracking

/// Live activities: what the recorder does with them by itself.
extension RecordLoop {
  /// Lets the book do something and keeps what follows from it.
  mutating func inBook<Result>(
    _ now: MonotonicTime, _ work: (inout ActivityBook, Moment, (ActivityEffect) -> Void) -> Result
  ) -> Result {
    var effects: [ActivityEffect] = []
    let result = work(&book, Moment(monotonic: now, present: present)) { effects.append($0) }
    for effect in effects { keep(effect) }
    return result
  }

  private mutating func keep(_ effect: ActivityEffect) {
    switch effect {
    case .append(let entry), .replace(let entry): recording.note(.activityLog(entry))
    case .changed(let activity, let alert):
      recording.note(.activity(activity))
      for client in clients.listening { send(.activity(activity), to: client, .everyOneWhileThereIsRoom) }
      if let alert { alerts[activity.uuid] = alert }
    }
  }

  /// Proposes a new state to the activities that tell of what is recorded.
  mutating func propose(_ glance: Glance, _ showing: UpdateFeed.Showing, _ now: MonotonicTime) {
    guard recording.isOpen else { return }
    let content = TripContent(glance: glance, trip: recording.sessionName)
    let fix = glance.fix
    for activity in book.live where activity.type == TripContent.type && activity.state != .pending {
      let others = book.newest(of: activity.uuid)?.state.flatMap { json.removing(TripContent.names, fromJSON: $0) }
      var request = UpdateRequest(
        .uuid(activity.uuid),
        content: ProposedContent(
          state: .wellFormed(content.json(beside: others)), stale: (present ?? fix.time) + content.freshness),
        cause: .location)
      request.fixTime = fix.time
      request.urgency = showing == .arrival || showing == .departure ? .stateChange : .ordinary
      _ = inBook(now) { book, moment, sink in book.update(request, at: moment, into: sink) }
    }
  }

  /// Decides what becomes of activities that an earlier process left, once it is known which session goes on.
  mutating func settleLeftovers(_ now: MonotonicTime) {
    book.session = storedSession
    guard awaitsLeftovers, !recording.isUndecided, recording.isOpen == (storedSession != nil) else { return }
    awaitsLeftovers = false
    inBook(now) { book, moment, sink in book.settleLeftovers(at: moment, into: sink) }
  }

  mutating func tickActivities(_ now: MonotonicTime) {
    guard let due = book.deadline, now >= due else { return }
    inBook(now) { book, moment, sink in book.tick(at: moment, naming: Identity.uuid, into: sink) }
  }

  /// What tells of a session ends with it.
  mutating func endTrips(_ now: MonotonicTime) {
    for activity in book.live where activity.type == TripContent.type {
      var request = EndRequest(.uuid(activity.uuid))
      request.endedBy = .program
      request.cause = .system
      _ = inBook(now) { book, moment, sink in book.end(request, at: moment, into: sink) }
    }
  }

  /// The store is another one: what is live goes on in it, of no session that it knows.
  mutating func carryActivitiesOver(_ now: MonotonicTime) {
    book = ActivityBook(settings.activities, restoring: book.live.map(\.withoutSession), nextSequence: 1)
    for activity in book.live { recording.note(.activity(activity)) }
    awaitsLeftovers = true
  }
}

extension Activity {
  fileprivate var withoutSession: Activity {
    Activity(
      uuid: uuid, session: nil, type: type, name: name, attributes: attributes, state: state, content: content,
      started: started)
  }
}

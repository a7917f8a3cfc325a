import Positioning

extension ActivityBook {
  /// Decides what becomes of the live activities that an earlier process left, once it is known which session is
  /// recorded (`session`, nil if none goes on).
  ///
  /// What is out of date is marked as stale first. Then those that tell of that session, or of none, are adopted; the
  /// others end, with `crash` as the reason that marks them as broken off. This has to happen before anything is
  /// started in earnest, else a zombie stands in the way (or a second one beside it).
  public mutating func settleLeftovers(at moment: Moment, into sink: (ActivityEffect) -> Void) {
    dating.note(moment)
    let now = moment.monotonic
    if let date = dating.date(at: now) { passDates(at: now, date, sink) }
    for activity in running.filter(\.isLeftBehind).map(\.activity) {
      guard let index = running.firstIndex(where: { $0.activity.uuid == activity.uuid }) else { continue }
      if activity.session == nil || activity.session == session {
        running[index].isLeftBehind = false
        noteChange(.adopt, of: activity, at: now, sink)
      } else {
        abandon(index, at: now, sink)
      }
    }
  }

  private mutating func abandon(_ index: Int, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void) {
    let uuid = running[index].activity.uuid
    var request = EndRequest(.uuid(uuid))
    request.endedBy = .crash
    close(index, request, row(.end, .system, of: uuid, at: now), at: now, sink)
  }
}

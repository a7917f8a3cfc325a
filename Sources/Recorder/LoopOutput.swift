import GPSClient
import Positioning
import TrackStore
import Tracking

/// What goes out: commits, announcements and the state for onlookers.
extension RecordLoop {
  /// Counts wait this long for facts to be stored with, in milliseconds: a little longer than a rest is silent, so
  /// that they are stored together.
  private static let longestCountWait: Int64 = 330_000
  /// Commits come so much earlier than they have to, in milliseconds: a receiver's fixes come when they want.
  private static let margin: Int64 = 100
  /// The longest time that a commit waits for a fix to be complete, in milliseconds.
  private static let longestEpochWait: Int64 = 500
  /// The file is looked after this often, in milliseconds.
  private static let tending: Int64 = 60_000

  /// Pressing or not, the disk gets this long to rest between commits, in milliseconds: a feed in fast motion stops and
  /// goes on many times a second.
  private static let shortestPause: Int64 = 200

  var commitDeadline: MonotonicTime? {
    if let trouble = keeper.trouble { return trouble.nextTry }
    switch recording.need {
    case .none: return nil
    case .counts: return lastCommit + Self.longestCountWait
    case .facts: return dueForFacts
    case .urgent: return lastCommit + Self.shortestPause
    }
  }

  /// A fix that waits for the rest of its epoch is waited for, so that no two commits are further apart than what they
  /// store: a power cut must not take more than the interval says.
  private var dueForFacts: MonotonicTime {
    let due = lastCommit + max(settings.commitInterval - Self.margin, settings.commitInterval / 2)
    guard let epoch = recording.deadline, epoch > due, epoch - due <= Self.longestEpochWait else { return due }
    return epoch
  }

  mutating func commitIfDue(_ now: MonotonicTime) {
    guard let due = commitDeadline, now >= due else { return }
    commit(now)
    tendIfDue(now)
  }

  /// The first commit shows whether the store can be used at all. One that may be used later is waited for.
  mutating func commitFirst() throws(StoreError) {
    let now = Clocks.monotonic()
    if !commit(now), let reason = keeper.lastRefusal, !reason.mayPass { throw reason }
  }

  /// Stores everything up to now; false if the store refuses.
  @discardableResult mutating func commit(_ now: MonotonicTime) -> Bool {
    let trouble = keeper.trouble
    switch keeper.commit(&recording, now, at: Clocks.system()) {
    case .stored:
      lastCommit = now
      if let trouble { tellEnd(of: trouble, now) }
      return true
    case .refused:
      if trouble == nil, let reason = keeper.trouble?.reason {
        announce(
          Announcement(
            kind: .storage,
            text: "the database refuses writes: \(reason); fixes wait in memory, which has room for hours"), now)
      }
      return false
    case .startedOver(let loss):
      announce(Announcement(kind: .storage, text: loss.words), now)
      carryActivitiesOver(now)
      if let background { hold(background) }
      if settings.role != .foreground { recording.note(.intent(intent)) }
      return commit(now)
    }
  }

  private mutating func tellEnd(of trouble: StoreKeeper.Trouble, _ now: MonotonicTime) {
    let seconds = (now - trouble.began + 500) / 1000
    let loss = trouble.leftOut == 0 ? "nothing was lost" : "\(trouble.leftOut) rows had to be left out"
    announce(
      Announcement(kind: .storage, text: "the database takes writes again, after \(seconds) s; \(loss)"), now)
  }

  private mutating func tendIfDue(_ now: MonotonicTime) {
    guard now - lastTended >= Self.tending else { return }
    lastTended = now
    let isStarved = keeper.tend() != nil
    if isStarved, !logIsStarved {
      announce(
        Announcement(kind: .storage, text: "a program that reads the database for long makes its log grow"), now)
    }
    logIsStarved = isStarved
    policy = PolicyFile.read()
    if let present { keeper.forgetActivityLog(before: present + -settings.activityLogAge) }
  }

  mutating func announce(_ announcement: Announcement, _ now: MonotonicTime) {
    if let admitted = repeats.admit(announcement, now) { tell(admitted, now) }
  }

  mutating func tell(_ announcement: Announcement, _ now: MonotonicTime) {
    observer.announce(announcement)
    recording.note(.event(StoredEvent(time: time(of: now), kind: announcement.kind, detail: announcement.text)))
    manager?.say(managerStatus)
  }

  /// The time by the newest fix and the steady clock since; before any fix, by the system's clock if it can be right.
  func time(of now: MonotonicTime) -> Timestamp? {
    guard watch.hasFix, let newest = recording.pipeline.newest else { return present }
    return newest.time + watch.withoutFix(now)
  }

  /// One line for `systemctl status`.
  var managerStatus: String {
    guard recording.isOpen || recording.isUndecided else { return "STATUS=idle; start with: waylog start" }
    let place =
      switch watch.state {
      case .unreachable: "gpsd cannot be reached"
      case .noDevice: "gpsd has no receiver"
      case .silent: "the receiver is silent"
      case .noFix: "waiting for a fix"
      case .fix: recording.isOpen ? "recording" : "waiting for a fix"
      }
    return "STATUS=\(place)\(keeper.trouble == nil ? "" : "; the database refuses writes")"
  }

  mutating func showStatusIfDue(_ now: MonotonicTime) {
    guard observer.wantsStatus, shown.map({ now - $0 >= 1_000 }) ?? true else { return }
    shown = now
    observer.show(
      Status(
        link: watch.state, newest: recording.pipeline.newest, millisecondsWithoutFix: watch.withoutFix(now),
        isStationary: recording.pipeline.openRest != nil, distanceMetres: recording.distanceMetres))
  }
}

extension TrackWriter.Loss {
  fileprivate var words: String {
    switch self {
    case .damaged(let name): "the database was damaged; it is kept as \(name), and a new one is begun"
    case .removed: "the database was gone; a new one is begun"
    case .replaced: "another database is in the place of this one; a session is begun in it"
    }
  }
}

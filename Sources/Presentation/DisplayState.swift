import Positioning

/// The one word for how things stand; what is worse hides what is better.
public enum DisplayState: String, CaseIterable, Sendable {
  /// No recorder answers.
  case noRecorder = "no-recorder"
  /// The database refuses writes.
  case notStored = "not-stored"
  /// The activity is over.
  case ended
  /// The activity's content is out of date.
  case stale
  /// gpsd cannot be reached.
  case unreachable
  /// gpsd has no receiver.
  case noDevice = "no-device"
  /// The receiver says nothing.
  case silent
  /// The receiver does not know where it is.
  case noFix = "no-fix"
  /// The first fix decides whether the session goes on.
  case waiting
  /// Nothing is recorded.
  case idle
  /// An activity is live and the receiver at rest.
  case atRest = "at-rest"
  /// An activity is live and the receiver moves.
  case moving
  /// An activity is live whose content says nothing of movement.
  case active
  /// A session is recorded, without an activity.
  case recording

  /// How things stand in a snapshot at a moment.
  init(of snapshot: Snapshot, at now: Timestamp) {
    self =
      switch (snapshot.recorder, snapshot.storage, snapshot.activity) {
      case (.none, _, _): .noRecorder
      case (_, .refused, _): .notStored
      case (_, .ok, let activity?): Self.state(of: activity, in: snapshot, at: now)
      case (_, .ok, nil): Self.state(ofRecorderIn: snapshot)
      }
  }

  private static func state(of activity: Snapshot.Activity, in snapshot: Snapshot, at now: Timestamp) -> Self {
    if activity.state == .ended { return .ended }
    if activity.isStale(at: now) { return .stale }
    guard activity.content.isOfMovement else { return .active }
    let recorder = state(ofRecorderIn: snapshot)
    guard recorder == .recording else { return recorder }
    return activity.content.isStationary == true ? .atRest : .moving
  }

  private static func state(ofRecorderIn snapshot: Snapshot) -> Self {
    switch (snapshot.recorder, snapshot.link) {
    case (.none, _): .noRecorder
    case (.idle, _): .idle
    case (_, .unreachable?): .unreachable
    case (_, .noDevice?): .noDevice
    case (_, .silent?): .silent
    case (.waiting, _): .waiting
    case (_, .noFix?): .noFix
    case (.recording, .fix?), (.recording, nil): .recording
    }
  }
}

extension DisplayState {
  /// A word of at most 8 columns.
  var shortWord: String {
    switch self {
    case .noRecorder: "off"
    case .notStored: "storage!"
    case .unreachable: "no gpsd"
    case .noDevice: "no GPS"
    case .silent: "silent"
    case .waiting: "waiting"
    case .recording: "REC"
    default: words
    }
  }

  /// A word or two.
  var words: String {
    switch self {
    case .noRecorder: "no recorder"
    case .notStored: "not stored"
    case .ended: "ended"
    case .stale: "stale"
    case .unreachable: "no gpsd"
    case .noDevice: "no receiver"
    case .silent: "receiver silent"
    case .noFix: "no fix"
    case .waiting: "waiting for a fix"
    case .idle: "idle"
    case .atRest: "at rest"
    case .moving: "moving"
    case .active: "active"
    case .recording: "recording"
    }
  }

  /// A sentence on what is amiss, nil where nothing is.
  var complaint: String? {
    switch self {
    case .noRecorder: "no recorder runs"
    case .notStored: "the database refuses writes; facts wait in memory"
    case .unreachable: "gpsd cannot be reached"
    case .noDevice: "gpsd has no receiver"
    case .silent: "the receiver says nothing"
    case .noFix: "the receiver has no fix"
    default: nil
    }
  }

  /// Whether a speed is news: not at rest, and not after the end.
  var showsSpeed: Bool {
    switch self {
    case .moving, .stale, .notStored, .unreachable, .noDevice, .silent, .noFix: true
    default: false
    }
  }
}

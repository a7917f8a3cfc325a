public import LiveActivity
public import Positioning
public import Tracking

/// Something that happened, to be kept with its time.
public struct StoredEvent: Equatable, Sendable {
  /// When, if any clock could be trusted.
  public var time: Timestamp?
  /// What kind of thing.
  public var kind: EventKind
  /// In words; never a position.
  public var detail: String

  /// Creates an event.
  public init(time: Timestamp?, kind: EventKind, detail: String) {
    self.time = time
    self.kind = kind
    self.detail = detail
  }
}

/// A new fact that waits to be stored.
public enum StoredFact: Equatable, Sendable {
  /// The path of a receiver; comes before everything that names it.
  case receiver(DeviceID, path: String)
  case began(Fix)
  case row(TrackRow)
  case rest(Rest)
  case gap(Gap)
  case leg(Leg)
  case event(StoredEvent)
  /// A place that the owner marked, in their words.
  case mark(Fix, String?)
  /// The session ends, with what was still changing; what follows belongs to the one that is opened next.
  indirect case ended(Snapshot, at: Timestamp?, EndReason)
  /// Another session begins.
  case opened(SessionStart, bootID: String?)
  /// An unfinished session goes on.
  case resumed(Int64, bootID: String?)
  /// The recorder ends in order, the session does not; with what was still changing.
  indirect case suspended(Snapshot)
  /// Unfinished sessions will not go on: they end at what is known of them last. All but one, where one still may.
  case abandoned(except: Int64?, bootID: String?)
  /// What the owner wants from now on; nil if that is left to the configuration.
  case intent(Intent?)
  /// An activity as it is now.
  indirect case activity(Activity)
  /// A row of the log of activities, new or grown.
  indirect case activityLog(ActivityLogEntry)
  /// A background session as it is now.
  case background(BackgroundRow)
}

/// A background session as it is stored.
public struct BackgroundRow: Equatable, Sendable {
  /// Its name.
  public var uuid: String
  /// When it was created, if any clock could be trusted.
  public var created: Timestamp?
  /// When a later process took it up.
  public var rejoined: Timestamp?
  /// When it ended.
  public var invalidated: Timestamp?

  /// Creates a row.
  public init(uuid: String, created: Timestamp?, rejoined: Timestamp? = nil, invalidated: Timestamp? = nil) {
    self.uuid = uuid
    self.created = created
    self.rejoined = rejoined
    self.invalidated = invalidated
  }
}

/// What the owner wants of the recorder; it outlives the process.
public struct Intent: Equatable, Sendable {
  /// Updates were started and not stopped since.
  public var updatesStarted: Bool
  /// A background session is wanted.
  public var backgroundActivity = false
  /// Whether positions may be used, in the word of the store.
  public var authorization = "always"
  /// When it changed last, if any clock could be trusted.
  public var changed: Timestamp?

  /// Creates an intent.
  public init(updatesStarted: Bool) { self.updatesStarted = updatesStarted }
}

/// What still changes, as it is at the moment of a commit.
public struct Snapshot: Equatable, Sendable {
  /// The newest fix, if it is no row yet.
  public var tip: TrackRow?
  /// The totals since the last leg.
  public var openLeg: Leg?
  /// Where every report went.
  public var ledger: Ledger
  /// Located updates delivered.
  public var updates: Int

  /// What a pipeline says now.
  public init(of pipeline: borrowing TrackPipeline) {
    tip = pipeline.tip
    openLeg = pipeline.openLeg
    ledger = pipeline.ledger
    updates = pipeline.updates
  }
}

/// How a session ended.
public enum EndReason: String, Sendable {
  case stopped, clock, imported
  /// The terminal of a foreground recording was closed.
  case hangup
  /// It goes on in another session, without a hole.
  case split
  /// It is being deleted: what is left of it ends where it ends.
  case deleted
}

/// What is known of a session when it begins.
public struct SessionStart: Equatable, Sendable {
  /// Who filled it.
  public enum Origin: String, Sendable { case record, `import` }

  /// A UUID of version 7.
  public var uuid: String
  /// What its owner calls it.
  public var name: String?
  /// What its owner says about it.
  public var note: String?
  /// Name of the profile.
  public var profile: String
  /// Who fills it.
  public var origin: Origin
  /// Version of this program.
  public var version: String

  /// Creates the description of a session.
  public init(
    uuid: String, name: String?, note: String? = nil, profile: String, origin: Origin, version: String
  ) {
    self.uuid = uuid
    self.name = name
    self.note = note
    self.profile = profile
    self.origin = origin
    self.version = version
  }
}

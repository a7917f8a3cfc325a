public import Positioning

/// What a full screen shows of a recorder and its store; each thing as it was known last, nil where it never was.
public struct ScreenState: Sendable {
  /// What the recorder is doing; `none` while no recorder answers, and all else is what was known before.
  public var recorder = Snapshot.Recorder.none
  /// How far the connection to the receiver reaches.
  public var link: Snapshot.Link?
  /// The gpsd that is listened to.
  public var gpsd: String?
  /// The newest fix, however old it is.
  public var fix: LastFix?
  /// Whether the receiver rested at the newest fix.
  public var isAtRest: Bool?
  /// Whether the database takes what is recorded.
  public var storage = Snapshot.Storage.ok
  /// Facts that wait in the recorder's memory for the database.
  public var waitingFacts: Int64?
  /// The activity that is shown, in words.
  public var activity: String?
  /// The session that is recorded, else the newest one.
  public var session: Session?
  /// Its stops, in order.
  public var stops: [TrackStop] = []
  /// The newest part of its track.
  public var sketch = TrackSketch(segments: [])
  /// The database.
  public var store: Store

  /// Creates a state in which nothing is known but where the database is.
  public init(store: Store) { self.store = store }
}

extension ScreenState {
  /// A fix and when it came.
  public struct LastFix: Equatable, Sendable {
    /// When it came, by the clock that ages are told by.
    public var received: MonotonicTime
    /// Kind of fix.
    public var mode: FixMode
    /// Satellites used.
    public var satellites: Int64?
    /// Metres per second over ground.
    public var speedMPS: Double?
    /// Degrees from true north.
    public var courseDegrees: Double?
    /// Estimated horizontal error in metres.
    public var accuracyMetres: Double?
    /// Where; nil unless it is to be shown.
    public var coordinate: Coordinate?

    /// Creates a fix of which only its kind is known.
    public init(received: MonotonicTime, mode: FixMode) { (self.received, self.mode) = (received, mode) }
  }

  /// A session's totals.
  public struct Session: Equatable, Sendable {
    /// Its number in the store.
    public var number: Int64
    /// What its owner calls it.
    public var name: String?
    /// Its first fix.
    public var started: Timestamp?
    /// Length of the movement in metres.
    public var distanceMetres = 0.0
    /// The times in milliseconds; moving, rest and gap add up to the duration.
    public var durationMS, movingMS, restMS, gapMS: Int64
    /// The greatest speed in metres per second.
    public var greatestSpeedMPS: Double?
    /// Rows of its track.
    public var rows: Int64 = 0

    /// Creates a session that has no length yet.
    public init(number: Int64) {
      self.number = number
      (durationMS, movingMS, restMS, gapMS) = (0, 0, 0, 0)
    }
  }

  /// The database as a file.
  public struct Store: Equatable, Sendable {
    /// Its path.
    public var path: String
    /// Its size.
    public var bytes: Int64 = 0
    /// Why it cannot be read; nil if it can.
    public var trouble: String?

    /// Creates a store of which nothing is known but its path.
    public init(path: String) { self.path = path }
  }

  /// A fix is live for so many milliseconds.
  static let longestLife: Int64 = 10_000

  /// How old the newest fix is at a moment, in milliseconds.
  func fixAge(at now: MonotonicTime) -> Int64? { fix.map { max(0, now - $0.received) } }

  /// Whether the newest fix says where the receiver is at a moment: the recorder has it, and it is not old.
  func isLive(at now: MonotonicTime) -> Bool {
    guard recorder == .recording || recorder == .waiting, link == .fix, let age = fixAge(at: now) else { return false }
    return age < Self.longestLife
  }
}

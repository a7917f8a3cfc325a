public import Positioning

/// A row of the track.
public struct TrackRow: Equatable, Sendable {
  /// From 1, without holes, in the order of time.
  public var sequence: Int
  /// The unbroken run it belongs to, from 1.
  public var segment: Int
  /// The fix as received.
  public var fix: Fix
  /// Why it was kept.
  public var keeping: Keeping
  /// It was received at rest.
  public var isStationary: Bool
  /// The greatest speed that two successive fixes agree on since the row before, in metres per second.
  public var greatestSpeedMPS: Double?

  /// Creates a row.
  public init(
    sequence: Int, segment: Int, fix: Fix, keeping: Keeping, isStationary: Bool, greatestSpeedMPS: Double? = nil
  ) {
    self.sequence = sequence
    self.segment = segment
    self.fix = fix
    self.keeping = keeping
    self.isStationary = isStationary
    self.greatestSpeedMPS = greatestSpeedMPS
  }
}

/// A stay at one place.
public struct Rest: Equatable, Sendable {
  /// From 1 in the session.
  public var number: Int
  /// When it truly began.
  public var arrival: Timestamp
  /// When it truly ended; nil while it lasts.
  public var departure: Timestamp?
  /// When it was known to have begun.
  public var detected: Timestamp
  /// When it was known to have ended.
  public var released: Timestamp?
  /// The last fix that belongs to it.
  public var seen: Timestamp
  /// Centre of all its fixes.
  public var centre: Coordinate
  /// No fix of it lies further from the centre, in metres.
  public var radiusMetres: Double
  /// How many fixes it has.
  public var fixes: Int
  /// Time inside it that belongs to gaps, in milliseconds.
  public var gapMilliseconds: Int64

  /// Creates a rest.
  public init(
    number: Int, arrival: Timestamp, departure: Timestamp?, detected: Timestamp, released: Timestamp?, seen: Timestamp,
    centre: Coordinate, radiusMetres: Double, fixes: Int, gapMilliseconds: Int64
  ) {
    self.number = number
    self.arrival = arrival
    self.departure = departure
    self.detected = detected
    self.released = released
    self.seen = seen
    self.centre = centre
    self.radiusMetres = radiusMetres
    self.fixes = fixes
    self.gapMilliseconds = gapMilliseconds
  }
}

/// What happened beside fixes.
public enum EventKind: String, Sendable {
  case connection, device, fix, authorization, flag, attach, detach, start, stop, adopted, clock, storage
}

/// What the pipeline found out, in the order of time. All of it is new; nothing is taken back but the tip.
public enum Effect: Equatable, Sendable {
  /// The session has its first accepted fix.
  case began(Fix)
  /// A row that stays.
  case row(TrackRow)
  /// A rest began, was touched, or ended; by its number it replaces what was said of it before.
  case rest(Rest)
  /// A hole, once the fix after it is there.
  case gap(Gap)
  /// A part of the movement whose totals are final.
  case leg(Leg)
  /// Something to tell and to keep.
  case event(Timestamp, EventKind, String)
  /// The receiver's clock stepped back for good: the session ends at its last fix, and a new one begins with these.
  case clockWentBack([Report])
}

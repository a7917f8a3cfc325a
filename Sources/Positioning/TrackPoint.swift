/// A row of a recorded track, in the whole numbers that the store holds, so that exports print what was received
/// to the last digit.
public struct TrackPoint: Equatable, Sendable {
  /// The session.
  public var session: Int64
  /// The unbroken run in it.
  public var segment: Int64
  /// When.
  public var time: Timestamp
  /// 1e-9 degrees north.
  public var latitudeE9: Int64
  /// 1e-9 degrees east, −180e9 to 180e9.
  public var longitudeE9: Int64
  /// 1e-4 metres above mean sea level.
  public var altitudeMSLE4: Int64?
  /// 1e-4 metres above the WGS 84 ellipsoid.
  public var altitudeHAEE4: Int64?
  /// Millimetres per second over ground.
  public var speedMMPS: Int64?
  /// 1e-4 degrees from true north.
  public var courseE4: Int64?
  /// Millimetres per second upwards.
  public var climbMMPS: Int64?
  /// Estimated horizontal error in millimetres.
  public var horizontalErrorMM: Int64?
  /// Estimated vertical error in millimetres.
  public var verticalErrorMM: Int64?
  /// 1e-2 of horizontal dilution.
  public var hdopE2: Int64?
  /// Satellites used.
  public var satellites: Int64?
  /// Kind of fix.
  public var mode: FixMode
  /// How the fix came about.
  public var status: FixStatus
  /// Received at rest.
  public var isStationary: Bool
  /// The receiver's path in gpsd.
  public var device: String

  /// Creates a row of which only the place in the track is known.
  public init(session: Int64, segment: Int64, time: Timestamp, latitudeE9: Int64, longitudeE9: Int64) {
    (self.session, self.segment, self.time) = (session, segment, time)
    (self.latitudeE9, self.longitudeE9) = (latitudeE9, longitudeE9)
    mode = .unknown
    status = FixStatus(code: 0)
    isStationary = false
    device = ""
  }
}

/// A recorded session, as exports and lists show it.
public struct TrackSession: Equatable, Sendable {
  /// Its number in the store.
  public var number: Int64
  /// Its name in the world.
  public var uuid: String
  /// What its owner calls it.
  public var name: String?
  /// What its owner says about it.
  public var note: String?
  /// Its first fix, if it has one.
  public var started: Timestamp?
  /// Its last fix, once it has ended.
  public var ended: Timestamp?

  /// Creates a session without name and times.
  public init(number: Int64, uuid: String) {
    self.number = number
    self.uuid = uuid
  }
}

/// A place that its owner marked.
public struct TrackMark: Equatable, Sendable {
  /// When.
  public var time: Timestamp
  /// 1e-9 degrees north.
  public var latitudeE9: Int64
  /// 1e-9 degrees east.
  public var longitudeE9: Int64
  /// What its owner says about it.
  public var text: String?

  /// Creates a mark.
  public init(time: Timestamp, latitudeE9: Int64, longitudeE9: Int64, text: String?) {
    (self.time, self.latitudeE9, self.longitudeE9, self.text) = (time, latitudeE9, longitudeE9, text)
  }
}

/// A stay, or a hole in whose ends the place is the same.
public struct TrackStop: Equatable, Sendable {
  /// `rest` or `off`.
  public var kind: String
  /// When it began.
  public var arrival: Timestamp
  /// When it ended; nil while it lasts.
  public var departure: Timestamp?
  /// How long, in milliseconds.
  public var durationMS: Int64
  /// 1e-9 degrees north.
  public var latitudeE9: Int64
  /// 1e-9 degrees east.
  public var longitudeE9: Int64
  /// How far its fixes reach from its centre, in millimetres.
  public var radiusMM: Int64

  /// Creates a stop.
  public init(
    kind: String, arrival: Timestamp, departure: Timestamp?, durationMS: Int64, latitudeE9: Int64, longitudeE9: Int64,
    radiusMM: Int64
  ) {
    (self.kind, self.arrival, self.departure) = (kind, arrival, departure)
    (self.durationMS, self.latitudeE9, self.longitudeE9) = (durationMS, latitudeE9, longitudeE9)
    self.radiusMM = radiusMM
  }
}

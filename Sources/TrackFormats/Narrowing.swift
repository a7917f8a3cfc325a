public import Positioning

/// Which fixes of a part are meant; where others lie between them, a new segment begins.
public struct Narrowing: Sendable {
  /// The receiver's path in gpsd.
  public var device: String?
  /// Whether those of a simulated receiver count.
  public var hasSimulated = true
  /// Where they lie.
  public var box: CoordinateBox?
  /// The longest time in milliseconds that a line may stand for.
  public var longestGapMS: Int64?

  /// Everything.
  public init() {}

  /// Whether anything is left out or cut.
  public var isUsed: Bool { device != nil || !hasSimulated || box != nil || longestGapMS != nil }

  /// Whether a fix is meant.
  public func isMeant(_ point: TrackPoint) -> Bool {
    (device.map { $0 == point.device } ?? true) && (hasSimulated || point.status.code != 8)
      && isMeant(point.latitudeE9, point.longitudeE9)
  }

  func isMeant(_ latitudeE9: Int64, _ longitudeE9: Int64) -> Bool {
    box.map { $0.contains(latitudeE9: latitudeE9, longitudeE9: longitudeE9) } ?? true
  }
}

/// Lets only those through that are meant.
public struct NarrowingSink<Next: TrackSink>: TrackSink {
  /// What it stands before.
  public private(set) var next: Next
  private let narrowing: Narrowing
  private var segments = Segments()

  /// Stands before a sink.
  public init(_ narrowing: Narrowing, before next: Next) { (self.narrowing, self.next) = (narrowing, next) }

  /// Begins the file.
  public mutating func begin() throws { try next.begin() }

  /// A marked place, if it is in the box.
  public mutating func mark(_ mark: TrackMark, of session: Int64) throws {
    if narrowing.isMeant(mark.latitudeE9, mark.longitudeE9) { try next.mark(mark, of: session) }
  }

  /// A stop, if it is in the box.
  public mutating func stop(_ stop: TrackStop, of session: Int64) throws {
    if narrowing.isMeant(stop.latitudeE9, stop.longitudeE9) { try next.stop(stop, of: session) }
  }

  /// Begins a session.
  public mutating func begin(_ session: TrackSession) throws {
    segments.begin()
    try next.begin(session)
  }

  /// The next row of the session, if it is meant.
  public mutating func point(_ point: TrackPoint) throws {
    guard narrowing.isMeant(point) else { return segments.interrupt() }
    if let longest = narrowing.longestGapMS, let last = segments.last, point.time - last.time > longest {
      segments.interrupt()
    }
    var meant = point
    meant.segment = segments.number(of: point)
    try next.point(meant)
  }

  /// Ends the session.
  public mutating func endSession() throws { try next.endSession() }

  /// Ends the file.
  public mutating func end() throws { try next.end() }
}

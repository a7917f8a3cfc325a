public import Positioning

/// What an export keeps to itself.
public struct PrivacyRules: Sendable {
  /// The part of a session that may be shown, and what its times count from.
  public struct Part: Sendable {
    /// The first moment; nil for the beginning.
    public var from: Timestamp?
    /// The moment after the last; nil for the end.
    public var to: Timestamp?
    /// What becomes 1970-01-01T00:00:00Z, so that times are those since the start; nil for times as they are.
    public var start: Timestamp?

    /// All of a session, its times as they are.
    public init() {}

    func contains(_ time: Timestamp) -> Bool {
      (from.map { time >= $0 } ?? true) && (to.map { time < $0 } ?? true)
    }
  }

  /// What is cut out.
  public var circles: [CutCircle] = []
  /// By the number of the session.
  public var parts: [Int64: Part] = [:]
  /// Decimals of degrees, 0 to 9; nil for all there are.
  public var precision: Int?

  /// Rules that keep nothing back.
  public init() {}

  /// Whether a fix is shown at all.
  public func shows(_ point: TrackPoint) -> Bool {
    isInPart(point) && !isHidden(point.latitudeE9, point.longitudeE9)
  }

  func part(_ session: Int64) -> Part { parts[session] ?? Part() }

  func isInPart(_ point: TrackPoint) -> Bool { part(point.session).contains(point.time) }

  func isHidden(_ latitudeE9: Int64, _ longitudeE9: Int64) -> Bool {
    guard !circles.isEmpty, let place = Coordinate(latitudeE9: latitudeE9, longitudeE9: longitudeE9) else {
      return false
    }
    return circles.contains { $0.contains(place) }
  }

  func isHidden(from a: TrackPoint, to b: TrackPoint) -> Bool {
    guard !circles.isEmpty, let start = Coordinate(latitudeE9: a.latitudeE9, longitudeE9: a.longitudeE9),
      let end = Coordinate(latitudeE9: b.latitudeE9, longitudeE9: b.longitudeE9)
    else { return false }
    return circles.contains { $0.isCrossed(from: start, to: end) }
  }

  /// The time as it is shown.
  func shown(_ time: Timestamp, of session: Int64) -> Timestamp {
    part(session).start.map { Timestamp(milliseconds: time - $0) } ?? time
  }

  /// Degrees as they are shown, rounded half away from zero.
  func shown(_ degreesE9: Int64) -> Int64 {
    guard let precision, precision < 9 else { return degreesE9 }
    let unit = repeatElement(Int64(10), count: 9 - precision).reduce(1, *)
    let half = degreesE9 < 0 ? -unit / 2 : unit / 2
    return (degreesE9 + half) / unit * unit
  }

  /// A session as it is shown: its times and its uuid, which holds one, would tell when it began at what is kept back.
  func shown(_ session: TrackSession) -> TrackSession {
    let part = part(session.number)
    guard !circles.isEmpty || part.from != nil || part.to != nil || part.start != nil else { return session }
    var shown = TrackSession(number: session.number, uuid: "")
    (shown.name, shown.note) = (session.name, session.note)
    return shown
  }
}

extension Coordinate {
  fileprivate init?(latitudeE9: Int64, longitudeE9: Int64) {
    self.init(latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9)
  }
}

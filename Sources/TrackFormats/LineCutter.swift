import Positioning

/// Takes lines that never cross the antimeridian and have two positions or more.
protocol LineSink {
  associatedtype Target
  /// Begins a line with its first position; at least one more follows.
  mutating func begin(_ point: TrackPoint, into target: inout Target) throws
  /// Adds a position to the line.
  mutating func extend(_ point: TrackPoint, into target: inout Target) throws
  /// Ends the line.
  mutating func end(into target: inout Target) throws
  /// A run that is a single position and no line.
  mutating func single(_ point: TrackPoint, into target: inout Target) throws
}

/// Makes lines of the runs of a track: a new segment number begins a new line, and a line that crosses the antimeridian
/// is cut in two there (RFC 7946 section 3.1.9), at a position that both halves have.
struct LineCutter<Lines: LineSink> {
  var lines: Lines
  /// The run's first position, until it is known whether a line comes of it.
  private var held: TrackPoint?
  /// The position written last, on the side of the antimeridian where its line is.
  private var last: TrackPoint?

  init(_ lines: Lines) { self.lines = lines }

  /// The next position of the track.
  mutating func point(_ point: TrackPoint, into target: inout Lines.Target) throws {
    guard let last, last.segment == point.segment else {
      try endRun(into: &target)
      (held, self.last) = (point, point)
      return
    }
    if point.isOnAntimeridian {
      // The meridian has two names: that of the side where the line comes from.
      var same = point
      same.longitudeE9 = last.sideE9
      try extend(same, into: &target)
    } else if (point.longitudeE9 - last.longitudeE9).magnitude > UInt64(halfTurnE9) {
      try cross(from: last, to: point, into: &target)
    } else {
      try extend(point, into: &target)
    }
  }

  /// Ends the run, if there is one.
  mutating func endRun(into target: inout Lines.Target) throws {
    if let held {
      try lines.single(held, into: &target)
    } else if last != nil {
      try lines.end(into: &target)
    }
    (held, last) = (nil, nil)
  }

  private mutating func extend(_ point: TrackPoint, into target: inout Lines.Target) throws {
    if let held { try lines.begin(held, into: &target) }
    held = nil
    try lines.extend(point, into: &target)
    last = point
  }

  private mutating func cross(from last: TrackPoint, to point: TrackPoint, into target: inout Lines.Target) throws {
    var meridian = last.isOnAntimeridian ? last : last.crossing(towards: point)
    if !last.isOnAntimeridian { try extend(meridian, into: &target) }
    meridian.longitudeE9 = -last.sideE9
    if held == nil { try lines.end(into: &target) }
    held = meridian
    try extend(point, into: &target)
  }
}

private let halfTurnE9: Int64 = 180_000_000_000

extension TrackPoint {
  fileprivate var isOnAntimeridian: Bool { longitudeE9.magnitude == UInt64(halfTurnE9) }

  /// The antimeridian's longitude on this side of it.
  fileprivate var sideE9: Int64 { longitudeE9 < 0 ? -halfTurnE9 : halfTurnE9 }

  /// Where a straight line to the other side meets the antimeridian; what cannot be between two values is unknown.
  fileprivate func crossing(towards other: TrackPoint) -> TrackPoint {
    let toMeridian = Double(halfTurnE9 - Int64(longitudeE9.magnitude))
    let whole = toMeridian + Double(halfTurnE9 - Int64(other.longitudeE9.magnitude))
    let share = toMeridian / whole
    func between(_ a: Int64, _ b: Int64) -> Int64 { a + Int64((Double(b - a) * share).rounded()) }
    func between(_ a: Int64?, _ b: Int64?) -> Int64? { a.flatMap { a in b.map { between(a, $0) } } }
    var crossing = TrackPoint(
      session: session, segment: segment, time: time + between(0, other.time - time),
      latitudeE9: between(latitudeE9, other.latitudeE9), longitudeE9: sideE9)
    crossing.altitudeMSLE4 = between(altitudeMSLE4, other.altitudeMSLE4)
    crossing.altitudeHAEE4 = between(altitudeHAEE4, other.altitudeHAEE4)
    return crossing
  }
}

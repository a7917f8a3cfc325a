import Positioning

/// Why a fix became a row of the track.
public enum Keeping: Int, CaseIterable, Sendable {
  /// The newest fix, a row only until a later one takes its place.
  case tip = 0
  case start, path, height, interval, arrival, departure, gap, end, all, distance, turn

  /// The word in the store's view.
  public var word: String {
    switch self {
    case .tip: "tip"
    case .start: "start"
    case .path: "path"
    case .height: "height"
    case .interval: "interval"
    case .arrival: "arrival"
    case .departure: "departure"
    case .gap: "gap"
    case .end: "end"
    case .all: "all"
    case .distance: "distance"
    case .turn: "turn"
    }
  }
}

/// Which fixes of a movement become rows.
public enum Thinning: Equatable, Sendable {
  /// As few as keep the stored line within the profile's tolerance of every fix.
  case bounded
  /// Those that a filter of steps lets through; nothing is promised about the others.
  case filtered(StepFilter)
  /// Every accepted fix, at rest as well.
  case keepAll
}

/// The filters that loggers usually have: a fix is stored as soon as one of the given steps from the last stored one
/// is reached. They never cut a segment.
public struct StepFilter: Equatable, Sendable {
  /// Milliseconds since the last stored fix.
  public var interval: Int64?
  /// Metres from the last stored fix.
  public var distanceMetres: Double?
  /// Degrees between the course and that of the last stored fix that had one.
  public var turnDegrees: Double?

  /// Creates a filter that lets nothing through but begins and ends.
  public init() {}
}

/// Leaves out fixes without leaving the path.
///
/// Promise: every fix handed in lies within E metres of the stored line *at its own time*, and within the height
/// tolerance where both it and the ends of its line have a height of the same kind. Proof: the line that is stored
/// runs from the anchor to a fix that the cone of all fixes between allowed when it came; the cone never allows a
/// velocity at which one of them would be further than E from the line at its time; and a fix that is not allowed
/// makes the one before it, which was, the end of the line.
struct TrackThinner {
  private let profile: Profile
  private let thinning: Thinning
  private var course: Double?
  private var anchor: Fix?
  private var plane: LocalPlane?
  private var cone: VelocityCone
  private var candidate: Fix?

  init(profile: Profile, thinning: Thinning) {
    self.profile = profile
    self.thinning = thinning
    // Whoever checks the promise on a sphere instead of the ellipsoid measures up to 0.6 % more.
    cone = VelocityCone(toleranceMetres: profile.toleranceMetres * 0.99)
  }

  /// The newest fix, if it is not a row yet.
  var tip: Fix? { candidate }

  /// Begins a line at a row.
  mutating func begin(at fix: Fix) {
    anchor = fix
    plane = LocalPlane(at: fix.coordinate)
    cone.open()
    candidate = nil
    course = fix.measurements.courseDegrees ?? course
  }

  /// Takes the next fix; hands out the one before it where the line has to bend there, or the fix itself where the
  /// line has become too long in time.
  mutating func step(_ fix: Fix) -> (row: Fix, because: Keeping)? {
    if thinning == .keepAll { return (fix, .all) }
    guard let anchor else {
      begin(at: fix)
      return (fix, .start)
    }
    if case .filtered(let filter) = thinning { return step(fix, from: anchor, filter) }
    if let bend = reasonToBend(anchor, fix), let corner = candidate {
      begin(at: corner)
      narrow(from: corner, to: fix)
      candidate = fix
      return (corner, bend)
    }
    narrow(from: anchor, to: fix)
    candidate = fix
    guard fix.time - anchor.time >= profile.longestInterval else { return nil }
    begin(at: fix)
    return (fix, .interval)
  }

  private mutating func step(_ fix: Fix, from anchor: Fix, _ filter: StepFilter) -> (row: Fix, because: Keeping)? {
    candidate = fix
    let turn = both(course, fix.measurements.courseDegrees).map { Angle.difference($0, $1) }
    var reason: Keeping?
    if let interval = filter.interval, fix.time - anchor.time >= interval { reason = .interval }
    if let metres = filter.distanceMetres, let plane, plane.point(of: fix.coordinate).length >= metres {
      reason = .distance
    }
    if let degrees = filter.turnDegrees, let turn, turn >= degrees { reason = .turn }
    guard let reason else { return nil }
    begin(at: fix)
    return (fix, reason)
  }

  private func both(_ a: Double?, _ b: Double?) -> (Double, Double)? {
    guard let a, let b else { return nil }
    return (a, b)
  }

  /// Forgets the line; the next fix begins a new one.
  mutating func end() {
    anchor = nil
    candidate = nil
  }

  private func reasonToBend(_ anchor: Fix, _ fix: Fix) -> Keeping? {
    let seconds = Double(fix.time - anchor.time) / 1000
    guard let plane, cone.allows(plane.point(of: fix.coordinate), after: seconds) else { return .path }
    if let rise = rise(from: anchor, to: fix), !cone.allows(rise: rise, after: seconds) { return .height }
    return nil
  }

  private mutating func narrow(from anchor: Fix, to fix: Fix) {
    let seconds = Double(fix.time - anchor.time) / 1000
    guard let plane else { return }
    cone.narrow(to: plane.point(of: fix.coordinate), after: seconds)
    if let rise = rise(from: anchor, to: fix) {
      cone.narrow(toRise: rise, after: seconds, tolerance: profile.heightToleranceMetres)
    }
  }

  /// Heights above sea level and above the ellipsoid differ by tens of metres: never one of each.
  private func rise(from anchor: Fix, to fix: Fix) -> Double? {
    if let a = anchor.measurements.altitudeMSLMetres, let b = fix.measurements.altitudeMSLMetres { return b - a }
    if let a = anchor.measurements.altitudeHAEMetres, let b = fix.measurements.altitudeHAEMetres { return b - a }
    return nil
  }
}

import Positioning

/// Tells rest from movement, one fix at a time.
///
/// Three kinds of evidence: the receiver's own (Doppler) speed over a few seconds; the even movement that fits the
/// positions of half a minute; and the distance from an anchor that follows slowly, against a radius learnt from the
/// scatter seen during this rest. Without Doppler only the last two count. Every speed limit grows with the error
/// that the receiver states, since a receiver that knows its place badly knows its speed badly.
///
/// How a rest begins is in RestArrival.swift, how it ends in RestDeparture.swift.
struct RestDetector {
  /// What is known about the movement; before there is evidence, and after a hole, nothing is.
  enum State { case unknown, moving, stationary }

  /// What a fix changed. Both moments are dated back to where they truly were.
  enum Change {
    case none
    case arrived(at: Timestamp)
    case departed(at: Timestamp)
  }

  /// Speeds above the exit limit, perhaps the beginning of a movement.
  struct ExitRun {
    var place: Coordinate
    var fromSeconds: Double
    var fromTime: Timestamp
    var lastSeconds: Double
    var samples = 0
  }

  let profile: Profile
  var state = State.unknown
  private(set) var window = MotionWindow()
  var anchor = PlanePoint(east: 0, north: 0)
  var anchorPlace: Coordinate?
  var arrived: Timestamp?
  var scatterSquared = 0.0
  var greatestWanderMetres = 0.0
  var intervalSeconds: Double?
  /// Of the speeds that the receiver says while it rests.
  var restSpeedSquared = 0.0
  var exitBegun: ExitRun?
  var exitPathMetres = 0.0
  var hasLeft = false

  init(profile: Profile) { self.profile = profile }

  /// Goes on with a rest that was known before a restart.
  mutating func resume(_ rest: Rest) {
    state = .stationary
    arrived = rest.arrival
    anchorPlace = rest.centre
    let deviation = rest.radiusMetres / Limit.radiusDeviations
    scatterSquared = deviation * deviation
    greatestWanderMetres = rest.radiusMetres
  }

  /// Nothing before this moment can still be dated back.
  var settledUntil: Timestamp? { window.oldest?.time }

  mutating func step(_ fix: Fix) -> Change {
    if hasLeft {
      // What lies before a departure is rest and must not be dated into.
      window.keepNewest(3)
      hasLeft = false
    }
    let former = window.newest
    let pause = former.map { Double(fix.time - $0.time) / 1000 }
    if let pause { learnInterval(pause) }
    if let pause, pause > holeSeconds { bridgeHole(to: fix) }
    let sample = append(fix)
    switch state {
    case .unknown, .moving: return lookForRest(sample)
    case .stationary:
      let elapsed = pause ?? 0
      if let departure = lookForMovement(sample, former: former, elapsed: elapsed) {
        leave()
        return .departed(at: departure)
      }
      follow(elapsed: elapsed)
      return .none
    }
  }

  /// The fix is lost or the receiver gone: what it does now is unknown.
  mutating func forget() {
    state = .unknown
    window.clear()
    exitBegun = nil
  }

  /// A rest goes on after a hole if the receiver is still where it was.
  func isSamePlace(_ fix: Fix) -> Bool {
    guard state == .stationary, let anchorPlace else { return false }
    let error = fix.measurements.horizontalErrorMetres ?? 0
    return Ellipsoid.distance(anchorPlace, fix.coordinate)
      < max(profile.restRadiusMetres, radius(fix.measurements.horizontalErrorMetres), 2 * error)
  }

  // Windows must hold a few fixes at any rate.
  var entrySeconds: Double { max(Limit.entrySeconds, 2.2 * (intervalSeconds ?? 0)) }
  var fitSeconds: Double { max(Limit.fitSeconds, 5 * (intervalSeconds ?? 0)) }
  var holeSeconds: Double { max(Limit.holeSeconds, 4 * (intervalSeconds ?? 0)) }

  private mutating func learnInterval(_ pause: Double) {
    let seen = min(pause, Limit.holeSeconds)
    intervalSeconds = intervalSeconds.map { $0 + 0.1 * (seen - $0) } ?? seen
  }

  private mutating func bridgeHole(to fix: Fix) {
    if !isSamePlace(fix) { state = .unknown }
    window.clear()
    exitBegun = nil
  }

  private mutating func append(_ fix: Fix) -> MotionWindow.Sample {
    let sample = window.append(fix, keepingSeconds: max(Limit.memorySeconds, fitSeconds + 1))
    if let anchorPlace { anchor = window.point(of: anchorPlace) }
    return sample
  }

  func stretch(_ error: Double?) -> Double {
    profile.restSpeedFactor * min(Limit.greatestStretch, max(1, (error ?? 0) / Limit.plainErrorMetres))
  }

  func radius(_ error: Double?) -> Double {
    let learnt = Limit.radiusDeviations * scatterSquared.squareRoot()
    return min(profile.restRadiusCapMetres, max(profile.restRadiusMetres, learnt, Limit.radiusErrors * (error ?? 0)))
  }

  /// Without Doppler the positions are all there is, and a receiver that states a small error is believed.
  func leavingRadius(_ sample: MotionWindow.Sample) -> Double {
    let error = sample.errorMetres
    guard sample.speedMPS == nil, let error else { return radius(error) }
    let learnt = Limit.radiusDeviations * scatterSquared.squareRoot()
    return min(radius(error), max(Limit.radiusStatedErrors * error + 2, learnt))
  }

  /// A receiver that states a small error is taken at its word: what would be drift for another is movement for it.
  func fitLimitMPS(_ error: Double?) -> Double {
    guard let error else { return Limit.fitMPS }
    return min(Limit.fitMPS, 0.15 + 0.1 * error) * stretch(error)
  }

  func fitSpreadLimit(_ error: Double?) -> Double {
    error.map { min(Limit.fitSpreadMetres, 2 * $0 + 1) } ?? Limit.fitSpreadMetres
  }

  func nearLimit(_ error: Double?) -> Double {
    let base = error.map { min(6, max(2, 3 * $0)) } ?? 6
    return base + fitLimitMPS(error) * (intervalSeconds ?? 0)
  }
}

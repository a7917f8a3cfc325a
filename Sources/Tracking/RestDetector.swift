import Positioning

/// Tells rest from movement, one fix at a time.
///
/// Three kinds of evidence: the receiver's own (Doppler) speed over a few seconds; the even movement that fits the
/// positions of half a minute; and the distance from an anchor that follows slowly, against a radius learnt from the
/// scatter seen during this rest. Without Doppler only the last two count. Every speed limit grows with the error
/// that the receiver states, since a receiver that knows its place badly knows its speed badly.
struct RestDetector {
  /// What is known about the movement; before there is evidence, and after a hole, nothing is.
  enum State { case unknown, moving, stationary }

  /// What a fix changed. Both moments are dated back to where they truly were.
  enum Change {
    case none
    case arrived(at: Timestamp)
    case departed(at: Timestamp)
  }

  private enum Limit {
    /// Entering with Doppler: mean and greatest speed over this time.
    static let entrySeconds = 5.0
    static let entryMeanMPS = 0.25
    static let entryGreatestMPS = 0.6
    /// Leaving with Doppler: above this speed, for this long, over this path, of which so much was really covered.
    static let exitMPS = 0.7
    static let exitSeconds = 2.0
    static let exitMetres = 3.0
    static let exitMetresPerErrorMetre = 0.25
    static let exitCoveredShare = 0.35
    /// On few satellites Doppler and positions can agree with each other and both be wrong; such a receiver states
    /// more than this now and then, and has to go beyond twice what it stated.
    static let doubtfulErrorMetres = 20.0
    static let doubtfulErrors = 2.0
    /// The fit over positions.
    static let fitSeconds = 30.0
    static let fitMPS = 0.45
    static let fitSpreadMetres = 15.0
    /// Creep that stays below the exit speed but goes somewhere: the Doppler must confirm most of the fitted speed.
    static let creepConfirmedShare = 0.6
    /// The learnt radius in standard deviations of the scatter, and in stated errors.
    static let radiusDeviations = 3.0
    static let radiusErrors = 1.5
    static let radiusStatedErrors = 6.0
    /// The anchor and the scatter follow with this time constant.
    static let anchorSeconds = 120.0
    /// A stated error up to this leaves the speed limits alone; four times as much is the most they stretch.
    static let plainErrorMetres = 10.0
    static let greatestStretch = 4.0
    static let holeSeconds = 30.0
    /// How far back a rest or a movement may be dated.
    static let memorySeconds = 120.0
    /// The anchor learns from fixes this old, so that somebody who walks away has left before it follows.
    static let learningDelaySeconds = 60.0
    /// A receiver that does not state its error wanders this far, slowly; only faster is leaving within it.
    static let wanderMetres = 75.0
    static let wanderMPS = 2.5
  }

  private let profile: Profile
  private(set) var state = State.unknown
  private(set) var window = MotionWindow()
  private var anchor = PlanePoint(east: 0, north: 0)
  private var anchorPlace: Coordinate?
  private var arrived: Timestamp?
  private var scatterSquared = 0.0
  private var greatestWanderMetres = 0.0
  private var intervalSeconds: Double?
  private var exitBegun: (place: Coordinate, fromSeconds: Double, fromTime: Timestamp)?
  private var exitPathMetres = 0.0
  private var hasLeft = false

  init(profile: Profile) { self.profile = profile }

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

  /// A receiver that is after a hole where it was before has rested: since when, if so.
  ///
  /// Two fixes that far apart in time and that close in place are what a window of fixes at rest is, without those
  /// between.
  mutating func arrivalAcrossHole(to fix: Fix) -> Timestamp? {
    guard state != .stationary, let former = window.newest,
      Double(fix.time - former.time) / 1000 > holeSeconds,
      max(fix.measurements.speedMPS ?? 0, former.speedMPS ?? 0) < Limit.exitMPS * stretch(fix.measurements.horizontalErrorMetres)
    else { return nil }
    // Of two fixes, unlike of many, nothing averages out, so they have to be closer.
    let limit = nearLimit(fix.measurements.horizontalErrorMetres) / 2
    guard (window.point(of: fix.coordinate) - former.point).length <= limit else { return nil }
    let since = window.samples.reversed().prefix { ($0.point - former.point).length <= limit }
    guard let arrival = since.last?.time else { return nil }
    settle(at: former.point, scatterSquared: 0)
    beginRest(at: arrival)
    return arrival
  }

  // Windows must hold a few fixes at any rate.
  private var entrySeconds: Double { max(Limit.entrySeconds, 2.2 * (intervalSeconds ?? 0)) }
  private var fitSeconds: Double { max(Limit.fitSeconds, 5 * (intervalSeconds ?? 0)) }
  private var holeSeconds: Double { max(Limit.holeSeconds, 4 * (intervalSeconds ?? 0)) }

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

  private func stretch(_ error: Double?) -> Double {
    min(Limit.greatestStretch, max(1, (error ?? 0) / Limit.plainErrorMetres))
  }

  private func radius(_ error: Double?) -> Double {
    let learnt = Limit.radiusDeviations * scatterSquared.squareRoot()
    return min(profile.restRadiusCapMetres, max(profile.restRadiusMetres, learnt, Limit.radiusErrors * (error ?? 0)))
  }

  /// Without Doppler the positions are all there is, and a receiver that states a small error is believed.
  private func leavingRadius(_ sample: MotionWindow.Sample) -> Double {
    let error = sample.errorMetres
    guard sample.speedMPS == nil, let error else { return radius(error) }
    let learnt = Limit.radiusDeviations * scatterSquared.squareRoot()
    return min(radius(error), max(Limit.radiusStatedErrors * error + 2, learnt))
  }

  /// A receiver that states a small error is taken at its word: what would be drift for another is movement for it.
  private func fitLimitMPS(_ error: Double?) -> Double {
    guard let error else { return Limit.fitMPS }
    return min(Limit.fitMPS, 0.15 + 0.1 * error) * stretch(error)
  }

  private func fitSpreadLimit(_ error: Double?) -> Double {
    error.map { min(Limit.fitSpreadMetres, 3 * $0 + 2) } ?? Limit.fitSpreadMetres
  }

  private func nearLimit(_ error: Double?) -> Double {
    let base = error.map { min(6, max(2, 3 * $0)) } ?? 6
    return base + fitLimitMPS(error) * (intervalSeconds ?? 0)
  }
}

extension RestDetector {
  private mutating func lookForRest(_ sample: MotionWindow.Sample) -> Change {
    let arrival = sample.speedMPS == nil ? arrivalByPosition(sample) : arrivalByDoppler(sample)
    if let arrival {
      beginRest(at: arrival)
      return .arrived(at: arrival)
    }
    // Half a window without rest is movement; so is anything that a rest would have been declared for by now.
    if state == .unknown, let oldest = window.oldest, sample.seconds - oldest.seconds >= entrySeconds {
      state = .moving
    }
    return .none
  }

  private mutating func beginRest(at arrival: Timestamp) {
    state = .stationary
    arrived = arrival
    exitBegun = nil
    exitPathMetres = 0
  }

  private mutating func arrivalByDoppler(_ sample: MotionWindow.Sample) -> Timestamp? {
    let limit = stretch(sample.errorMetres)
    var count = 0.0
    var speeds = 0.0
    var centre = PlanePoint(east: 0, north: 0)
    var first = sample
    for candidate in window.latest(seconds: entrySeconds) {
      guard let speed = candidate.speedMPS else { continue }
      if speed >= Limit.entryGreatestMPS * limit { return nil }
      if count == 0 { first = candidate }
      count += 1
      speeds += speed
      centre = centre + candidate.point
    }
    guard count >= 3, sample.seconds - first.seconds >= 0.75 * entrySeconds,
      speeds / count < Limit.entryMeanMPS * limit
    else { return nil }
    settle(at: centre * (1 / count), scatterSquared: 0)
    return first.time
  }

  private mutating func arrivalByPosition(_ sample: MotionWindow.Sample) -> Timestamp? {
    let error = sample.errorMetres ?? 0
    guard let fit = MotionFit(window.latest(seconds: fitSeconds), seconds: fitSeconds),
      fit.speedMPS < fitLimitMPS(sample.errorMetres), fit.spreadMetres < max(fitSpreadLimit(sample.errorMetres), error)
    else { return nil }
    guard let arrival = nearSince(sample.errorMetres) else { return nil }
    // What lies before the arrival is the way there.
    let since = window.samples.filter { $0.time >= arrival }
    let centre = since.reduce(PlanePoint(east: 0, north: 0)) { $0 + $1.point } * (1 / Double(since.count))
    settle(at: centre, scatterSquared: fit.spreadMetres * fit.spreadMetres)
    return arrival
  }

  /// The earliest fix of the window after which every one stays near the newest third.
  private func nearSince(_ error: Double?) -> Timestamp? {
    let newest = window.latest(seconds: fitSeconds / 3)
    let points = newest.count >= 3 ? newest : window.samples.suffix(3)
    let count = Double(points.count)
    let centre = points.reduce(PlanePoint(east: 0, north: 0)) { $0 + $1.point } * (1 / count)
    let squares = points.reduce(0.0) {
      let offset = $1.point - centre
      return $0 + offset.east * offset.east + offset.north * offset.north
    }
    let limit = max(nearLimit(error), 2.5 * (squares / count).squareRoot())
    var earliest = window.newest?.time
    for sample in window.samples.reversed() {
      if (sample.point - centre).length > limit { break }
      earliest = sample.time
    }
    return earliest
  }

  private mutating func settle(at point: PlanePoint, scatterSquared: Double) {
    anchor = point
    anchorPlace = window.place(of: point)
    self.scatterSquared = scatterSquared
    greatestWanderMetres = 0
  }

  private mutating func follow(elapsed: Double) {
    guard let old = window.sample(secondsAgo: Limit.learningDelaySeconds), let arrived, old.time >= arrived else {
      return
    }
    let point = old.point
    let share = min(1, elapsed / Limit.anchorSeconds)
    let distance = (point - anchor).length
    greatestWanderMetres = max(greatestWanderMetres, distance)
    scatterSquared += share * (distance * distance - scatterSquared)
    anchor = anchor + (point - anchor) * share
    anchorPlace = window.place(of: anchor)
  }

  private mutating func leave() {
    state = .moving
    anchorPlace = nil
    exitBegun = nil
    hasLeft = true
  }

  private mutating func lookForMovement(
    _ sample: MotionWindow.Sample, former: MotionWindow.Sample?, elapsed: Double
  ) -> Timestamp? {
    let error = sample.errorMetres ?? 0
    if let speed = sample.speedMPS,
      let departure = departureByDoppler(sample, speed: speed, former: former, elapsed: elapsed, error: error)
    {
      return departure
    }
    guard (sample.point - anchor).length > leavingRadius(sample),
      isBeyondDoubt(sample.point),
      let fit = MotionFit(window.latest(seconds: fitSeconds), seconds: fitSeconds)
    else { return nil }
    if sample.speedMPS == nil {
      let distance = (sample.point - anchor).length
      guard fit.speedMPS > fitLimitMPS(sample.errorMetres) else { return nil }
      if sample.errorMetres == nil, fit.speedMPS < Limit.wanderMPS,
        distance < max(Limit.wanderMetres, 1.3 * greatestWanderMetres, radius(nil)) || !isStillLeaving(distance)
      {
        return nil
      }
      return lastNear(sample.errorMetres)
    }
    guard fit.speedMPS > Limit.entryMeanMPS, meanDopplerMPS() > Limit.creepConfirmedShare * fit.speedMPS else {
      return nil
    }
    return lastNear(sample.errorMetres)
  }

  /// A noisy Doppler goes nowhere: the positions must follow the path that the speeds add up to.
  private mutating func departureByDoppler(
    _ sample: MotionWindow.Sample, speed: Double, former: MotionWindow.Sample?, elapsed: Double, error: Double
  ) -> Timestamp? {
    let limit = Limit.exitMPS * stretch(sample.errorMetres)
    guard speed > limit else {
      if speed < 0.5 * limit { exitBegun = nil }
      return nil
    }
    if exitBegun == nil {
      guard let place = window.place(of: sample.point) else { return nil }
      exitBegun = (place, sample.seconds - elapsed, (former ?? sample).time)
      exitPathMetres = 0
    }
    guard let begun = exitBegun else { return nil }
    exitPathMetres += speed * elapsed
    let covered = (sample.point - window.point(of: begun.place)).length
    guard sample.seconds - begun.fromSeconds >= Limit.exitSeconds,
      exitPathMetres >= max(Limit.exitMetres, Limit.exitMetresPerErrorMetre * error),
      isBeyondDoubt(sample.point),
      covered >= Limit.exitCoveredShare * exitPathMetres
    else { return nil }
    return begun.fromTime
  }

  /// The receiver is further from the rest than the greatest error that it stated lately could bring it.
  private func isBeyondDoubt(_ point: PlanePoint) -> Bool {
    var greatest = 0.0
    for sample in window.latest(seconds: fitSeconds) {
      greatest = max(greatest, sample.errorMetres ?? 0)
    }
    return greatest <= Limit.doubtfulErrorMetres || (point - anchor).length > Limit.doubtfulErrors * greatest
  }

  /// Wandering turns back after a while; somebody who leaves goes on.
  private func isStillLeaving(_ distance: Double) -> Bool {
    guard let former = window.sample(secondsAgo: max(20, 2 * (intervalSeconds ?? 0))) else { return true }
    let formerDistance = (former.point - anchor).length
    return distance - formerDistance > 9 && formerDistance > 0.5 * Limit.wanderMetres
  }

  private func meanDopplerMPS() -> Double {
    var count = 0.0
    var speeds = 0.0
    for sample in window.latest(seconds: fitSeconds) {
      guard let speed = sample.speedMPS else { continue }
      count += 1
      speeds += speed
    }
    return count > 0 ? speeds / count : 0
  }

  private func lastNear(_ error: Double?) -> Timestamp? {
    let limit = max(nearLimit(error), 1.5 * scatterSquared.squareRoot())
    let near = window.samples.last { ($0.point - anchor).length <= limit }
    return (near ?? window.oldest)?.time
  }
}

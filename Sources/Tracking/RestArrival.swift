import Positioning

extension RestDetector {
  /// A receiver that is after a hole where it was before has rested: since when, if so.
  ///
  /// Two fixes that far apart in time and that close in place are what a window of fixes at rest is, without those
  /// between.
  mutating func arrivalAcrossHole(to fix: Fix) -> Timestamp? {
    let error = fix.measurements.horizontalErrorMetres
    guard state != .stationary, let former = window.newest, Double(fix.time - former.time) / 1000 > holeSeconds,
      max(fix.measurements.speedMPS ?? 0, former.speedMPS ?? 0) < Limit.exitMPS * stretch(error)
    else { return nil }
    // Of two fixes, unlike of many, nothing averages out, so they have to be closer.
    let limit = nearLimit(error) / 2
    guard (window.point(of: fix.coordinate) - former.point).length <= limit else { return nil }
    let since = window.samples.reversed().prefix { ($0.point - former.point).length <= limit }
    guard let arrival = since.last?.time else { return nil }
    settle(at: former.point, scatterSquared: 0)
    beginRest(at: arrival)
    return arrival
  }

  mutating func lookForRest(_ sample: MotionWindow.Sample) -> Change {
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

  mutating func beginRest(at arrival: Timestamp) {
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
    // A phone may say 0.0 m/s for its first minute on the road: the positions have to stay as well.
    guard count >= 3, sample.seconds - first.seconds >= 0.75 * entrySeconds,
      speeds / count < Limit.entryMeanMPS * limit,
      (sample.point - first.point).length < max(Limit.entryMetres, sample.errorMetres ?? 0)
    else { return nil }
    settle(at: centre * (1 / count), scatterSquared: 0)
    // The older ones still brake.
    let speed = sample.speedMPS ?? 0
    restSpeedSquared = speed * speed
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

  mutating func settle(at point: PlanePoint, scatterSquared: Double) {
    anchor = point
    anchorPlace = window.place(of: point)
    self.scatterSquared = scatterSquared
    greatestWanderMetres = 0
  }

  mutating func follow(elapsed: Double) {
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
}

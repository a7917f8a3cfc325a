import Positioning

extension RestDetector {
  mutating func leave() {
    state = .moving
    anchorPlace = nil
    exitBegun = nil
    hasLeft = true
  }

  mutating func lookForMovement(
    _ sample: MotionWindow.Sample, former: MotionWindow.Sample?, elapsed: Double
  ) -> Timestamp? {
    let error = sample.errorMetres ?? 0
    if let speed = sample.speedMPS,
      let departure = departureByDoppler(sample, speed: speed, former: former, elapsed: elapsed, error: error)
    {
      return departure
    }
    let distance = (sample.point - anchor).length
    guard distance > leavingRadius(sample), isBeyondDoubt(sample.point),
      let fit = MotionFit(window.latest(seconds: fitSeconds), seconds: fitSeconds)
    else { return nil }
    let hasLeft = sample.speedMPS == nil ? isGone(distance, fit, sample) : isCreeping(fit) || isDragged(distance, fit)
    return hasLeft ? lastNear(sample.errorMetres) : nil
  }

  /// Without Doppler: the positions go away evenly, and further or faster than a receiver wanders.
  private func isGone(_ distance: Double, _ fit: MotionFit, _ sample: MotionWindow.Sample) -> Bool {
    guard fit.speedMPS > fitLimitMPS(sample.errorMetres) else { return false }
    if sample.errorMetres != nil { return true }
    if fit.speedMPS >= Limit.wanderMPS { return distance >= Limit.wanderMetres }
    let wander = max(Limit.wanderMetres, Limit.wanderShare * greatestWanderMetres, radius(nil))
    return distance >= wander && isStillLeaving(distance)
  }

  /// Below the exit speed, but the Doppler confirms that it goes somewhere.
  private func isCreeping(_ fit: MotionFit) -> Bool {
    fit.speedMPS > Limit.entryMeanMPS && meanDopplerMPS() > Limit.creepConfirmedShare * fit.speedMPS
  }

  /// The Doppler says nothing, but the positions go further and faster than any receiver wanders.
  private func isDragged(_ distance: Double, _ fit: MotionFit) -> Bool {
    fit.speedMPS > Limit.wanderMPS && distance > Limit.wanderMetres
  }

  /// A noisy Doppler goes nowhere: the positions must follow the path that the speeds add up to.
  private mutating func departureByDoppler(
    _ sample: MotionWindow.Sample, speed: Double, former: MotionWindow.Sample?, elapsed: Double, error: Double
  ) -> Timestamp? {
    let noise = Limit.exitDeviations * restSpeedSquared.squareRoot()
    let limit = min(Limit.greatestExitMPS, max(Limit.exitMPS, noise)) * stretch(sample.errorMetres)
    guard speed > limit else {
      restSpeedSquared += min(1, elapsed / Limit.speedNoiseSeconds) * (speed * speed - restSpeedSquared)
      let pause = exitBegun.map { sample.seconds - $0.lastSeconds } ?? 0
      if speed < 0.5 * limit || pause > max(Limit.exitPauseSeconds, 2 * (intervalSeconds ?? 0)) { exitBegun = nil }
      return nil
    }
    if exitBegun == nil {
      guard let place = window.place(of: sample.point) else { return nil }
      exitBegun = ExitRun(
        place: place, fromSeconds: sample.seconds - elapsed, fromTime: (former ?? sample).time,
        lastSeconds: sample.seconds)
      exitPathMetres = 0
    }
    exitBegun?.samples += 1
    exitBegun?.lastSeconds = sample.seconds
    guard let begun = exitBegun else { return nil }
    exitPathMetres += speed * elapsed
    let covered = (sample.point - window.point(of: begun.place)).length
    guard sample.seconds - begun.fromSeconds >= Limit.exitSeconds, begun.samples >= 2,
      exitPathMetres >= max(Limit.exitMetres, Limit.exitMetresPerErrorMetre * error),
      isBeyondDoubt(sample.point), (sample.point - anchor).length >= profile.restFreedomMetres,
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
    guard let former = window.sample(secondsAgo: max(Limit.goingSeconds, 2 * (intervalSeconds ?? 0))) else {
      return true
    }
    let formerDistance = (former.point - anchor).length
    return distance - formerDistance > Limit.goingMetres && formerDistance > 0.5 * Limit.wanderMetres
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

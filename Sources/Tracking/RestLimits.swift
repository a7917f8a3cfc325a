extension RestDetector {
  /// What separates rest from movement; none of it depends on the profile.
  enum Limit {
    /// Entering with Doppler: mean and greatest speed over this time.
    static let entrySeconds = 5.0
    static let entryMeanMPS = 0.25
    static let entryGreatestMPS = 0.6
    /// Positions may not go further than this, or the stated error, while the Doppler says that they rest.
    static let entryMetres = 10.0
    /// Leaving with Doppler: above this speed, for this long, over this path, of which so much was really covered.
    static let exitMPS = 0.4
    /// A receiver that says other speeds while it rests has to exceed its own noise that many times, within reason.
    static let exitDeviations = 3.0
    static let speedNoiseSeconds = 30.0
    static let greatestExitMPS = 1.0
    static let exitSeconds = 2.0
    static let exitMetres = 2.0
    static let exitMetresPerErrorMetre = 0.25
    /// So long may the speed be below the limit again; one sample of a receiver that reports rarely is no run.
    static let exitPauseSeconds = 3.0
    static let exitCoveredShare = 0.35
    /// On few satellites Doppler and positions can agree with each other and both be wrong; such a receiver states
    /// more than this now and then, and has to go beyond twice what it stated.
    static let doubtfulErrorMetres = 30.0
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
    /// A receiver that does not state its error wanders this far; slower than that it may wander further.
    static let wanderMetres = 85.0
    static let wanderMPS = 2.5
    /// One that has wandered further before may do so again, and a little more.
    static let wanderShare = 1.3
    /// Wandering turns back: who leaves got that much further in that time, at walking pace.
    static let goingSeconds = 20.0
    static let goingMetres = 9.0
  }
}

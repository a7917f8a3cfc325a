import Glibc
import Positioning

/// A GNSS receiver whose errors are what it says they are.
///
/// The position error of each axis is a Gauss–Markov process that forgets in 90 s, with a little white noise on top;
/// together they have the standard deviation that the receiver states: range error × HDOP / √2 per horizontal axis,
/// range error × VDOP in height (E. Kaplan, C. Hegarty, "Understanding GPS/GNSS", 3rd ed., 11.2). Speed and course
/// come from Doppler shifts and do not follow the wandering of the position: at rest the position drifts by
/// decimetres per second while the speed stays at some cm/s and the course means nothing.
public struct Receiver: Sendable {
  /// Metres of white noise per metre of stated deviation.
  private static let whiteShare = 0.1
  /// Standard deviation of the speed along each axis, in metres per second.
  static let speedDeviationMPS = 0.05
  private static let climbDeviationMPS = 0.08
  /// Below this speed the receiver leaves the course out; a little above it, it is as good as random.
  static let slowestCourseMPS = 0.05
  /// How far the geoid lies above the ellipsoid; as good as constant along one drive.
  static let geoidSeparationMetres = 48.3
  /// Seconds after which the clock is known, long before the first fix.
  private static let clockSetSeconds = 5.0

  /// Standard deviation of a range to a satellite, in metres.
  public let rangeErrorMetres: Double
  private var generator: SeededGenerator
  private var acquisition: Acquisition
  private var dilution = Dilution.firstFix
  private let constellation: Constellation
  private var eastError, northError, upError: GaussMarkov
  private var epochCount = 0
  private var first: Timestamp?
  private var latest: Timestamp?

  /// Switches a receiver on; the same seed and the same drive give the same epochs.
  ///
  /// A range error of 2.5 m is a usual receiver in a car; 6 m makes a poor one.
  public init(seed: UInt64, rangeErrorMetres: Double = 2.5) {
    self.rangeErrorMetres = rangeErrorMetres
    generator = SeededGenerator(seed: seed, purpose: 3)
    acquisition = Acquisition(coldStartUsing: &generator)
    constellation = Constellation(using: &generator)
    eastError = GaussMarkov(correlationSeconds: 90, using: &generator)
    northError = GaussMarkov(correlationSeconds: 90, using: &generator)
    upError = GaussMarkov(correlationSeconds: 90, using: &generator)
  }

  /// Measures; truths must come in the order of time.
  public mutating func observe(_ truth: Truth) -> Epoch {
    advance(to: truth)
    let reception = acquisition.reception
    let deviations = reception == .none ? nil : statedDeviations
    var epoch = Epoch(
      number: epochCount, truth: truth, reception: reception,
      report: Report(device: DeviceID(number: 0), time: clock, coordinate: nil, measurements: Measurements()),
      deviations: deviations, dilution: deviations == nil ? .none : dilution,
      satellites: constellation.view(in: truth.surroundings, with: reception, using: &generator))
    epoch.report.measurements.mode = .noFix
    epoch.report.measurements.satellites = epoch.satellites.count { $0.isUsed }
    if let deviations { measure(&epoch, within: deviations) }
    epochCount += 1
    return epoch
  }

  private mutating func advance(to truth: Truth) {
    let seconds = latest.map { Double(truth.time - $0) / 1000 } ?? 0
    latest = truth.time
    first = first ?? truth.time
    acquisition.advance(seconds: seconds, in: truth.surroundings, using: &generator)
    eastError.advance(seconds: seconds, using: &generator)
    northError.advance(seconds: seconds, using: &generator)
    upError.advance(seconds: seconds, using: &generator)
    if acquisition.reception == .none {
      // The first fix after none is made with the few satellites that were found first.
      dilution = .firstFix
    } else {
      dilution.approach(truth.surroundings.settledDilution, forSeconds: seconds)
    }
  }

  private var clock: Timestamp? {
    guard let first, let latest, Double(latest - first) / 1000 >= Self.clockSetSeconds else { return nil }
    return latest
  }

  private var statedDeviations: StatedDeviations {
    StatedDeviations(
      perAxisMetres: rangeErrorMetres * dilution.horizontal / 2.0.squareRoot(),
      verticalMetres: rangeErrorMetres * dilution.vertical)
  }

  private mutating func measure(_ epoch: inout Epoch, within deviations: StatedDeviations) {
    let truth = epoch.truth
    let error = PlanePoint(
      east: noisy(eastError) * deviations.perAxisMetres, north: noisy(northError) * deviations.perAxisMetres)
    let heightError = noisy(upError) * deviations.verticalMetres
    epoch.report.coordinate = LocalPlane(at: truth.coordinate).place(of: error)
    epoch.report.measurements.hdop = dilution.horizontal
    epoch.report.measurements.horizontalErrorMetres = deviations.horizontalMetres95
    measureVelocity(&epoch.report.measurements, of: truth)
    guard epoch.reception == .threeD else {
      epoch.report.measurements.mode = .twoD
      epoch.report.measurements.climbMPS = nil
      return
    }
    epoch.report.measurements.mode = .threeD
    epoch.report.measurements.altitudeMSLMetres = truth.altitudeMetres + heightError
    epoch.report.measurements.altitudeHAEMetres = truth.altitudeMetres + heightError + Self.geoidSeparationMetres
    epoch.report.measurements.verticalErrorMetres = deviations.verticalMetres95
  }

  private mutating func measureVelocity(_ measured: inout Measurements, of truth: Truth) {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: truth.courseDegrees)
    let east = truth.speedMPS * sine + Self.speedDeviationMPS * generator.gaussian()
    let north = truth.speedMPS * cosine + Self.speedDeviationMPS * generator.gaussian()
    let speed = PlanePoint(east: east, north: north).length
    measured.speedMPS = speed
    measured.climbMPS = truth.climbMPS + Self.climbDeviationMPS * generator.gaussian()
    if speed >= Self.slowestCourseMPS {
      measured.courseDegrees = Course.normalised(atan2(east, north) * 180 / .pi)
    }
  }

  /// The wandering error with white noise on top, of variance 1 in all.
  private mutating func noisy(_ process: GaussMarkov) -> Double {
    (1 - Self.whiteShare * Self.whiteShare).squareRoot() * process.value + Self.whiteShare * generator.gaussian()
  }
}

extension StatedDeviations {
  /// The radius in metres within which 95 % of horizontal errors lie: √(−2 ln 0.05) deviations (Rayleigh).
  public var horizontalMetres95: Double { 2.447_746_830_68 * perAxisMetres }

  /// The height in metres within which 95 % of vertical errors lie, up or down: 1.96 deviations (Gauss).
  public var verticalMetres95: Double { 1.959_963_984_54 * verticalMetres }
}

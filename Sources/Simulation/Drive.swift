public import Positioning

/// A drive of half an hour that a seed decides: parked, streets with lights, a shop, streets, a tunnel, a motorway,
/// streets, parked.
///
/// It is the truth: where the car is at every instant, known exactly. What a receiver makes of it is `Receiver`'s.
public struct Drive: Sendable {
  /// Where drives start unless told otherwise: 47.1° N 8.1° E, a place without meaning.
  public static let usualPlace: Coordinate = {
    guard let place = Coordinate(latitude: 47.1, longitude: 8.1) else { preconditionFailure("degrees in range") }
    return place
  }()

  /// When drives start unless told otherwise: 2026-05-01T06:00:00Z.
  public static let usualStart = Timestamp(milliseconds: 1_777_615_200_000)

  /// The first instant of the drive.
  public let start: Timestamp
  private let legs: [Leg]
  private let profile: AltitudeProfile

  /// Lays out the drive of a seed; the same seed, place and time give the same drive.
  public init(
    seed: UInt64, from place: Coordinate = Drive.usualPlace, starting start: Timestamp = Drive.usualStart
  ) {
    self.start = start
    var hills = SeededGenerator(seed: seed, purpose: 1)
    profile = AltitudeProfile(meanMetres: 430, using: &hills)
    var route = Route(from: place, using: SeededGenerator(seed: seed, purpose: 2))
    route.stand(forSeconds: 95...140)
    route.pullOut()
    route.driveStreets([.light, .corner, .bend, .light, .corner, .light, .corner])
    route.pullIn()
    route.stand(forSeconds: 305...345)
    route.pullOut()
    route.driveStreets([.bend, .light, .corner])
    route.driveThroughTunnel()
    route.driveMotorway()
    route.driveStreets([.corner, .light, .bend, .corner])
    route.pullIn()
    route.stand(forSeconds: 200...240)
    legs = route.legs
  }

  /// The length of the drive in seconds.
  public var durationSeconds: Double { legs.last.map { $0.startSecond + $0.durationSeconds } ?? 0 }

  /// All manoeuvres in their order.
  public var manoeuvres: [Manoeuvre] { legs.map(\.manoeuvre) }

  /// What the car does so many seconds after the start; before the start and after the end it stands.
  public func truth(atSecond second: Double) -> Truth {
    let instant = min(max(0, second), durationSeconds)
    let leg = leg(atSecond: instant)
    let motion = leg.motion(afterSeconds: instant - leg.startSecond)
    return Truth(
      time: start + Int64((second * 1000).rounded()),
      coordinate: motion.coordinate,
      altitudeMetres: profile.altitudeMetres(atMetres: motion.odometerMetres),
      speedMPS: motion.speedMPS,
      courseDegrees: motion.courseDegrees,
      climbMPS: motion.speedMPS * profile.slope(atMetres: motion.odometerMetres),
      surroundings: leg.surroundings)
  }

  /// The last leg that has begun, by bisection.
  private func leg(atSecond second: Double) -> Leg {
    var low = 0
    var high = legs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if legs[middle].startSecond <= second { low = middle } else { high = middle }
    }
    return legs[low]
  }
}

import Positioning

/// Where the car is and how it moves at one instant.
struct Motion: Sendable {
  var coordinate: Coordinate
  var speedMPS: Double
  var courseDegrees: Double
  /// Metres driven since the start of the drive.
  var odometerMetres: Double
}

/// A manoeuvre that has a place and a time in a drive.
struct Leg: Sendable {
  let manoeuvre: Manoeuvre
  let surroundings: Surroundings
  let startSecond: Double
  let durationSeconds: Double
  let start: Motion
  private let rateMPS2: Double
  private let degreesPerSecond: Double
  private let endSpeedMPS: Double
  private let plane: LocalPlane

  init(_ manoeuvre: Manoeuvre, in surroundings: Surroundings, from start: Motion, startSecond: Double) {
    self.manoeuvre = manoeuvre
    self.surroundings = surroundings
    self.start = start
    self.startSecond = startSecond
    // Each leg has its own plane, so that the plane's distortion does not grow with the length of the drive.
    plane = LocalPlane(at: start.coordinate)
    var rate = 0.0
    var turning = 0.0
    var endSpeed = start.speedMPS
    switch manoeuvre {
    case .stand(let seconds):
      precondition(start.speedMPS == 0, "only a car that has braked to a stop can stand")
      durationSeconds = seconds
    case .cruise(let seconds):
      durationSeconds = seconds
    case .change(let speed, let magnitude):
      rate = speed < start.speedMPS ? -magnitude : magnitude
      durationSeconds = (speed - start.speedMPS) / rate
      endSpeed = speed
    case .turn(let degrees, let radius):
      let arcMetres = degrees.magnitude * .pi / 180 * radius
      durationSeconds = arcMetres / start.speedMPS
      turning = degrees / durationSeconds
    }
    rateMPS2 = rate
    degreesPerSecond = turning
    endSpeedMPS = endSpeed
  }

  /// The motion where the next leg begins.
  var end: Motion {
    var motion = motion(afterSeconds: durationSeconds)
    // Exactly the speed that was asked for: a stop is a stop to the last bit.
    motion.speedMPS = endSpeedMPS
    return motion
  }

  func motion(afterSeconds seconds: Double) -> Motion {
    let metres = start.speedMPS * seconds + rateMPS2 * seconds * seconds / 2
    let turned = degreesPerSecond * seconds
    return Motion(
      coordinate: plane.place(of: displacement(alongMetres: metres, turnedDegrees: turned)),
      speedMPS: max(0, start.speedMPS + rateMPS2 * seconds),
      courseDegrees: Course.normalised(start.courseDegrees + turned),
      odometerMetres: start.odometerMetres + metres)
  }

  /// The chord of an arc: it points along the mean course and is shorter than the arc by sin(x)/x, where x is half
  /// of the angle turned.
  private func displacement(alongMetres metres: Double, turnedDegrees turned: Double) -> PlanePoint {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: start.courseDegrees + turned / 2)
    let half = turned / 2
    let shortening = half == 0 ? 1 : Angle.sineAndCosine(ofDegrees: half).sine / (half * .pi / 180)
    return PlanePoint(east: sine, north: cosine) * (metres * shortening)
  }
}

/// Courses over ground in degrees.
enum Course {
  /// The same course in [0, 360).
  static func normalised(_ degrees: Double) -> Double {
    let course = degrees - (degrees / 360).rounded(.down) * 360
    return course < 360 ? course : 0
  }

  /// Rounded to 0.01° before it is printed: 359.996 is north, not 360.00.
  static func inHundredths(_ degrees: Double) -> Double { normalised((degrees * 100).rounded() / 100) }
}

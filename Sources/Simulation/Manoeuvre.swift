/// One even piece of driving; a drive is a list of them.
///
/// No manoeuvre changes speed and course at once: position then has a closed form and a drive can be sampled at
/// any rate without integration error.
public enum Manoeuvre: Equatable, Sendable {
  /// Stands still.
  case stand(seconds: Double)
  /// Keeps speed and course.
  case cruise(seconds: Double)
  /// Straight on, to another speed in metres per second at a constant rate in m/s², given without sign.
  case change(toMPS: Double, rateMPS2: Double)
  /// Along a circle at unchanged speed, by an angle in degrees, positive to the right.
  case turn(byDegrees: Double, radiusMetres: Double)
}

/// What stands between the antenna and the sky.
public enum Surroundings: Equatable, Sendable {
  /// The whole sky is in view.
  case openSky
  /// Houses hide the lower part of the sky.
  case street
  /// No satellite is in view.
  case tunnel
}

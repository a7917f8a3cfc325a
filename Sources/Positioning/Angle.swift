/// Trigonometry by series alone, so that the same track gives the same rows to the last bit on every machine and
/// the pure rooms need no C library.
public enum Angle {
  /// Sine and cosine of an angle in degrees; the error is below 1e-15.
  ///
  /// Reduced to a quarter turn around the nearest multiple of 90°, then the Taylor series (DLMF 4.19.1–2).
  public static func sineAndCosine(ofDegrees degrees: Double) -> (sine: Double, cosine: Double) {
    let quarters = (degrees / 90).rounded()
    let x = (degrees - quarters * 90) * .pi / 180
    let square = x * x
    var sine = x
    var cosine = 1.0
    var sineTerm = x
    var cosineTerm = 1.0
    for step in stride(from: 1.0, through: 17, by: 2) {
      cosineTerm *= -square / (step * (step + 1))
      sineTerm *= -square / ((step + 1) * (step + 2))
      cosine += cosineTerm
      sine += sineTerm
    }
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// The arc sine in radians of a value in [−1, 1], by Newton's method on the sine.
  public static func arcSineRadians(_ value: Double) -> Double {
    // Near ±1 the sine is flat and Newton stalls; the half-angle identity moves the search to where it is steep.
    if value.magnitude > 0.7 {
      let rest = arcSineRadians(((1 - value.magnitude) / 2).squareRoot())
      return (value < 0 ? -1 : 1) * (.pi / 2 - 2 * rest)
    }
    var angle = value
    for _ in 0..<5 {
      let (sine, cosine) = sineAndCosine(ofDegrees: angle * 180 / .pi)
      angle -= (sine - value) / cosine
    }
    return angle
  }

  /// The smaller angle between two courses in degrees, 0 to 180.
  public static func difference(_ a: Double, _ b: Double) -> Double { Longitude.difference(from: a, to: b).magnitude }
}

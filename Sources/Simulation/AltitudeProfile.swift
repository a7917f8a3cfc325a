import Positioning

/// Hills along the road: two waves over the distance driven, so that a car at rest stays at its height.
///
/// The slope is at most 2π(12/6000 + 25/25000) = 2 %.
struct AltitudeProfile: Sendable {
  private struct Wave: Sendable {
    let amplitudeMetres: Double
    let lengthMetres: Double
    let phaseDegrees: Double

    func sineAndCosine(atMetres metres: Double) -> (sine: Double, cosine: Double) {
      Angle.sineAndCosine(ofDegrees: phaseDegrees + metres / lengthMetres * 360)
    }
  }

  private let meanMetres: Double
  private let waves: [Wave]

  init(meanMetres: Double, using generator: inout SeededGenerator) {
    self.meanMetres = meanMetres
    waves = [
      Wave(amplitudeMetres: 12, lengthMetres: 6_000, phaseDegrees: generator.uniform(0...360)),
      Wave(amplitudeMetres: 25, lengthMetres: 25_000, phaseDegrees: generator.uniform(0...360)),
    ]
  }

  /// The height above mean sea level after so many metres of road.
  func altitudeMetres(atMetres metres: Double) -> Double {
    waves.reduce(meanMetres) { $0 + $1.amplitudeMetres * $1.sineAndCosine(atMetres: metres).sine }
  }

  /// Metres up per metre of road.
  func slope(atMetres metres: Double) -> Double {
    waves.reduce(0) {
      $0 + $1.amplitudeMetres * 2 * .pi / $1.lengthMetres * $1.sineAndCosine(atMetres: metres).cosine
    }
  }
}

import Positioning

/// The velocities at which a straight line from an anchor passes near every fix since.
///
/// A fix at offset d after t seconds allows the disc of velocities |v·t − d| ≤ E. The cone is the intersection of
/// those discs, each cut down to the regular 16-gon inscribed in it, so that it is kept as 16 half-planes in constant
/// memory and never allows what the discs do not. (The synchronous distance and the cone are those of X. Lin et al.,
/// "One-Pass Trajectory Simplification Using the Synchronous Euclidean Distance", arXiv 1801.05360.)
struct VelocityCone {
  /// cos(π/16): the distance of the sides of the inscribed polygon, as a share of the radius.
  private static let inscribed = 0.980_785_280_403_230_4

  private let tolerance: Double
  private var bounds: InlineArray<16, Double>
  private var slopes: ClosedRange<Double>

  private let normals = Directions.units

  init(toleranceMetres: Double) {
    tolerance = toleranceMetres
    bounds = InlineArray(repeating: .infinity)
    slopes = -.infinity ... .infinity
  }

  /// Every velocity is allowed again: a new anchor.
  mutating func open() {
    bounds = InlineArray(repeating: .infinity)
    slopes = -.infinity ... .infinity
  }

  /// Whether the line straight to this offset passes near every fix so far.
  func allows(_ offset: PlanePoint, after seconds: Double) -> Bool {
    for side in 0..<Directions.count {
      let normal = normals[side]
      if normal.east * offset.east + normal.north * offset.north > bounds[side] * seconds { return false }
    }
    return true
  }

  /// Whether the line straight to this height passes near every height so far.
  func allows(rise: Double, after seconds: Double) -> Bool { slopes.contains(rise / seconds) }

  /// From now on lines must pass near this fix too.
  mutating func narrow(to offset: PlanePoint, after seconds: Double) {
    for side in 0..<Directions.count {
      let normal = normals[side]
      let reach = normal.east * offset.east + normal.north * offset.north + tolerance * Self.inscribed
      bounds[side] = min(bounds[side], reach / seconds)
    }
  }

  /// From now on lines must pass near this height too.
  mutating func narrow(toRise rise: Double, after seconds: Double, tolerance: Double) {
    let low = max(slopes.lowerBound, (rise - tolerance) / seconds)
    let high = min(slopes.upperBound, (rise + tolerance) / seconds)
    slopes = min(low, high)...max(low, high)
  }
}

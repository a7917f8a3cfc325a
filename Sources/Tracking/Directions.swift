import Positioning

/// Sixteen directions, evenly around: what a disc or a cloud of points is reduced to where memory must stay constant.
enum Directions {
  static let count = 16

  /// A vector of length 1 for each.
  static let units: [PlanePoint] = (0..<count).map { direction in
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: Double(direction) * 360 / Double(count))
    return PlanePoint(east: cosine, north: sine)
  }
}

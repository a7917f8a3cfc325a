import Positioning

/// Leaves out fixes while no more than a tolerance is lost: each fix left out lies that near to the line that is drawn.
///
/// From the end of the line so far, every fix beyond the tolerance allows a sector of directions in which a line passes
/// near it; the line may go on as long as its direction lies in all of them and its end is no nearer than any fix
/// before. One pass, constant memory. (Sectors: Z. Zhao and A. Saalfeld, "Linear-time sleeve-fitting polyline
/// simplification algorithms", AutoCarto 13, 1997.)
struct Simplifier {
  private let toleranceMetres: Double
  private var anchor: TrackPoint?
  private var plane: LocalPlane?
  private var sector: Sector?
  private var reachMetres = 0.0
  /// The newest fix, the end of the line unless it can go on.
  private var candidate: TrackPoint?

  init(toleranceMetres: Double) {
    // The plane is off by less than a thousandth over the length of a line.
    self.toleranceMetres = toleranceMetres * 0.99
  }

  /// The next fix; hands out those that are drawn, in order.
  mutating func step(_ point: TrackPoint, draw: (TrackPoint) throws -> Void) rethrows {
    guard let anchor, anchor.segment == point.segment, let offset = offset(of: point) else {
      try end(draw: draw)
      try draw(point)
      return begin(at: point)
    }
    if let corner = candidate, !isAllowed(offset) {
      try draw(corner)
      begin(at: corner)
    }
    if let offset = self.offset(of: point) { narrow(to: offset) }
    candidate = point
  }

  /// Ends the line; the next fix begins a new one.
  mutating func end(draw: (TrackPoint) throws -> Void) rethrows {
    if let candidate { try draw(candidate) }
    (anchor, candidate) = (nil, nil)
  }

  private mutating func begin(at point: TrackPoint) {
    anchor = point
    plane = Coordinate(latitude: Double(point.latitudeE9) / 1e9, longitude: Double(point.longitudeE9) / 1e9)
      .map { LocalPlane(at: $0) }
    (sector, reachMetres, candidate) = (nil, 0, nil)
  }

  private func offset(of point: TrackPoint) -> PlanePoint? {
    guard let plane else { return nil }
    return Coordinate(latitude: Double(point.latitudeE9) / 1e9, longitude: Double(point.longitudeE9) / 1e9)
      .map { plane.point(of: $0) }
  }

  private func isAllowed(_ offset: PlanePoint) -> Bool {
    offset.length >= reachMetres && (sector?.contains(offset) ?? true)
  }

  private mutating func narrow(to offset: PlanePoint) {
    let distance = offset.length
    guard distance > toleranceMetres else { return }
    reachMetres = max(reachMetres, distance)
    let own = Sector(around: offset, sineOfHalf: toleranceMetres / distance)
    sector = sector.map { $0.shared(with: own) } ?? own
  }
}

/// Directions between two, less than half a turn apart.
private struct Sector {
  private var right: PlanePoint
  private var left: PlanePoint

  init(around direction: PlanePoint, sineOfHalf sine: Double) {
    let cosine = (1 - sine * sine).squareRoot()
    let along = direction * (cosine / direction.length)
    let aside = PlanePoint(east: -direction.north, north: direction.east) * (sine / direction.length)
    (right, left) = (along - aside, along + aside)
  }

  func contains(_ direction: PlanePoint) -> Bool {
    right.turn(to: direction) >= 0 && direction.turn(to: left) >= 0
  }

  /// What both have, of two that have something in common.
  func shared(with other: Sector) -> Sector {
    var shared = self
    if right.turn(to: other.right) > 0 { shared.right = other.right }
    if other.left.turn(to: left) > 0 { shared.left = other.left }
    return shared
  }
}

extension PlanePoint {
  /// Positive where the other direction is to the left of this one: the cross product.
  fileprivate func turn(to other: PlanePoint) -> Double { east * other.north - north * other.east }
}

public import Positioning

/// A place that exports keep to themselves, with a radius around it.
///
/// What is cut is not that circle. Whoever sees many tracks end on one circle can draw it, and its centre is the front
/// door. So the cut circle has twice the radius, and its centre lies somewhere else: anywhere within the radius around
/// the place, each spot as likely as any other. The place and all of its surroundings stay hidden, and whoever finds the
/// cut circle learns no more than that the place is somewhere in its inner half.
///
/// The spot follows from a secret and the zone (a keyed hash), so that the same zone is always cut the same way: were it
/// drawn anew each time, the middle of all cuts would be the place. The radius is part of what is hashed: two cuts that
/// lay in the same direction, at distances in the ratio of their radii, would point at the place together. Places that
/// differ by a few metres count as the same zone where they round to the same 1e-4 degrees. Each further zone around the
/// same place narrows the circle down, so a zone is best chosen once.
public struct PrivacyZone: Sendable {
  /// 128 bits that only the owner of the tracks has.
  public struct Secret: Sendable {
    let key: (UInt64, UInt64)

    /// Takes 128 bits.
    public init(_ first: UInt64, _ second: UInt64) { key = (first, second) }
  }

  /// Radii that make sense, in metres: a house to a county.
  public static let radii = 10.0...50_000.0

  private let place: Coordinate
  private let radiusMetres: Double

  /// Creates a zone; nil for a radius outside `radii`.
  public init?(around place: Coordinate, radiusMetres: Double) {
    guard Self.radii.contains(radiusMetres) else { return nil }
    (self.place, self.radiusMetres) = (place, radiusMetres)
  }

  /// The circle that is cut out of tracks.
  public func cut(_ secret: Secret) -> CutCircle {
    let hash = SipHash(key: secret.key)
    let zone = [place.latitude * 1e4, place.longitude * 1e4, radiusMetres * 1e3].map {
      UInt64(bitPattern: Int64($0.rounded()))
    }
    // Spread evenly over a disc: the square root, as a ring grows with its radius.
    let distance = radiusMetres * Self.share(hash.hash(zone + [0])).squareRoot()
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: 360 * Self.share(hash.hash(zone + [1])))
    let centre = LocalPlane(at: place).place(of: PlanePoint(east: sine * distance, north: cosine * distance))
    return CutCircle(centre: centre, radiusMetres: 2 * radiusMetres)
  }

  /// A hash as a number in 0..<1.
  private static func share(_ hash: UInt64) -> Double { Double(hash >> 11) / Double(1 << 53) }
}

/// A circle that no fix and no line of an export enters.
public struct CutCircle: Sendable {
  private static let polarLatitude = 85.0

  let centre: Coordinate
  let radiusMetres: Double
  private let plane: LocalPlane

  init(centre: Coordinate, radiusMetres: Double) {
    (self.centre, self.radiusMetres) = (centre, radiusMetres)
    plane = LocalPlane(at: centre)
  }

  /// Whether a place lies inside.
  func contains(_ place: Coordinate) -> Bool {
    // A degree of latitude is longer than 110 km everywhere, so most places are told by it alone.
    guard (place.latitude - centre.latitude).magnitude * 110_000 <= radiusMetres else { return false }
    return Ellipsoid.distance(centre, place) <= radiusMetres
  }

  /// Whether the line between two places, as maps draw it, enters the circle.
  ///
  /// A line that is straight in degrees is straight in the plane that touches at the centre. Near a pole that plane says
  /// little: there a line counts as soon as it is long enough to reach the circle.
  func isCrossed(from a: Coordinate, to b: Coordinate) -> Bool {
    if centre.latitude.magnitude > Self.polarLatitude {
      return Ellipsoid.distance(a, centre) <= radiusMetres + Ellipsoid.distance(a, b)
    }
    let start = plane.point(of: a)
    // The line goes the short way from its start, also where that leads away from the circle's meridian.
    let turn = Longitude.difference(from: a.longitude, to: b.longitude)
    let turned = Coordinate(latitude: centre.latitude, longitude: Longitude.normalised(centre.longitude + turn))
    let eastward = turned.map { plane.point(of: $0).east } ?? 0
    let end = PlanePoint(east: start.east + eastward, north: plane.point(of: b).north)
    return start.distanceOfOrigin(fromLineTo: end) <= radiusMetres
  }
}

extension PlanePoint {
  /// The distance from the origin to the line that ends here and at another point.
  fileprivate func distanceOfOrigin(fromLineTo end: PlanePoint) -> Double {
    let line = end - self
    let square = line.east * line.east + line.north * line.north
    guard square > 0 else { return length }
    let share = -(east * line.east + north * line.north) / square
    return (self + line * min(1, max(0, share))).length
  }
}

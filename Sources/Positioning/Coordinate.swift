/// A place on the WGS 84 ellipsoid.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, −90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public var longitude: Double

  /// Creates a place; nil unless both degrees are finite and in range.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return nil }
    self.init(latitudeInRange: latitude, longitudeInRange: longitude)
  }

  init(latitudeInRange latitude: Double, longitudeInRange longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Both degrees exactly zero: what a receiver without a fix prints, and a buoy's place in the Gulf of Guinea.
  public var isNullIsland: Bool { latitude == 0 && longitude == 0 }
}

/// Plane coordinates around an origin: metres east and north.
public struct PlanePoint: Equatable, Sendable {
  /// Metres east of the origin.
  public var east: Double
  /// Metres north of the origin.
  public var north: Double

  /// Creates a point from metres east and north.
  public init(east: Double, north: Double) {
    self.east = east
    self.north = north
  }

  /// Metres from the origin.
  public var length: Double { (east * east + north * north).squareRoot() }

  /// The vector from `b` to `a`.
  public static func - (a: PlanePoint, b: PlanePoint) -> PlanePoint {
    PlanePoint(east: a.east - b.east, north: a.north - b.north)
  }

  /// The sum of two vectors.
  public static func + (a: PlanePoint, b: PlanePoint) -> PlanePoint {
    PlanePoint(east: a.east + b.east, north: a.north + b.north)
  }

  /// A vector stretched by a factor.
  public static func * (a: PlanePoint, factor: Double) -> PlanePoint {
    PlanePoint(east: a.east * factor, north: a.north * factor)
  }
}

/// A plane that touches the ellipsoid at an origin; near it, distances in the plane are distances on the ground.
///
/// One degree is as long as the ellipsoid's radii of curvature at the origin make it (WGS 84; B. Hofmann-Wellenhof
/// et al., "GNSS", ch. 8). Over 10 km the error stays below 1e-3 of the distance at 60° and grows towards the poles.
public struct LocalPlane: Sendable {
  /// The place where the plane touches.
  public let origin: Coordinate
  private let metresPerDegreeNorth: Double
  private let metresPerDegreeEast: Double

  /// Creates the plane that touches at a place.
  public init(at origin: Coordinate) {
    self.origin = origin
    let scale = Ellipsoid.metresPerDegree(atLatitude: origin.latitude)
    metresPerDegreeNorth = scale.north
    metresPerDegreeEast = scale.east
  }

  /// Metres east and north of the origin, the short way round the antimeridian.
  public func point(of place: Coordinate) -> PlanePoint {
    PlanePoint(
      east: Longitude.difference(from: origin.longitude, to: place.longitude) * metresPerDegreeEast,
      north: (place.latitude - origin.latitude) * metresPerDegreeNorth)
  }

  /// The place of a point of the plane; latitudes beyond a pole stop there.
  public func place(of point: PlanePoint) -> Coordinate {
    // At a pole a degree of longitude has no length: any longitude names the same place.
    let east = metresPerDegreeEast > 1e-6 ? point.east / metresPerDegreeEast : 0
    return Coordinate(
      latitudeInRange: min(90, max(-90, origin.latitude + point.north / metresPerDegreeNorth)),
      longitudeInRange: Longitude.normalised(origin.longitude + east))
  }
}

/// Measures many distances in one neighbourhood, where the length of a degree hardly changes.
///
/// The lengths are taken anew every 500 m or so; until then they are off by less than 1e-4 of the distance (away
/// from the poles, where every distance is taken anew).
public struct DistanceMeter: Sendable {
  private var latitude = Double.infinity
  private var scale = (north: 0.0, east: 0.0)

  /// Creates a meter that has not measured yet.
  public init() {}

  /// The distance over the ground in metres, as `Ellipsoid.distance` has it.
  public mutating func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let north = b.latitude - a.latitude
    let east = Longitude.difference(from: a.longitude, to: b.longitude)
    let middle = (a.latitude + b.latitude) / 2
    if north.magnitude > 1 || east.magnitude > 1 || middle.magnitude > 80 { return Ellipsoid.distance(a, b) }
    if (middle - latitude).magnitude > 0.005 {
      latitude = middle
      scale = Ellipsoid.metresPerDegree(atLatitude: middle)
    }
    return PlanePoint(east: east * scale.east, north: north * scale.north).length
  }
}

/// Degrees of longitude as an angle.
public enum Longitude {
  /// The same meridian in [−180, 180).
  public static func normalised(_ degrees: Double) -> Double {
    guard degrees < -180 || degrees >= 180 else { return degrees }
    let turns = ((degrees + 180) / 360).rounded(.down)
    return degrees - turns * 360
  }

  /// Degrees east from one meridian to another, in [−180, 180).
  public static func difference(from a: Double, to b: Double) -> Double { normalised(b - a) }
}

/// The WGS 84 ellipsoid (NIMA TR8350.2).
public enum Ellipsoid {
  static let semiMajorAxisMetres = 6_378_137.0
  static let firstEccentricitySquared = 6.694_379_990_14e-3

  /// The length of one degree along the meridian and along the parallel, in metres.
  static func metresPerDegree(atLatitude degrees: Double) -> (north: Double, east: Double) {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: degrees)
    let w2 = 1 - firstEccentricitySquared * sine * sine
    let primeVertical = semiMajorAxisMetres / w2.squareRoot()
    let meridian = primeVertical * (1 - firstEccentricitySquared) / w2
    return (meridian * .pi / 180, primeVertical * cosine * .pi / 180)
  }

  /// The distance over the ground in metres.
  ///
  /// Up to some 100 km it is that of the plane touching at the middle latitude (relative error below 1e-4 away
  /// from the poles); beyond it is that of a sphere (below 6e-3), which is all that a hole in a track needs.
  public static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let north = b.latitude - a.latitude
    let east = Longitude.difference(from: a.longitude, to: b.longitude)
    let middle = (a.latitude + b.latitude) / 2
    if north.magnitude > 1 || east.magnitude > 1 || middle.magnitude > 80 { return sphericalDistance(a, b) }
    let scale = metresPerDegree(atLatitude: middle)
    return PlanePoint(east: east * scale.east, north: north * scale.north).length
  }

  /// The chord through the Earth turned into its arc; exact for short distances and at the poles.
  private static func sphericalDistance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radius = 6_371_008.8
    let (sineA, cosineA) = Angle.sineAndCosine(ofDegrees: a.latitude)
    let (sineB, cosineB) = Angle.sineAndCosine(ofDegrees: b.latitude)
    let (sineEast, cosineEast) = Angle.sineAndCosine(
      ofDegrees: Longitude.difference(from: a.longitude, to: b.longitude))
    let x = cosineB * cosineEast - cosineA
    let y = cosineB * sineEast
    let z = sineB - sineA
    let halfChord = (x * x + y * y + z * z).squareRoot() / 2
    return 2 * radius * Angle.arcSineRadians(min(1, halfChord))
  }
}

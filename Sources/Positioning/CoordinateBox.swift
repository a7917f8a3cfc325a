/// A part of the map, all edges included; it crosses the antimeridian where west is beyond east.
public struct CoordinateBox: Equatable, Sendable {
  /// 1e-9 degrees.
  public var west, south, east, north: Int64

  private static let halfTurn: Int64 = 180_000_000_000

  /// Creates a box from degrees; nil unless they are in range and south is below north.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard south <= north, Coordinate(latitude: south, longitude: west) != nil,
      Coordinate(latitude: north, longitude: east) != nil
    else { return nil }
    (self.west, self.south) = (Int64((west * 1e9).rounded()), Int64((south * 1e9).rounded()))
    (self.east, self.north) = (Int64((east * 1e9).rounded()), Int64((north * 1e9).rounded()))
  }

  /// From west to east, in two where it crosses the antimeridian.
  public var spans: [(west: Int64, east: Int64)] {
    west <= east ? [(west, east)] : [(west, Self.halfTurn), (-Self.halfTurn, east)]
  }

  /// Whether a place lies in it.
  public func contains(latitudeE9: Int64, longitudeE9: Int64) -> Bool {
    guard (south...north).contains(latitudeE9) else { return false }
    return west <= east ? (west...east).contains(longitudeE9) : longitudeE9 >= west || longitudeE9 <= east
  }
}

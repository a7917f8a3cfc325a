import Positioning

/// Geometries as a GeoPackage holds them: a header with the reference system, then well-known binary, all little-endian
/// (OGC 12-128r17 section 2.1.3, OGC 06-103r4 section 8).
enum GeoPackageGeometry {
  private static let magic = Array("GP".utf8) + [0]

  /// A place.
  static func point(latitudeE9: Int64, longitudeE9: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(29)
    bytes += magic
    bytes.append(0b0001)
    bytes.append(littleEndian: UInt32(4326))
    bytes.append(1)
    bytes.append(littleEndian: UInt32(1))
    bytes.append(degreesE9: longitudeE9)
    bytes.append(degreesE9: latitudeE9)
    return bytes
  }

  /// Everything of a line that stands before its positions.
  static func lineHeader(_ box: Box, positions: Int) -> [UInt8] {
    var bytes = magic
    bytes.append(0b0011)
    bytes.append(littleEndian: UInt32(4326))
    for side in [box.west, box.east, box.south, box.north] { bytes.append(degreesE9: side) }
    bytes.append(1)
    bytes.append(littleEndian: UInt32(2))
    bytes.append(littleEndian: UInt32(positions))
    return bytes
  }

  /// The bytes of a position in a line.
  static let positionSize = 16

  /// What a geometry or a layer covers, in 1e-9 degrees.
  struct Box {
    private(set) var west, east, south, north: Int64

    /// A single place.
    init(latitudeE9: Int64, longitudeE9: Int64) {
      (west, east, south, north) = (longitudeE9, longitudeE9, latitudeE9, latitudeE9)
    }

    /// Grows to cover another box as well.
    mutating func cover(_ other: Box) {
      west = min(west, other.west)
      east = max(east, other.east)
      south = min(south, other.south)
      north = max(north, other.north)
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }

  /// Adds degrees as a double.
  mutating func append(degreesE9: Int64) { append(littleEndian: (Double(degreesE9) / 1e9).bitPattern) }
}

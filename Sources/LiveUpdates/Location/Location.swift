/// A position and what the receiver says about it; nil where it did not say, never zero or a negative number for that.
public struct Location: Equatable, Sendable {
  /// A place on the WGS 84 ellipsoid.
  public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, −90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, −180 to 180.
    public var longitude: Double

    /// Creates a place from degrees.
    public init(latitude: Double, longitude: Double) {
      (self.latitude, self.longitude) = (latitude, longitude)
    }
  }

  /// Where it is.
  public var coordinate: Coordinate
  /// The receiver's time in UTC, milliseconds since 1970 (divided by 1,000 it is Foundation's `timeIntervalSince1970`).
  ///
  /// After a pause or a slow disk, older positions may come late; they come in order.
  public var unixMilliseconds: Int64
  /// Height above mean sea level in metres.
  public var altitude: Double?
  /// Height above the WGS 84 ellipsoid in metres.
  public var ellipsoidalAltitude: Double?
  /// Estimated horizontal error in metres.
  public var horizontalAccuracy: Double?
  /// Estimated vertical error in metres.
  public var verticalAccuracy: Double?
  /// Speed over ground in metres per second.
  public var speed: Double?
  /// Course over ground in degrees from true north, [0, 360).
  public var course: Double?
  /// Vertical speed in metres per second, up positive.
  public var climb: Double?
  /// Satellites used.
  public var satellites: Int?
  /// Whether it has a height: the receiver's mode is 3D.
  public var is3D = false
  /// gpsd's path of the receiver.
  public var device: String?
  /// It was made up by a program, not measured.
  public var isSimulated = false

  /// Creates a position of which only time and place are known.
  public init(coordinate: Coordinate, unixMilliseconds: Int64) {
    (self.coordinate, self.unixMilliseconds) = (coordinate, unixMilliseconds)
  }
}

extension Location: CustomStringConvertible {
  /// Latitude and longitude with six decimals, whatever the locale: a tenth of a metre.
  public var description: String { "\(decimal(coordinate.latitude)), \(decimal(coordinate.longitude))" }

  private func decimal(_ degrees: Double) -> String {
    let millionths = Int((degrees * 1e6).rounded())
    let fraction = String(millionths.magnitude % 1_000_000)
    let zeros = String(repeating: "0", count: 6 - fraction.count)
    return "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000).\(zeros)\(fraction)"
  }
}

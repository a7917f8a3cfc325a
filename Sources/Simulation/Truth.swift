public import Positioning

/// What the car really does at one instant.
public struct Truth: Equatable, Sendable {
  /// Whether the car moves.
  public enum State: String, Sendable {
    /// The wheels turn.
    case moving
    /// The wheels stand still: the speed is exactly zero.
    case stopped
  }

  /// The moment, to the millisecond.
  public var time: Timestamp
  /// The place of the antenna.
  public var coordinate: Coordinate
  /// Height above mean sea level in metres.
  public var altitudeMetres: Double
  /// Speed over ground in metres per second.
  public var speedMPS: Double
  /// Where the car points, in degrees from true north, [0, 360); meaningful at rest too.
  public var courseDegrees: Double
  /// Vertical speed in metres per second, up positive.
  public var climbMPS: Double
  /// What stands between the antenna and the sky.
  public var surroundings: Surroundings

  /// Moving or stopped.
  public var state: State { speedMPS == 0 ? .stopped : .moving }
}

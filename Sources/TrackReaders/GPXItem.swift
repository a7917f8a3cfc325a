public import Positioning

/// What a GPX file holds, in its order.
public enum GPXItem: Equatable, Sendable {
  /// The file itself, once what it says about itself is known: which program wrote it.
  case file(creator: String)
  /// A track begins.
  case track(GPXTrack)
  /// An unbroken run of a track begins.
  case segment
  case point(GPXPoint)
  case waypoint(GPXWaypoint)
  /// A route begins: where somebody meant to go, which is no track.
  case route
}

/// What a track says about itself.
public struct GPXTrack: Equatable, Sendable {
  /// What its owner calls it; else what they call the file.
  public var name: String?
  /// What they say about it.
  public var note: String?
  /// Where the points come from, in the words of the file.
  public var source: String?

  /// Creates a track about which nothing is said.
  public init() {}
}

/// A point of a track; anything may be missing.
public struct GPXPoint: Equatable, Sendable {
  /// The line of the file in which it begins, from 1.
  public var line: Int
  /// When, if the file says so and such a moment exists.
  public var time: Timestamp?
  /// Where, if there is such a place.
  public var coordinate: Coordinate?
  /// All else.
  public var measurements: Measurements

  /// Creates a point.
  public init(line: Int, time: Timestamp?, coordinate: Coordinate?, measurements: Measurements) {
    (self.line, self.time, self.coordinate, self.measurements) = (line, time, coordinate, measurements)
  }
}

/// A place that somebody noted.
public struct GPXWaypoint: Equatable, Sendable {
  /// When, if the file says so and such a moment exists.
  public var time: Timestamp?
  /// Where, if there is such a place.
  public var coordinate: Coordinate?
  /// What they say about it.
  public var text: String?

  /// Creates a waypoint.
  public init(time: Timestamp?, coordinate: Coordinate?, text: String?) {
    (self.time, self.coordinate, self.text) = (time, coordinate, text)
  }
}

/// Why a GPX file cannot be read any further.
public struct GPXFault: Error, Equatable, Sendable {
  /// What kind of fault.
  public enum Kind: Equatable, Sendable {
    /// It ends in the middle, as the file of a program that was killed: what is there is whole.
    case endsEarly
    /// It is no well-formed XML; why.
    case malformed(String)
    /// It does what no track file needs and only an attack does; what.
    case untrustworthy(String)
    /// It is XML of another kind; its outermost element.
    case notGPX(String)
  }

  /// What kind of fault.
  public var kind: Kind
  /// The line of the file, from 1.
  public var line: Int

  /// Creates a fault.
  public init(_ kind: Kind, line: Int) { (self.kind, self.line) = (kind, line) }
}

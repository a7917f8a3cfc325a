/// A receiver, by a small number that stands for its gpsd device path; paths are kept by whoever hands out numbers.
public struct DeviceID: Hashable, Sendable {
  /// The number, from 0 in the order in which receivers were first seen.
  public var number: Int32

  /// Creates the name of the receiver with that number.
  public init(number: Int32) { self.number = number }
}

/// What kind of fix the receiver has (gpsd's `mode`).
public enum FixMode: Int, Comparable, Sendable {
  case unknown = 0
  case noFix = 1
  case twoD = 2
  case threeD = 3

  /// A better kind of fix is greater.
  public static func < (a: FixMode, b: FixMode) -> Bool { a.rawValue < b.rawValue }
}

/// How the fix came about (gpsd's `status`, whose C names differ between releases).
public struct FixStatus: Hashable, Sendable {
  /// 0 unknown, 1 plain, 2 DGPS, 3 RTK fixed, 4 RTK float, 5 dead reckoning, 6 GNSS and dead reckoning,
  /// 7 surveyed in, 8 simulated, 9 P(Y).
  public var code: Int

  /// Creates a status from gpsd's number.
  public init(code: Int) { self.code = code }
}

/// A number that may be unknown, in the room of a number: half of what an optional takes, as fixes are copied a lot.
@propertyWrapper
public struct Measured: Equatable, Sendable {
  private var value = Double.nan

  /// Creates an unknown number.
  public init(wrappedValue: Double? = nil) { self.wrappedValue = wrappedValue }

  /// The number, nil where it is unknown; what is no number is unknown.
  public var wrappedValue: Double? {
    get { value.isNaN ? nil : value }
    set { value = newValue ?? .nan }
  }

  /// Whether both are the same number or both unknown.
  public static func == (a: Measured, b: Measured) -> Bool { a.wrappedValue == b.wrappedValue }
}

/// What a report says beside time and place; nil where the receiver did not say.
public struct Measurements: Equatable, Sendable {
  /// Kind of fix.
  public var mode = FixMode.unknown
  /// How the fix came about.
  public var status = FixStatus(code: 0)
  /// Height above mean sea level in metres.
  @Measured public var altitudeMSLMetres: Double?
  /// Height above the WGS 84 ellipsoid in metres.
  @Measured public var altitudeHAEMetres: Double?
  /// Speed over ground in metres per second.
  @Measured public var speedMPS: Double?
  /// Course over ground in degrees from true north, [0, 360).
  @Measured public var courseDegrees: Double?
  /// Vertical speed in metres per second, up positive.
  @Measured public var climbMPS: Double?
  /// Estimated horizontal error in metres (gpsd's `eph`, 95 % by its own word; makers differ).
  @Measured public var horizontalErrorMetres: Double?
  /// Estimated vertical error in metres (gpsd's `epv`).
  @Measured public var verticalErrorMetres: Double?
  /// Horizontal dilution of precision, without unit.
  @Measured public var hdop: Double?
  /// Satellites used in the solution.
  public var satellites: Int?

  /// Creates measurements of which nothing is known.
  public init() {}
}

/// One TPV report as gpsd sent it: anything may be missing.
public struct Report: Equatable, Sendable {
  /// The receiver it comes from.
  public var device: DeviceID
  /// The receiver's time.
  public var time: Timestamp?
  /// The place, if the report has a usable one.
  public var coordinate: Coordinate?
  /// All else.
  public var measurements: Measurements

  /// Creates a report.
  public init(device: DeviceID, time: Timestamp?, coordinate: Coordinate?, measurements: Measurements) {
    self.device = device
    self.time = time
    self.coordinate = coordinate
    self.measurements = measurements
  }
}

/// One SKY report: the dilution and satellite count that belong to the epoch around it.
public struct Sky: Equatable, Sendable {
  /// The receiver it comes from.
  public var device: DeviceID
  /// Horizontal dilution of precision.
  public var hdop: Double?
  /// Satellites used in the solution.
  public var satellitesUsed: Int?
  /// Satellites seen.
  public var satellitesSeen: Int?

  /// Creates a report.
  public init(device: DeviceID, hdop: Double?, satellitesUsed: Int?, satellitesSeen: Int?) {
    self.device = device
    self.hdop = hdop
    self.satellitesUsed = satellitesUsed
    self.satellitesSeen = satellitesSeen
  }
}

/// One epoch of one receiver with a time and a place.
public struct Fix: Equatable, Sendable {
  /// The receiver.
  public var device: DeviceID
  /// The receiver's time, week rollover repaired where `isTimeRepaired` says so.
  public var time: Timestamp
  /// The place.
  public var coordinate: Coordinate
  /// All else.
  public var measurements: Measurements
  /// The time was moved by whole multiples of 1024 weeks.
  public var isTimeRepaired = false

  /// Creates a fix.
  public init(device: DeviceID, time: Timestamp, coordinate: Coordinate, measurements: Measurements) {
    self.device = device
    self.time = time
    self.coordinate = coordinate
    self.measurements = measurements
  }
}

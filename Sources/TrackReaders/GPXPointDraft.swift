import Positioning

/// A point of which not all elements are known yet.
struct GPXPointDraft {
  /// What `ele` is measured from.
  enum Heights {
    /// Mean sea level, as everybody has it.
    case seaLevel
    /// The WGS 84 ellipsoid, as gpxlogger has it: gpsd 3.22 prints `altHAE`.
    case ellipsoid

    /// By the program that wrote the file.
    static func of(_ creator: String) -> Heights { creator.hasPrefix("GPSD ") ? .ellipsoid : .seaLevel }
  }

  let line: Int
  let coordinate: Coordinate?
  let heights: Heights
  private var time: Timestamp?
  private var measurements = Measurements()
  private var elevation: Double?
  private var separation: Double?
  private var isFix = true

  init(line: Int, coordinate: Coordinate?, heights: Heights) {
    (self.line, self.coordinate, self.heights) = (line, coordinate, heights)
  }

  mutating func take(_ value: String, as name: String) {
    switch name {
    case "time": time = GPXValues.time(value)
    case "ele": elevation = GPXValues.decimal(value)
    case "geoidheight": separation = GPXValues.decimal(value)
    case "speed": measurements.speedMPS = GPXValues.decimal(value)
    case "course": measurements.courseDegrees = GPXValues.decimal(value)
    case "hdop": measurements.hdop = GPXValues.decimal(value)
    case "sat": measurements.satellites = GPXValues.count(value)
    case "fix": take(fix: value)
    default: break
    }
  }

  private mutating func take(fix: String) {
    switch fix {
    case "none": isFix = false
    case "2d": measurements.mode = .twoD
    case "3d": measurements.mode = .threeD
    case "dgps": measurements.status = FixStatus(code: 2)
    case "pps": measurements.status = FixStatus(code: 9)
    default: break
    }
  }

  /// The point with its heights by name, and with the kind of fix that it must have been where it does not say.
  var point: GPXPoint {
    var measurements = measurements
    switch heights {
    case .seaLevel:
      measurements.altitudeMSLMetres = elevation
      if let elevation, let separation { measurements.altitudeHAEMetres = elevation + separation }
    case .ellipsoid:
      measurements.altitudeHAEMetres = elevation
      if let elevation, let separation { measurements.altitudeMSLMetres = elevation - separation }
    }
    if measurements.mode == .unknown { measurements.mode = elevation == nil ? .twoD : .threeD }
    if !isFix { measurements.mode = .noFix }
    return GPXPoint(line: line, time: time, coordinate: coordinate, measurements: measurements)
  }
}

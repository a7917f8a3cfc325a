import Positioning

/// The truth as a table of comma-separated values, one line per epoch, for whoever scores a logger.
public enum TruthTable {
  /// The first line.
  public static let header = Array("unix_ms,latitude,longitude,altitude_m,speed_mps,course_deg,state,reception\n".utf8)

  /// The line of one epoch: degrees to 1e-9, metres and metres per second to 1e-3, ended by a line feed.
  public static func line(of epoch: Epoch) -> [UInt8] {
    let truth = epoch.truth
    var line: [UInt8] = []
    line.append(whole: Int(truth.time.milliseconds))
    line.append(",")
    line.append(decimal: truth.coordinate.latitude, places: 9)
    line.append(",")
    line.append(decimal: truth.coordinate.longitude, places: 9)
    line.append(",")
    line.append(decimal: truth.altitudeMetres, places: 3)
    line.append(",")
    line.append(decimal: truth.speedMPS, places: 3)
    line.append(",")
    line.append(decimal: truth.courseDegrees, places: 3)
    line.append(",")
    line.append(contentsOf: truth.state.rawValue.utf8)
    line.append(",")
    line.append(contentsOf: epoch.reception.rawValue.utf8)
    line.append("\n")
    return line
  }
}

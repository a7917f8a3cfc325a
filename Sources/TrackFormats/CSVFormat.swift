import Positioning
import TextOutput

/// Comma-separated values (RFC 4180, lines end with LF), one row per fix, times in UTC.
///
/// Column names are those that GPSBabel's unicsv, QGIS and Dawarich pick up by themselves. Heights, errors and
/// distances are metres, speeds metres per second, courses degrees from true north; empty where unknown.
struct CSVFormat: TrackFormat {
  static let columns = [
    "time", "lat", "lon", "ele", "speed", "course", "accuracy", "vertical_accuracy", "climb", "hdop", "sat", "fix",
    "geoidheight", "hae", "stationary", "device", "segment", "session",
  ]

  func begin(into text: inout TextBuffer) { text.append(Self.columns.joined(separator: ",") + "\n") }

  func mark(_ mark: TrackMark, into text: inout TextBuffer) {}

  func begin(_ session: TrackSession, into text: inout TextBuffer) {}

  func point(_ point: TrackPoint, into text: inout TextBuffer) {
    text.append(point.time.iso8601)
    appendDecimal(point.latitudeE9, places: 9, &text)
    appendDecimal(point.longitudeE9, places: 9, &text)
    appendDecimal(point.altitudeMSLE4, places: 4, &text)
    appendDecimal(point.speedMMPS, places: 3, &text)
    appendDecimal(point.courseE4, places: 4, &text)
    appendDecimal(point.horizontalErrorMM, places: 3, &text)
    appendDecimal(point.verticalErrorMM, places: 3, &text)
    appendDecimal(point.climbMMPS, places: 3, &text)
    appendDecimal(point.hdopE2, places: 2, &text)
    appendDecimal(point.satellites, places: 0, &text)
    text.append(point.mode == .threeD ? ",3d" : ",2d")
    appendDecimal(separation(point), places: 4, &text)
    appendDecimal(point.altitudeHAEE4, places: 4, &text)
    text.append(point.isStationary ? ",1," : ",0,")
    text.append(csvField: point.device)
    appendDecimal(point.segment, places: 0, &text)
    appendDecimal(point.session, places: 0, &text)
    text.append("\n")
  }

  func endSession(into text: inout TextBuffer) {}

  func end(into text: inout TextBuffer) {}

  private func separation(_ point: TrackPoint) -> Int64? {
    guard let sea = point.altitudeMSLE4, let ellipsoid = point.altitudeHAEE4 else { return nil }
    return ellipsoid - sea
  }

  private func appendDecimal(_ scaled: Int64?, places: Int, _ text: inout TextBuffer) {
    text.append(",")
    if let scaled { text.append(decimal: scaled, places: places, zeros: .trimmed) }
  }
}

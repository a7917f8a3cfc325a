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

  private let delimiter: UInt8
  /// The device of the former row as it was written: it hardly ever changes.
  private var device = (path: "", field: TextBuffer())

  init(delimiter: UInt8 = UInt8(ascii: ",")) { self.delimiter = delimiter }

  func begin(into text: inout TrackText) {
    for (index, column) in Self.columns.enumerated() {
      if index > 0 { text.body.append(byte: delimiter) }
      text.body.append(column)
    }
    text.body.append("\n")
  }

  func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) {}

  func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) {}

  func begin(_ session: TrackSession, into text: inout TrackText) {}

  mutating func point(_ point: TrackPoint, into text: inout TrackText) {
    text.body.append(iso8601: point.time)
    append(point.latitudeE9, places: 9, &text.body)
    append(point.longitudeE9, places: 9, &text.body)
    append(point.altitudeMSLE4, places: 4, &text.body)
    append(point.speedMMPS, places: 3, &text.body)
    append(point.courseE4, places: 4, &text.body)
    append(point.horizontalErrorMM, places: 3, &text.body)
    append(point.verticalErrorMM, places: 3, &text.body)
    append(point.climbMMPS, places: 3, &text.body)
    append(point.hdopE2, places: 2, &text.body)
    append(point.satellites, places: 0, &text.body)
    text.body.append(byte: delimiter)
    text.body.append(point.mode == .threeD ? "3d" : "2d")
    append(point.separationE4, places: 4, &text.body)
    append(point.altitudeHAEE4, places: 4, &text.body)
    append(point.isStationary ? 1 : 0, places: 0, &text.body)
    text.body.append(byte: delimiter)
    if point.device != device.path {
      device = (point.device, TextBuffer())
      device.field.append(csvField: point.device, delimiter: delimiter)
    }
    text.body.append(device.field)
    append(point.segment, places: 0, &text.body)
    append(point.session, places: 0, &text.body)
    text.body.append("\n")
  }

  func endSession(into text: inout TrackText) {}

  func end(into text: inout TrackText) {}

  private func append(_ scaled: Int64?, places: Int, _ text: inout TextBuffer) {
    text.append(byte: delimiter)
    if let scaled { text.append(decimal: scaled, places: places, zeros: .trimmed) }
  }
}

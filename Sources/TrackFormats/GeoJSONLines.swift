import Positioning
import TextOutput

/// GeoJSON (RFC 7946) with a feature for each session.
///
/// Its geometry is a MultiLineString, also where it has one part only, so that a reader meets one shape; parts are the
/// unbroken runs, cut at the antimeridian. `coordinateProperties` holds arrays of the same shape as the coordinates
/// (github.com/mapbox/geojson-coordinate-properties): times, and heights above mean sea level with null where unknown. A
/// run of a single fix is no line, and is a Point feature after that of its session.
struct GeoJSONLines: TrackFormat {
  static var columns: Int { LineFeature.columns }

  private let frame: FeatureFrame
  private var isFirst = true
  private var cutter: LineCutter<LineFeature>
  private var session: TrackSession?

  init(_ frame: FeatureFrame) {
    self.frame = frame
    cutter = LineCutter(LineFeature(frame))
  }

  func begin(into text: inout TrackText) { frame.begin(&text.body) }

  mutating func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) {
    frame.separate(&isFirst, &text.body)
    text.body.append(featureOf: mark, of: session)
    frame.close(&text.body)
  }

  mutating func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) {
    frame.separate(&isFirst, &text.body)
    text.body.append(featureOf: stop, of: session)
    frame.close(&text.body)
  }

  mutating func begin(_ session: TrackSession, into text: inout TrackText) {
    self.session = session
    frame.separate(&isFirst, &text.body)
    text.body.append("{\"type\":\"Feature\",\"geometry\":")
  }

  mutating func point(_ point: TrackPoint, into text: inout TrackText) throws {
    try cutter.point(point, into: &text)
  }

  mutating func endSession(into text: inout TrackText) throws {
    try cutter.endRun(into: &text)
    text.body.append(cutter.lines.isEmpty ? "null" : "]}")
    text.body.append(",\"properties\":{\"feature\":\"track\",")
    if let session { appendFields(of: session, &text.body) }
    try cutter.lines.appendCoordinateProperties(into: &text)
    text.body.append("}}")
    frame.close(&text.body)
    try text.join(LineFeature.singles)
  }

  func end(into text: inout TrackText) { frame.end(&text.body) }

  private func appendFields(of session: TrackSession, _ text: inout TextBuffer) {
    for (name, value) in [
      ("name", session.title), ("note", session.note), ("uuid", session.uuid), ("started", session.started?.iso8601),
      ("ended", session.ended?.iso8601),
    ] {
      guard let value, !value.isEmpty else { continue }
      text.append("\"\(name)\":")
      text.append(json: value)
      text.append(",")
    }
    text.append("\"session\":")
    text.append(integer: session.number)
    text.append(",\"coordinates_altitude\":\"above the ellipsoid\"")
  }
}

/// The lines of one feature: coordinates as they come, the arrays beside them in columns.
private struct LineFeature: LineSink {
  static let columns = 3
  static let times = 0
  static let heights = 1
  static let singles = 2

  private let frame: FeatureFrame
  private(set) var isEmpty = true

  init(_ frame: FeatureFrame) { self.frame = frame }

  mutating func begin(_ point: TrackPoint, into text: inout TrackText) {
    text.body.append(isEmpty ? "{\"type\":\"MultiLineString\",\"coordinates\":[" : ",")
    text.body.append(frame.lineBreak)
    text.body.append("[")
    for column in [Self.times, Self.heights] {
      if !isEmpty { text.columns[column].text.append("," + frame.lineBreak) }
      text.columns[column].text.append("[")
    }
    isEmpty = false
    append(point, into: &text)
  }

  func extend(_ point: TrackPoint, into text: inout TrackText) {
    text.body.append(",")
    text.columns[Self.times].text.append(",")
    text.columns[Self.heights].text.append(",")
    append(point, into: &text)
  }

  func end(into text: inout TrackText) {
    text.body.append("]")
    for column in [Self.times, Self.heights] { text.columns[column].text.append("]") }
  }

  func single(_ point: TrackPoint, into text: inout TrackText) {
    // The session's own feature stands before all of these.
    var isFirst = false
    frame.separate(&isFirst, &text.columns[Self.singles].text)
    text.columns[Self.singles].text.append(featureOf: point)
    frame.close(&text.columns[Self.singles].text)
  }

  private func append(_ point: TrackPoint, into text: inout TrackText) {
    text.body.append(positionOf: point)
    text.columns[Self.times].text.append("\"")
    text.columns[Self.times].text.append(iso8601: point.time)
    text.columns[Self.times].text.append("\"")
    if let height = point.altitudeMSLE4 {
      text.columns[Self.heights].text.append(decimal: height, places: 4, zeros: .trimmed)
    } else {
      text.columns[Self.heights].text.append("null")
    }
  }

  /// Adds the arrays and is ready for the next session.
  mutating func appendCoordinateProperties(into text: inout TrackText) throws {
    guard !isEmpty else { return }
    text.body.append(",\"coordinateProperties\":{\"times\":[" + frame.lineBreak)
    try text.join(Self.times)
    text.body.append("],\"altitude\":[" + frame.lineBreak)
    try text.join(Self.heights)
    text.body.append("]}")
    isEmpty = true
  }
}

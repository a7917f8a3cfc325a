import Positioning
import TextOutput

/// How the features of a GeoJSON text stand together.
enum FeatureFrame {
  /// One FeatureCollection (RFC 7946).
  case collection
  /// A feature a line, each ended by a line feed and nothing before it, as jq and GDAL's GeoJSONSeq read them.
  case sequence

  /// Where a line may end inside a feature, for editors that do not like long ones.
  var lineBreak: String { self == .collection ? "\n" : "" }

  func begin(_ text: inout TextBuffer) {
    if self == .collection { text.append("{\"type\":\"FeatureCollection\",\"features\":[\n") }
  }

  /// Before a feature.
  func separate(_ isFirst: inout Bool, _ text: inout TextBuffer) {
    if self == .collection, !isFirst { text.append(",\n") }
    isFirst = false
  }

  /// After a feature.
  func close(_ text: inout TextBuffer) {
    if self == .sequence { text.append("\n") }
  }

  func end(_ text: inout TextBuffer) {
    if self == .collection { text.append("\n]}\n") }
  }
}

/// Features that both shapes have.
///
/// A third number of a position is the height above the ellipsoid, as RFC 7946 section 3.1.1 wants it; the height above
/// mean sea level is a property.
extension TextBuffer {
  mutating func append(positionOf point: TrackPoint) {
    append(byte: UInt8(ascii: "["))
    append(degreesE9: point.longitudeE9)
    append(byte: UInt8(ascii: ","))
    append(degreesE9: point.latitudeE9)
    append(",", point.altitudeHAEE4, places: 4, "")
    append(byte: UInt8(ascii: "]"))
  }

  mutating func append(featureOf point: TrackPoint) {
    append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":")
    append(positionOf: point)
    append("},\"properties\":{\"feature\":\"fix\",\"time\":\"")
    append(iso8601: point.time)
    append("\",\"timestamp\":")
    append(decimal: point.time.milliseconds, places: 3, zeros: .trimmed)
    append(",\"altitude\":", point.altitudeMSLE4, places: 4, "")
    append(",\"altitude_hae\":", point.altitudeHAEE4, places: 4, "")
    append(",\"speed\":", point.speedMMPS, places: 3, "")
    append(",\"course\":", point.courseE4, places: 4, "")
    append(",\"climb\":", point.climbMMPS, places: 3, "")
    append(",\"accuracy\":", point.horizontalErrorMM, places: 3, "")
    append(",\"vertical_accuracy\":", point.verticalErrorMM, places: 3, "")
    append(",\"hdop\":", point.hdopE2, places: 2, "")
    append(",\"satellites\":", point.satellites, places: 0, "")
    append(point.mode == .threeD ? ",\"fix\":\"3d\"" : ",\"fix\":\"2d\"")
    append(point.isStationary ? ",\"stationary\":true" : ",\"stationary\":false")
    append(",\"device\":")
    append(json: point.device)
    append(",\"segment\":", point.segment, places: 0, "")
    append(",\"session\":", point.session, places: 0, "}}")
  }

  mutating func append(featureOf mark: TrackMark, of session: Int64) {
    appendFeature(latitudeE9: mark.latitudeE9, longitudeE9: mark.longitudeE9) { properties in
      properties.field("feature", "mark")
      properties.field("name", mark.text)
      properties.field("time", mark.time.iso8601)
      properties.field("session", session)
    }
  }

  mutating func append(featureOf stop: TrackStop, of session: Int64) {
    appendFeature(latitudeE9: stop.latitudeE9, longitudeE9: stop.longitudeE9) { properties in
      properties.field("feature", "stop")
      properties.field("name", stop.title)
      properties.field("kind", stop.kind)
      properties.field("arrival", stop.arrival.iso8601)
      properties.field("departure", stop.departure?.iso8601)
      properties.field("duration", .decimal(stop.durationMS, places: 3))
      properties.field("radius", .decimal(stop.radiusMM, places: 3))
      properties.field("session", session)
    }
  }

  private mutating func appendFeature(
    latitudeE9: Int64, longitudeE9: Int64, properties: (inout JSONObject) -> Void
  ) {
    append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    append(degreesE9: longitudeE9)
    append(",")
    append(degreesE9: latitudeE9)
    append("]},\"properties\":")
    appendJSONObject(properties)
    append("}")
  }
}

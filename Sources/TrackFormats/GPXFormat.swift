import Positioning
import TextOutput

/// GPX 1.1 (topografix.com/GPX/1/1), with speed and course in Garmin's TrackPointExtension v2.
///
/// One `trk` per session, one `trkseg` per unbroken run. `ele` is height above mean sea level and never anything
/// else; where the receiver also gave the height above the ellipsoid, `geoidheight` is the difference.
struct GPXFormat: TrackFormat {
  private let creator: String
  private var segment: Int64?

  init(creator: String) { self.creator = creator }

  func begin(into text: inout TrackText) {
    text.body.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="
      """)
    text.body.append(xmlAttribute: creator)
    text.body.append(
      """
      " xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd \
      http://www.garmin.com/xmlschemas/TrackPointExtension/v2 \
      https://www8.garmin.com/xmlschemas/TrackPointExtensionv2.xsd">
       <metadata><desc>Heights in ele are metres above mean sea level.</desc></metadata>

      """)
  }

  func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) {
    text.body.append(" <wpt")
    text.body.append(latitudeE9: mark.latitudeE9, longitudeE9: mark.longitudeE9)
    text.body.append("><time>")
    text.body.append(shortISO8601: mark.time)
    text.body.append("</time>")
    text.body.append("<name>", content: mark.text, "</name>")
    text.body.append("</wpt>\n")
  }

  func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) {
    text.body.append(" <wpt")
    text.body.append(latitudeE9: stop.latitudeE9, longitudeE9: stop.longitudeE9)
    text.body.append("><time>")
    text.body.append(shortISO8601: stop.arrival)
    text.body.append("</time>")
    text.body.append("<name>", content: stop.title, "</name>")
    if let departure = stop.departure {
      text.body.append("<desc>until ")
      text.body.append(shortISO8601: departure)
      text.body.append("</desc>")
    }
    text.body.append("<type>stop</type></wpt>\n")
  }

  mutating func begin(_ session: TrackSession, into text: inout TrackText) {
    segment = nil
    text.body.append(" <trk>")
    text.body.append("<name>", content: session.title, "</name>")
    text.body.append("<desc>", content: session.note, "</desc>")
    text.body.append("<number>")
    text.body.append(integer: session.number)
    text.body.append("</number>\n")
  }

  mutating func point(_ point: TrackPoint, into text: inout TrackText) {
    if segment != point.segment {
      text.body.append(segment == nil ? "  <trkseg>\n" : "  </trkseg>\n  <trkseg>\n")
      segment = point.segment
    }
    text.body.append("   <trkpt")
    text.body.append(latitudeE9: point.latitudeE9, longitudeE9: point.longitudeE9)
    text.body.append(">")
    text.body.append("<ele>", point.altitudeMSLE4, places: 4, "</ele>")
    text.body.append("<time>")
    text.body.append(shortISO8601: point.time)
    text.body.append("</time>")
    text.body.append("<geoidheight>", point.separationE4, places: 4, "</geoidheight>")
    text.body.append(Self.kind(of: point))
    if let satellites = point.satellites, satellites >= 0 {
      text.body.append("<sat>", satellites, places: 0, "</sat>")
    }
    text.body.append("<hdop>", point.hdopE2, places: 2, "</hdop>")
    if point.speedMMPS != nil || point.courseE4 != nil { text.body.append(extensionsOf: point) }
    text.body.append("</trkpt>\n")
  }

  mutating func endSession(into text: inout TrackText) {
    if segment != nil { text.body.append("  </trkseg>\n") }
    text.body.append(" </trk>\n")
  }

  func end(into text: inout TrackText) { text.body.append("</gpx>\n") }

  /// GPX knows no RTK and no dead reckoning: those are left out rather than called something else.
  private static func kind(of point: TrackPoint) -> String {
    switch (point.mode, point.status.code) {
    case (_, 2): "<fix>dgps</fix>"
    case (_, 9): "<fix>pps</fix>"
    case (.twoD, 0...1): "<fix>2d</fix>"
    case (.threeD, 0...1): "<fix>3d</fix>"
    default: ""
    }
  }
}

extension TextBuffer {
  /// The schema ends courses at 360 and gives negative speeds no meaning; the gate keeps both out of the store.
  fileprivate mutating func append(extensionsOf point: TrackPoint) {
    append("<extensions><gpxtpx:TrackPointExtension>")
    append("<gpxtpx:speed>", point.speedMMPS, places: 3, "</gpxtpx:speed>")
    append("<gpxtpx:course>", point.courseE4, places: 4, "</gpxtpx:course>")
    append("</gpxtpx:TrackPointExtension></extensions>")
  }

  /// The schema's longitudes end before 180°: that meridian is written from its other side.
  fileprivate mutating func append(latitudeE9: Int64, longitudeE9: Int64) {
    append(" lat=\"")
    append(degreesE9: latitudeE9)
    append("\" lon=\"")
    append(degreesE9: longitudeE9 >= 180_000_000_000 ? -180_000_000_000 : longitudeE9)
    append("\"")
  }
}

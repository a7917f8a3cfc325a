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

  func begin(into text: inout TextBuffer) {
    text.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="
      """)
    text.append(xmlAttribute: creator)
    text.append(
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

  func mark(_ mark: TrackMark, into text: inout TextBuffer) {
    text.append(" <wpt")
    appendPlace(mark.latitudeE9, mark.longitudeE9, &text)
    text.append("><time>")
    appendTime(mark.time, &text)
    text.append("</time>")
    appendElement("name", mark.text, &text)
    text.append("</wpt>\n")
  }

  mutating func begin(_ session: TrackSession, into text: inout TextBuffer) {
    segment = nil
    text.append(" <trk>")
    appendElement("name", session.name ?? session.started.map { "Track of \($0.iso8601)" }, &text)
    appendElement("desc", session.note, &text)
    text.append("<number>")
    text.append(integer: session.number)
    text.append("</number>\n")
  }

  mutating func point(_ point: TrackPoint, into text: inout TextBuffer) {
    if segment != point.segment {
      text.append(segment == nil ? "  <trkseg>\n" : "  </trkseg>\n  <trkseg>\n")
      segment = point.segment
    }
    text.append("   <trkpt")
    appendPlace(point.latitudeE9, point.longitudeE9, &text)
    text.append(">")
    appendDecimal("ele", point.altitudeMSLE4, places: 4, &text)
    text.append("<time>")
    appendTime(point.time, &text)
    text.append("</time>")
    if let sea = point.altitudeMSLE4, let ellipsoid = point.altitudeHAEE4 {
      appendDecimal("geoidheight", ellipsoid - sea, places: 4, &text)
    }
    appendElement("fix", kind(of: point), &text)
    if let satellites = point.satellites, satellites >= 0 { appendDecimal("sat", satellites, places: 0, &text) }
    appendDecimal("hdop", point.hdopE2, places: 2, &text)
    appendExtensions(point, &text)
    text.append("</trkpt>\n")
  }

  mutating func endSession(into text: inout TextBuffer) {
    if segment != nil { text.append("  </trkseg>\n") }
    text.append(" </trk>\n")
  }

  func end(into text: inout TextBuffer) { text.append("</gpx>\n") }
}

extension GPXFormat {
  /// GPX knows no RTK and no dead reckoning: those are left out rather than called something else.
  private func kind(of point: TrackPoint) -> String? {
    switch (point.mode, point.status.code) {
    case (_, 2): "dgps"
    case (_, 9): "pps"
    case (.twoD, 0...1): "2d"
    case (.threeD, 0...1): "3d"
    default: nil
    }
  }

  private func appendExtensions(_ point: TrackPoint, _ text: inout TextBuffer) {
    // The schema ends courses at 360 and gives negative speeds no meaning; the gate keeps both out of the store.
    guard point.speedMMPS != nil || point.courseE4 != nil else { return }
    text.append("<extensions><gpxtpx:TrackPointExtension>")
    appendDecimal("gpxtpx:speed", point.speedMMPS, places: 3, &text)
    appendDecimal("gpxtpx:course", point.courseE4, places: 4, &text)
    text.append("</gpxtpx:TrackPointExtension></extensions>")
  }

  /// The schema's longitudes end before 180°: that meridian is written from its other side.
  private func appendPlace(_ latitudeE9: Int64, _ longitudeE9: Int64, _ text: inout TextBuffer) {
    text.append(" lat=\"")
    text.append(decimal: latitudeE9, places: 9, zeros: .trimmed)
    text.append("\" lon=\"")
    text.append(decimal: longitudeE9 >= 180_000_000_000 ? -180_000_000_000 : longitudeE9, places: 9, zeros: .trimmed)
    text.append("\"")
  }

  /// Milliseconds only where there are some: the form without is the most widely read.
  private func appendTime(_ time: Timestamp, _ text: inout TextBuffer) {
    let full = time.iso8601
    text.append(time.milliseconds % 1000 == 0 ? "\(full.dropLast(5))Z" : full)
  }

  private func appendDecimal(_ element: String, _ scaled: Int64?, places: Int, _ text: inout TextBuffer) {
    guard let scaled else { return }
    text.append("<\(element)>")
    text.append(decimal: scaled, places: places, zeros: .trimmed)
    text.append("</\(element)>")
  }

  private func appendElement(_ element: String, _ content: String?, _ text: inout TextBuffer) {
    guard let content, !content.isEmpty else { return }
    text.append("<\(element)>")
    text.append(xmlText: content)
    text.append("</\(element)>")
  }
}

import Positioning
import TextOutput

/// KML 2.2 (OGC 07-147r2) with Google's gx:MultiTrack, and a LineString of the same track for those who ignore that.
///
/// A gx:Track is an unbroken run: all times, then all places. Its heights are above mean sea level, as KML wants them;
/// a run in which any is missing lies on the ground. The lines always do.
struct KMLFormat: TrackFormat {
  static let columns = 3
  private static let times = 0
  private static let places = 1
  private static let lines = 2

  private let creator: String
  private var segment: Int64?
  private var run = Run()

  /// What is known of the present run.
  private struct Run {
    var points = 0
    var hasAllHeights = true
    var first: TrackPoint?
  }

  init(creator: String) { self.creator = creator }

  func begin(into text: inout TrackText) {
    text.body.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>
       <name>Tracks</name>
       <description>
      """)
    text.body.append(xmlText: creator)
    text.body.append(": heights are metres above mean sea level.</description>\n")
  }

  func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) {
    text.body.append(" <Placemark>")
    text.body.append("<name>", content: mark.text, "</name>")
    text.body.append("<TimeStamp><when>")
    text.body.append(iso8601: mark.time)
    text.body.append("</when></TimeStamp>")
    text.body.append(pointAt: mark.latitudeE9, mark.longitudeE9)
    text.body.append("</Placemark>\n")
  }

  func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) {
    text.body.append(" <Placemark>")
    text.body.append("<name>", content: stop.title, "</name>")
    text.body.append("<TimeSpan><begin>")
    text.body.append(iso8601: stop.arrival)
    text.body.append("</begin>")
    if let departure = stop.departure {
      text.body.append("<end>")
      text.body.append(iso8601: departure)
      text.body.append("</end>")
    }
    text.body.append("</TimeSpan>")
    text.body.append(pointAt: stop.latitudeE9, stop.longitudeE9)
    text.body.append("</Placemark>\n")
  }

  mutating func begin(_ session: TrackSession, into text: inout TrackText) {
    (segment, run) = (nil, Run())
    text.body.append(" <Folder>")
    text.body.append("<name>", content: session.title, "</name>")
    text.body.append("<description>", content: session.note, "</description>")
    text.body.append("\n")
  }

  mutating func point(_ point: TrackPoint, into text: inout TrackText) throws {
    if segment != point.segment {
      if segment == nil {
        text.body.append(
          "  <Placemark><name>Track</name><gx:MultiTrack><gx:interpolate>0</gx:interpolate>\n")
      }
      try endRun(into: &text)
      segment = point.segment
    }
    appendToTrack(point, into: &text)
    appendToLine(point, into: &text)
    run.points += 1
  }

  mutating func endSession(into text: inout TrackText) throws {
    try endRun(into: &text)
    if segment != nil {
      text.body.append("  </gx:MultiTrack></Placemark>\n  <Placemark><name>Line</name><MultiGeometry>\n")
      try text.join(Self.lines)
      text.body.append("  </MultiGeometry></Placemark>\n")
    }
    text.body.append(" </Folder>\n")
  }

  func end(into text: inout TrackText) { text.body.append("</Document>\n</kml>\n") }

  private mutating func appendToTrack(_ point: TrackPoint, into text: inout TrackText) {
    text.columns[Self.times].text.append("<when>")
    text.columns[Self.times].text.append(iso8601: point.time)
    text.columns[Self.times].text.append("</when>\n")
    text.columns[Self.places].text.append("<gx:coord>")
    text.columns[Self.places].text.append(degreesE9: point.longitudeE9)
    text.columns[Self.places].text.append(" ")
    text.columns[Self.places].text.append(degreesE9: point.latitudeE9)
    text.columns[Self.places].text.append(" ", point.altitudeMSLE4, places: 4, "")
    text.columns[Self.places].text.append("</gx:coord>\n")
    if point.altitudeMSLE4 == nil { run.hasAllHeights = false }
  }

  /// The first point waits until it is known whether a line comes of it.
  private mutating func appendToLine(_ point: TrackPoint, into text: inout TrackText) {
    switch run.points {
    case 0: run.first = point
    case 1:
      text.columns[Self.lines].text.append("   <LineString><tessellate>1</tessellate><coordinates>\n")
      if let first = run.first { text.columns[Self.lines].text.append(placeOf: first) }
      text.columns[Self.lines].text.append(placeOf: point)
    default: text.columns[Self.lines].text.append(placeOf: point)
    }
  }

  private mutating func endRun(into text: inout TrackText) throws {
    guard run.points > 0, let first = run.first else { return }
    text.body.append("   <gx:Track><altitudeMode>")
    text.body.append(run.hasAllHeights ? "absolute" : "clampToGround")
    text.body.append("</altitudeMode>\n")
    try text.join(Self.times)
    try text.join(Self.places)
    text.body.append("   </gx:Track>\n")
    if run.points == 1 {
      text.columns[Self.lines].text.append(pointAt: first.latitudeE9, first.longitudeE9)
    } else {
      text.columns[Self.lines].text.append("   </coordinates></LineString>\n")
    }
    run = Run()
  }
}

extension TextBuffer {
  fileprivate mutating func append(pointAt latitudeE9: Int64, _ longitudeE9: Int64) {
    append("<Point><coordinates>")
    append(degreesE9: longitudeE9)
    append(",")
    append(degreesE9: latitudeE9)
    append("</coordinates></Point>")
  }

  fileprivate mutating func append(placeOf point: TrackPoint) {
    append(degreesE9: point.longitudeE9)
    append(",")
    append(degreesE9: point.latitudeE9)
    append("\n")
  }
}

import Positioning
import TextOutput

/// A page that shows the track: a map, charts and tables in one file, which needs no network.
///
/// The track stands in a JSON script element: the columns of each session are arrays of whole numbers, each the
/// difference from the one before it, null where unknown. JSON text escapes `<`, so that no name ends the element.
///
/// - `time`: milliseconds since 1970; `offsets`: from which on the clock is ahead of UTC by how many milliseconds.
/// - `latitude`, `longitude`: 1e-7 degrees; `speed`: cm/s; `height`: 0.1 m above mean sea level.
/// - `runs`: how many fixes each unbroken run has; `rests`: how many in turn are moving and at rest.
struct HTMLFormat: TrackFormat {
  static let columns = PageColumn.allCases.count

  private let creator: String
  private let options: PictureOptions
  private var isFirst = true
  private var rows = PageRows()

  init(creator: String, _ options: PictureOptions) { (self.creator, self.options) = (creator, options) }

  func begin(into text: inout TrackText) {
    text.body.append(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="
      """)
    text.body.append(xmlAttribute: creator)
    text.body.append("\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    text.body.append("script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:")
    if let tiles = options.tiles { text.body.append(" \(tiles.origin)") }
    text.body.append("\">\n<title>Track</title>\n<style>\n\(options.page.style)</style>\n</head>\n<body>\n")
    text.body.append("\(options.page.body)<script id=\"track\" type=\"application/json\">\n{\"units\":")
    text.body.append(json: options.units.rawValue)
    if let zone = options.clock.zone {
      text.body.append(",\"zone\":")
      text.body.append(json: zone)
    }
    if let tiles = options.tiles {
      text.body.append(",\"tiles\":")
      text.body.append(json: tiles.text)
    }
    text.body.append(",\n\"places\":[")
  }

  mutating func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) {
    separate(&text)
    rows.note(mark.time, options.clock, into: &text)
    text.body.appendJSONObject { place in
      place.field("kind", "mark")
      place.field("session", session)
      place.field("text", mark.text)
      place.field("arrival", mark.time.milliseconds)
      place.field("latitude", mark.latitudeE9.rounded(to: 100))
      place.field("longitude", mark.longitudeE9.rounded(to: 100))
    }
  }

  mutating func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) {
    separate(&text)
    rows.note(stop.arrival, options.clock, into: &text)
    if let departure = stop.departure { rows.note(departure, options.clock, into: &text) }
    text.body.appendJSONObject { place in
      place.field("kind", stop.kind)
      place.field("session", session)
      place.field("arrival", stop.arrival.milliseconds)
      place.field("departure", stop.departure?.milliseconds)
      place.field("duration", stop.durationMS)
      place.field("latitude", stop.latitudeE9.rounded(to: 100))
      place.field("longitude", stop.longitudeE9.rounded(to: 100))
    }
  }

  mutating func begin(_ session: TrackSession, into text: inout TrackText) {
    text.body.append(rows.isBegun ? "},\n{\"session\":" : "],\n\"sessions\":[\n{\"session\":")
    text.body.append(integer: session.number)
    for (name, value) in [("name", session.name), ("note", session.note)] {
      guard let value, !value.isEmpty else { continue }
      text.body.append(",\"\(name)\":")
      text.body.append(json: value)
    }
    rows.begin()
  }

  mutating func point(_ point: TrackPoint, into text: inout TrackText) {
    rows.append(point, options.clock, into: &text)
  }

  mutating func endSession(into text: inout TrackText) throws {
    rows.end(into: &text)
    for column in PageColumn.ofSession {
      text.body.append(",\n\"\(column)\":[")
      try text.join(column.rawValue)
      text.body.append("]")
    }
  }

  mutating func end(into text: inout TrackText) throws {
    text.body.append(rows.isBegun ? "}],\n\"offsets\":[" : "],\n\"sessions\":[],\n\"offsets\":[")
    try text.join(PageColumn.offsets.rawValue)
    text.body.append("]}\n</script>\n<script type=\"module\">\n\(options.page.script)</script>\n</body>\n</html>\n")
  }

  private mutating func separate(_ text: inout TrackText) {
    text.body.append(isFirst ? "\n" : ",\n")
    isFirst = false
  }
}

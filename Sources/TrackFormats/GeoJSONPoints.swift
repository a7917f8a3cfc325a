import Positioning

/// GeoJSON (RFC 7946) with a Point for each fix, which importers of location histories read.
struct GeoJSONPoints: TrackFormat {
  private let frame: FeatureFrame
  private var isFirst = true

  init(_ frame: FeatureFrame) { self.frame = frame }

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

  func begin(_ session: TrackSession, into text: inout TrackText) {}

  mutating func point(_ point: TrackPoint, into text: inout TrackText) {
    frame.separate(&isFirst, &text.body)
    text.body.append(featureOf: point)
    frame.close(&text.body)
  }

  func endSession(into text: inout TrackText) {}

  func end(into text: inout TrackText) { frame.end(&text.body) }
}

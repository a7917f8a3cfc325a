import Positioning
import TextOutput

/// A still of the track as SVG 1.1: the line coloured by speed, stops and marks, a scale bar and a title.
struct SVGFormat: TrackFormat {
  private let creator: String
  private let options: PictureOptions
  private var line = StillLine()
  private var places: [StillPlace] = []
  private var title: String?
  private var sessions = 0

  init(creator: String, _ options: PictureOptions) { (self.creator, self.options) = (creator, options) }

  func begin(into text: inout TrackText) {}

  mutating func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) {
    places.append(StillPlace(mark, options.clock))
  }

  mutating func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) {
    places.append(StillPlace(stop, options.clock))
  }

  mutating func begin(_ session: TrackSession, into text: inout TrackText) {
    sessions += 1
    if let name = session.name, !name.isEmpty { title = title ?? name }
    line.beginSession()
  }

  mutating func point(_ point: TrackPoint, into text: inout TrackText) { line.append(point) }

  func endSession(into text: inout TrackText) {}

  func end(into text: inout TrackText) {
    let picture = StillPicture(
      title: heading, subtitle: subtitle, creator: creator,
      units: options.units, vertices: line.all, places: places)
    picture.draw(into: &text.body)
  }

  private var heading: String {
    guard sessions == 1 else { return "\(sessions) tracks" }
    return title ?? line.first.flatMap { options.clock.date($0) }.map { "Track of \($0)" } ?? "Track"
  }

  private var subtitle: String {
    guard let first = line.first, let last = line.last else { return "no fix" }
    return [
      span(first, last, zone: options.clock.zone), options.units.distanceText(metres: line.metres),
      HumanText.duration(milliseconds: line.durationMS),
    ].compactMap(\.self).joined(separator: "  ·  ")
  }

  private func span(_ first: Timestamp, _ last: Timestamp, zone: String?) -> String? {
    guard let zone, let from = options.clock.date(first), let to = options.clock.date(last) else { return nil }
    let (start, end) = (options.clock.hoursAndMinutes(first), options.clock.hoursAndMinutes(last))
    return from == to ? "\(from) \(start)–\(end) \(zone)" : "\(from) \(start) – \(to) \(end) \(zone)"
  }
}

/// A place in a still, and what is written beside it.
struct StillPlace {
  enum Kind: String { case stop, mark }

  let kind: Kind
  let latitudeE9, longitudeE9: Int64
  let label: String

  init(_ stop: TrackStop, _ clock: PictureClock) {
    (kind, latitudeE9, longitudeE9) = (.stop, stop.latitudeE9, stop.longitudeE9)
    let departure = stop.departure.map { clock.hoursAndMinutes($0) } ?? ""
    label = "\(clock.hoursAndMinutes(stop.arrival))–\(departure)"
  }

  init(_ mark: TrackMark, _ clock: PictureClock) {
    (kind, latitudeE9, longitudeE9) = (.mark, mark.latitudeE9, mark.longitudeE9)
    label = mark.text.flatMap { $0.isEmpty ? nil : DisplayWidth.cut($0, to: 30) } ?? clock.hoursAndMinutes(mark.time)
  }
}

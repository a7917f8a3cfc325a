import Arguments
import Positioning
import TextOutput
import TrackStore

/// `waylog stops`
enum StopsCommand {
  private struct Line {
    var session: Int64
    var number: Int
    var stop: TrackStop
  }

  static let command = Command<TableSettings>(
    "stops", operands: .any("SESSION"), summary: "Lists stops of two minutes and more: at rest, or switched off.",
    details: [
      Selection.rangeNote,
      "With a range, the stops that have a part in it are listed whole. A stop is at rest within so many metres, or it is "
        + "a hole in the track that ends where it began: the engine was switched off.",
      "With --bbox, stops whose middle lies in the box are listed; with --device and --no-simulated, those whose arrival "
        + "such a receiver saw.",
    ],
    options: TableSettings.options(output: [.flag("places", "Show where they are") { $0.showsPlaces = true }]),
    examples: [
      Example("waylog stops", "lists the stops of the last session"),
      Example("waylog stops --day 2026-05-01 --places", "lists those of a day with their coordinates"),
    ],
    exitStatuses: TableSettings.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: TableSettings()) { settings, words in
      let reader = try settings.database.reader()
      var lines: [Line] = []
      let filter = settings.tracks.filter
      for part in try settings.tracks.parts(words, settings.selection, in: reader) {
        for (index, stop) in try reader.stops(of: part.session.number).enumerated() where part.touches(stop.span) {
          guard try reader.isMeant(stop, of: part.session.number, filter) else { continue }
          lines.append(Line(session: part.session.number, number: index + 1, stop: stop))
        }
      }
      guard !lines.isEmpty else {
        throw Failure(.nothingMatched, "there is no stop in it", advice: "choose a longer time, such as --last 30d")
      }
      if settings.json {
        for line in lines { try Standard.output.print(json(line, settings)) }
      } else {
        try TableText.print(table(lines, settings))
      }
      return .success
    }
  }

  private static func table(_ lines: [Line], _ settings: TableSettings) -> TextTable {
    let zone = settings.selection.zone
    var table = TextTable(
      [
        .init("Session", .right), .init("Stop", .right), .init("Arrival (\(zone.title))"), .init("Departure"),
        .init("Duration", .right).dispensable, .init("Kind").dispensable,
      ] + (settings.showsPlaces ? [.init("Latitude", .right), .init("Longitude", .right)] : []))
    for line in lines {
      let stop = line.stop
      table.append(
        [
          String(line.session), String(line.number), TimeText.text(stop.arrival, in: zone),
          stop.departure.map { TimeText.text($0, after: stop.arrival, in: zone) } ?? "still there",
          HumanText.duration(milliseconds: stop.durationMS),
          stop.kind == "off" ? "switched off" : "at rest within \((stop.radiusMM + 500) / 1000) m",
        ] + (settings.showsPlaces ? [degrees(stop.latitudeE9), degrees(stop.longitudeE9)] : []))
    }
    table.append(
      [
        "", "", TableText.count(lines.count, "stop"), "",
        HumanText.duration(milliseconds: lines.reduce(0) { $0 + $1.stop.durationMS }), "",
      ] + (settings.showsPlaces ? ["", ""] : []))
    return table
  }

  /// To a decimetre: no stop is known better.
  private static func degrees(_ scaled: Int64) -> String {
    var text = TextBuffer()
    text.append(Double(scaled) / 1e9, places: 6, zeros: .kept)
    return text.string
  }

  private static func json(_ line: Line, _ settings: TableSettings) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("session", line.session)
      object.field("stop", line.number)
      object.field("kind", line.stop.kind)
      object.field("arrival", line.stop.arrival.iso8601)
      object.field("departure", line.stop.departure?.iso8601)
      object.field("duration_s", .decimal(line.stop.durationMS, places: 3))
      object.field("radius_m", .decimal(line.stop.radiusMM, places: 3))
      if settings.showsPlaces {
        object.field("latitude", .decimal(line.stop.latitudeE9, places: 9))
        object.field("longitude", .decimal(line.stop.longitudeE9, places: 9))
      }
    }
    text.append("\n")
    return text
  }
}

extension TrackStop {
  fileprivate var span: ClosedRange<Timestamp> { arrival...(arrival + max(0, durationMS)) }
}

import Arguments
import Positioning
import TextOutput
import TrackStore

/// `waylog trips`
enum TripsCommand {
  static let command = Command<TableSettings>(
    "trips", operands: .any("SESSION"), summary: "Lists trips: the movement between two stops.",
    details: [
      Selection.rangeNote,
      "With a range, a box or a receiver, the trips that have a part in it are listed whole. That a trip touches a box is "
        + "seen from its legs, pieces of a quarter of an hour at most: from the rectangles around them.",
      "On a terminal a bar shows the distance of each.",
    ],
    options: TableSettings.options(),
    examples: [
      Example("waylog trips", "lists the trips of the last session"),
      Example("waylog trips --last 30d --json", "prints those of the last thirty days for another program"),
    ],
    exitStatuses: TableSettings.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: TableSettings()) { settings, words in
      let reader = try settings.database.reader()
      var trips: [TrackTrip] = []
      let filter = settings.tracks.filter
      for part in try settings.tracks.parts(words, settings.selection, in: reader) {
        trips += try reader.tripTotals(of: part.session.number, filter).filter { part.touches($0.span) }
      }
      guard !trips.isEmpty else {
        throw Failure(.nothingMatched, "there is no trip in it", advice: "choose a longer time, such as --last 30d")
      }
      if settings.json {
        for trip in trips { try Standard.output.print(json(trip)) }
      } else {
        try TableText.print(TableText.lines(table(trips, settings.selection.zone), bars: trips.map(\.distanceMM)))
      }
      return .success
    }
  }

  private static func table(_ trips: [TrackTrip], _ zone: Zone) -> TextTable {
    var table = TextTable([
      .init("Session", .right), .init("Trip", .right), .init("Departure (\(zone.title))"), .init("Arrival"),
      .init("Duration", .right), .init("Distance", .right), .init("Fastest", .right).dispensable,
    ])
    for trip in trips {
      table.append([
        String(trip.session), String(trip.number), TimeText.text(trip.span.lowerBound, in: zone),
        TimeText.text(trip.span.upperBound, after: trip.span.lowerBound, in: zone),
        HumanText.duration(milliseconds: trip.durationMS),
        TableText.distance(trip.distanceMM), TableText.speed(trip.greatestSpeedMMPS),
      ])
    }
    table.append([
      "", "", TableText.count(trips.count, "trip"), "",
      HumanText.duration(milliseconds: trips.reduce(0) { $0 + $1.durationMS }),
      TableText.distance(trips.reduce(0) { $0 + $1.distanceMM }),
      TableText.speed(trips.compactMap(\.greatestSpeedMMPS).max()),
    ])
    return table
  }

  private static func json(_ trip: TrackTrip) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("session", trip.session)
      object.field("trip", trip.number)
      object.field("departure", trip.span.lowerBound.iso8601)
      object.field("arrival", trip.span.upperBound.iso8601)
      object.field("duration_s", .decimal(trip.durationMS, places: 3))
      object.field("distance_m", .decimal(trip.distanceMM, places: 3))
      object.field("max_speed_mps", .decimal(trip.greatestSpeedMMPS, places: 3))
    }
    text.append("\n")
    return text
  }
}

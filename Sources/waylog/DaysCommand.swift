import Arguments
import Positioning
import TextOutput
import TrackStore

/// `waylog days`
enum DaysCommand {
  static let command = Command<TableSettings>(
    "days", operands: .any("SESSION"), summary: "Adds up what each day had.",
    details: [
      "Days begin at midnight of --time-zone. Without a SESSION and without a range, all of them are listed; with a range, "
        + "those that have a part in it, whole.",
      Selection.rangeNote,
      "With --bbox, a day has the rests and stops whose middle lies in the box, and the legs that touch it: pieces of the "
        + "movement, a quarter of an hour long at most, by the rectangle around each. With --device and --no-simulated, it "
        + "has what such receivers saw.",
      "On a terminal a bar shows the distance of each day.",
    ],
    options: TableSettings.options(),
    examples: [
      Example("waylog days --last 30d", "lists the last month"),
      Example("waylog days --from 2026-05-01 --to 2026-06-01 --json", "prints May for another program"),
    ],
    exitStatuses: TableSettings.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: TableSettings()) { settings, words in
      let reader = try settings.database.reader()
      let days = try days(words, settings, in: reader)
      guard !days.isEmpty else {
        throw Failure(.nothingMatched, "no day has anything in it", advice: "record with: waylog record")
      }
      let zone = settings.selection.zone
      if settings.json {
        for day in days { try Standard.output.print(json(day, zone)) }
      } else {
        try TableText.print(TableText.lines(table(days, zone), bars: days.map(\.distanceMM)))
      }
      return .success
    }
  }

  private static func days(
    _ words: [String], _ settings: TableSettings, in reader: borrowing TrackReader
  ) throws -> [DayTotals] {
    let selection = settings.selection
    let filter = settings.tracks.filter
    let parts =
      words.isEmpty && selection.isEverything
      ? try reader.sessions().map { Selection.Part(session: $0) } : try selection.parts(words, in: reader)
    var days: [Timestamp: DayTotals] = [:]
    for part in parts {
      for day in try reader.days(
        of: part.session.number, filter, containing: { TimeText.day(around: $0, in: selection.zone) })
      where part.touches(day.day.lowerBound...(day.day.upperBound + -1)) {
        days[day.day.lowerBound, default: DayTotals(day: day.day)].add(day)
      }
    }
    return days.values.sorted { $0.day.lowerBound < $1.day.lowerBound }
  }

  private static func table(_ days: [DayTotals], _ zone: Zone) -> TextTable {
    var table = TextTable([
      .init("Day (\(zone.title))"), .init("Distance", .right), .init("Moving", .right), .init("Rest", .right),
      .init("Stops", .right), .init("Fastest", .right),
    ])
    func append(_ title: String, _ totals: DayTotals) {
      table.append([
        title, TableText.distance(totals.distanceMM), HumanText.duration(milliseconds: totals.movingMS),
        HumanText.duration(milliseconds: totals.restMS), String(totals.stops),
        TableText.speed(totals.greatestSpeedMMPS),
      ])
    }
    for day in days { append(TimeText.date(day.day.lowerBound, in: zone), day) }
    var total = days[0]
    for day in days.dropFirst() { total.add(day) }
    append(TableText.count(days.count, "day"), total)
    return table
  }

  private static func json(_ day: DayTotals, _ zone: Zone) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("date", TimeText.date(day.day.lowerBound, in: zone))
      object.field("from", day.day.lowerBound.iso8601)
      object.field("to", day.day.upperBound.iso8601)
      object.field("sessions", day.sessions)
      object.field("distance_m", .decimal(day.distanceMM, places: 3))
      object.field("moving_s", .decimal(day.movingMS, places: 3))
      object.field("rest_s", .decimal(day.restMS, places: 3))
      object.field("stops", day.stops)
      object.field("max_speed_mps", .decimal(day.greatestSpeedMMPS, places: 3))
      object.field("ascent_m", .decimal(day.ascentMM, places: 3))
    }
    text.append("\n")
    return text
  }
}

public import Positioning
import SQLite

/// What a day had, of one session or of several.
public struct DayTotals: Equatable, Sendable {
  /// From midnight to midnight of somebody's clock.
  public var day: Range<Timestamp>
  /// Sessions that moved or rested on it.
  public var sessions = 0
  /// Length of the movement in millimetres.
  public var distanceMM: Int64 = 0
  /// How long it moved and rested, in milliseconds.
  public var movingMS: Int64 = 0, restMS: Int64 = 0
  /// Stops that began on it.
  public var stops = 0
  /// The greatest speed in millimetres per second.
  public var greatestSpeedMMPS: Int64?
  /// Climb in millimetres.
  public var ascentMM: Int64 = 0

  /// Creates the totals of a day that had nothing.
  public init(day: Range<Timestamp>) { self.day = day }

  /// Adds what another session had on the same day, or what another day had.
  public mutating func add(_ other: DayTotals) {
    sessions += other.sessions
    distanceMM += other.distanceMM
    movingMS += other.movingMS
    restMS += other.restMS
    stops += other.stops
    ascentMM += other.ascentMM
    if let speed = other.greatestSpeedMMPS { greatestSpeedMMPS = max(greatestSpeedMMPS ?? 0, speed) }
  }
}

extension TrackReader {
  /// What each day had of what is meant of a session, in order; `day` says from when to when the day around a moment is.
  ///
  /// Rests are divided between their days. Movement is that of the legs, which end at each quarter of an hour, where
  /// the days of all zones in use begin.
  public func days(
    of session: Int64, _ filter: TrackFilter = TrackFilter(), containing day: @escaping (Timestamp) -> Range<Timestamp>
  ) throws -> [DayTotals] {
    var book = DayBook(day)
    try query(
      """
      SELECT from_ms, to_ms, distance_mm, max_mmps, ascent_mm FROM leg
      WHERE session = ?\(try condition(onLegs: filter)) ORDER BY from_ms
      """, [session]
    ) { row in
      let (from, to) = (row.time(0), row.time(1))
      book.change(from) { totals in
        totals.sessions = 1
        totals.movingMS += to - from
        totals.distanceMM += row.integer(2) ?? 0
        totals.ascentMM += row.integer(4) ?? 0
        if let speed = row.integer(3) { totals.greatestSpeedMMPS = max(totals.greatestSpeedMMPS ?? 0, speed) }
      }
    }
    let rests = try rests(of: session, filter)
    for rest in rests {
      book.divide(from: rest.lowerBound, to: rest.upperBound) { totals, length in
        totals.sessions = 1
        totals.restMS += length
      }
    }
    let arrivals = Set(rests.map(\.lowerBound))
    try query(
      """
      SELECT g.from_ms, g.to_ms, r.arrival_ms FROM gap_row g JOIN rest_span r
        ON r.session = g.session AND g.from_ms >= r.arrival_ms AND g.to_ms <= r.until_ms
      WHERE g.session = ? ORDER BY g.from_ms
      """, [session]
    ) { row in
      guard arrivals.contains(row.time(2)) else { return }
      book.divide(from: row.time(0), to: row.time(1)) { $0.restMS -= $1 }
    }
    for stop in try stops(of: session) where try isMeant(stop, of: session, filter) {
      book.change(stop.arrival) { $0.stops += 1 }
    }
    return book.days
  }

  /// The rests of a session that are meant, in order.
  private func rests(of session: Int64, _ filter: TrackFilter) throws -> [Range<Timestamp>] {
    var rests: [Range<Timestamp>] = []
    try query(
      "SELECT arrival_ms, until_ms, lat_e9, lon_e9 FROM rest_span WHERE session = ? ORDER BY rest", [session]
    ) { row in
      let arrival = row.time(0)
      guard
        try isMeant(
          arrival: arrival, latitudeE9: row.integer(2) ?? 0, longitudeE9: row.integer(3) ?? 0, of: session, filter)
      else { return }
      rests.append(arrival..<max(arrival, row.time(1)))
    }
    return rests
  }
}

/// Totals by day; moments mostly come in order, so that the day of the last one is looked at first.
private struct DayBook {
  private let day: (Timestamp) -> Range<Timestamp>
  private var totals: [Timestamp: DayTotals] = [:]
  private var latest: Range<Timestamp>?

  init(_ day: @escaping (Timestamp) -> Range<Timestamp>) { self.day = day }

  var days: [DayTotals] { totals.values.sorted { $0.day.lowerBound < $1.day.lowerBound } }

  mutating func change(_ moment: Timestamp, _ body: (inout DayTotals) -> Void) {
    let day = day(around: moment)
    body(&totals[day.lowerBound, default: DayTotals(day: day)])
  }

  mutating func divide(from: Timestamp, to: Timestamp, _ body: (inout DayTotals, _ length: Int64) -> Void) {
    var from = from
    while from < to {
      let end = min(to, day(around: from).upperBound)
      change(from) { body(&$0, end - from) }
      from = end
    }
  }

  private mutating func day(around moment: Timestamp) -> Range<Timestamp> {
    if let latest, latest.contains(moment) { return latest }
    let found = day(moment)
    latest = found
    return found
  }
}

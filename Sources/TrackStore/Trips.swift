public import Positioning
import SQLite

/// A movement between two stops, or from the beginning or to the end of a session.
public struct TrackTrip: Equatable, Sendable {
  /// The session.
  public var session: Int64
  /// Its number in the session, from 1.
  public var number: Int
  /// From its departure to its arrival.
  public var span: ClosedRange<Timestamp>
  /// Length of the movement in millimetres.
  public var distanceMM: Int64
  /// The greatest speed in millimetres per second.
  public var greatestSpeedMMPS: Int64?

  /// How long it took, in milliseconds.
  public var durationMS: Int64 { span.upperBound - span.lowerBound }
}

extension TrackReader {
  /// The trips of a session with their totals, in order.
  public func tripTotals(of session: Int64) throws -> [TrackTrip] {
    var trips: [TrackTrip] = []
    try query(
      """
      SELECT trip, departure_ms, arrival_ms, round(distance_m * 1000), round(max_speed_mps * 1000)
      FROM trip WHERE session = ? ORDER BY trip
      """, [session]
    ) { row in
      let departure = row.time(1)
      trips.append(
        TrackTrip(
          session: session, number: Int(row.integer(0) ?? 0), span: departure...max(departure, row.time(2)),
          distanceMM: row.integer(3) ?? 0, greatestSpeedMMPS: row.integer(4)))
    }
    return trips
  }

  /// The trips of which some movement is meant, whole, in order.
  public func tripTotals(of session: Int64, _ filter: TrackFilter) throws -> [TrackTrip] {
    let trips = try tripTotals(of: session)
    guard filter.isUsed else { return trips }
    var legs = try legs(of: session, filter)[...]
    return trips.filter { trip in
      legs = legs.drop { $0 < trip.span.lowerBound }
      return legs.first.map { $0 < trip.span.upperBound } ?? false
    }
  }

  /// The trips of a session, each from its departure to its arrival.
  public func trips(of session: Int64) throws -> [ClosedRange<Timestamp>] {
    try tripTotals(of: session).map(\.span)
  }
}

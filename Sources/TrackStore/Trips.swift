public import Positioning
import SQLite

extension TrackReader {
  /// The trips of a session, each from its departure to its arrival.
  public func trips(of session: Int64) throws -> [ClosedRange<Timestamp>] {
    var trips: [ClosedRange<Timestamp>] = []
    try query("SELECT departure_ms, arrival_ms FROM trip WHERE session = ? ORDER BY trip", [session]) {
      let departure = Timestamp(milliseconds: $0.integer(0) ?? 0)
      trips.append(departure...max(departure, Timestamp(milliseconds: $0.integer(1) ?? 0)))
    }
    return trips
  }
}

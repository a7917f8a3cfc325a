public import Positioning
import SQLite

/// Which movement and which stops of a session are meant.
///
/// A leg is meant if the rectangle around it touches the box (by the R*Tree) and its receiver is meant: a leg has only
/// one. A rest or a stop is meant if its middle lies in the box and the receiver is meant that saw the arrival.
public struct TrackFilter: Sendable {
  /// The receiver's path in gpsd.
  public var device: String?
  /// Whether simulated receivers count.
  public var hasSimulated = true
  /// Where.
  public var box: CoordinateBox?

  /// Everything.
  public init() {}

  /// Whether anything is left out.
  public var isUsed: Bool { box != nil || asksForReceiver }

  fileprivate var asksForReceiver: Bool { device != nil || !hasSimulated }
}

extension TrackReader {
  /// What follows a condition on the table `leg`.
  func condition(onLegs filter: TrackFilter) throws -> String {
    var condition = ""
    if let box = filter.box {
      let touching = box.spans.map { span in
        """
        SELECT id FROM leg_box WHERE west <= \(span.east) / 1e9 AND east >= \(span.west) / 1e9
          AND south <= \(box.north) / 1e9 AND north >= \(box.south) / 1e9
        """
      }
      condition += " AND leg.id IN (\(touching.joined(separator: " UNION ")))"
    }
    guard filter.asksForReceiver else { return condition }
    return condition
      + " AND EXISTS (SELECT 1 FROM fix_row WHERE session = leg.session AND seq = leg.last_seq\(try receiver(filter)))"
  }

  /// When the legs of a session begin that are meant, in order.
  func legs(of session: Int64, _ filter: TrackFilter) throws -> [Timestamp] {
    var times: [Timestamp] = []
    try query(
      "SELECT from_ms FROM leg WHERE session = ?\(try condition(onLegs: filter)) ORDER BY from_ms", [session]
    ) { times.append($0.time(0)) }
    return times
  }

  /// Whether something that began with an arrival is meant.
  func isMeant(
    arrival: Timestamp, latitudeE9: Int64, longitudeE9: Int64, of session: Int64, _ filter: TrackFilter
  ) throws -> Bool {
    if let box = filter.box, !box.contains(latitudeE9: latitudeE9, longitudeE9: longitudeE9) { return false }
    guard filter.asksForReceiver else { return true }
    // The engine that was switched off between two sessions has its row at the beginning of the later one.
    let row = try firstRow(of: session, notBefore: arrival)
    return try number(
      "SELECT 1 FROM fix_row WHERE session = ? AND seq = min(?, (SELECT max(seq) FROM fix_row WHERE session = ?1))"
        + receiver(filter), [session, row]) != nil
  }

  /// What follows a condition on the table `fix_row`.
  private func receiver(_ filter: TrackFilter) throws -> String {
    let known = try filter.device.map { path in try devices().first { $0.value == path }?.key ?? 0 }
    return (known.map { " AND fix_row.device = \($0)" } ?? "") + (filter.hasSimulated ? "" : " AND fix_row.status <> 8")
  }
}

public import Positioning
import SQLite

/// The totals of a session, or of the part of it in a range of time.
public struct TrackSummary: Equatable, Sendable {
  /// The session.
  public var session: TrackSession
  /// Profile it was recorded with.
  public var profile: String
  /// Why it ended; nil while it records.
  public var endReason: String?
  /// The times in milliseconds; moving, rest and gap add up to the duration.
  public var durationMS, movingMS, restMS, gapMS: Int64
  /// Length of the movement in millimetres.
  public var distanceMM: Int64
  /// The greatest speed in millimetres per second.
  public var greatestSpeedMMPS: Int64?
  /// Climb and descent in millimetres.
  public var ascentMM, descentMM: Int64
  /// Rows of the track.
  public var rows: Int64
  /// Segments of the track.
  public var segments: Int64
}

/// A hole in a track.
public struct TrackGap: Equatable, Sendable {
  /// Why.
  public var reason: String
  /// The last fix before.
  public var from: Timestamp
  /// How long, in milliseconds.
  public var durationMS: Int64
}

/// Where so many reports went.
public struct LedgerEntry: Equatable, Sendable {
  /// The word.
  public var disposition: String
  /// How many.
  public var count: Int64
}

/// Something that happened.
public struct StoredEventLine: Equatable, Sendable {
  /// When, if any clock could be trusted.
  public var time: Timestamp?
  /// What kind of thing.
  public var kind: String
  /// In words.
  public var detail: String
}

extension TrackReader {
  /// The totals of a whole session.
  public func summary(of session: TrackSession) throws -> TrackSummary {
    var summary: TrackSummary?
    try query(
      """
      SELECT profile, end_reason, round(duration_s * 1000), round(moving_s * 1000), round(rest_s * 1000),
        round(gap_s * 1000), round(distance_m * 1000), round(max_speed_mps * 1000), round(ascent_m * 1000),
        round(descent_m * 1000), fixes,
        (SELECT segment FROM fix_row WHERE fix_row.session = s.session ORDER BY seq DESC LIMIT 1)
      FROM session_summary s WHERE session = ?
      """, [session.number]
    ) { row in
      summary = TrackSummary(
        session: session, profile: row.text(0) ?? "", endReason: row.text(1), durationMS: row.integer(2) ?? 0,
        movingMS: row.integer(3) ?? 0, restMS: row.integer(4) ?? 0, gapMS: row.integer(5) ?? 0,
        distanceMM: row.integer(6) ?? 0, greatestSpeedMMPS: row.integer(7), ascentMM: row.integer(8) ?? 0,
        descentMM: row.integer(9) ?? 0, rows: row.integer(10) ?? 0, segments: row.integer(11) ?? 0)
    }
    guard let summary else { throw StoreError.missing(path: "session \(session.number)") }
    return summary
  }

  /// The stops of a session, in order.
  public func stops(of session: Int64) throws -> [TrackStop] {
    var stops: [TrackStop] = []
    try query(
      """
      SELECT kind, arrival_ms, departure_ms, round(duration_s * 1000), round(latitude * 1e9), round(longitude * 1e9),
        round(radius_m * 1000)
      FROM stop WHERE session = ? ORDER BY arrival_ms
      """, [session]
    ) { row in
      stops.append(
        TrackStop(
          kind: row.text(0) ?? "", arrival: Timestamp(milliseconds: row.integer(1) ?? 0),
          departure: row.integer(2).map { Timestamp(milliseconds: $0) }, durationMS: row.integer(3) ?? 0,
          latitudeE9: row.integer(4) ?? 0, longitudeE9: row.integer(5) ?? 0, radiusMM: row.integer(6) ?? 0))
    }
    return stops
  }

  /// Whether a stop of a session is meant.
  public func isMeant(_ stop: TrackStop, of session: Int64, _ filter: TrackFilter) throws -> Bool {
    try isMeant(
      arrival: stop.arrival, latitudeE9: stop.latitudeE9, longitudeE9: stop.longitudeE9, of: session, filter)
  }

  /// Where every report of a session went.
  public func ledger(of session: Int64) throws -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    try query(
      """
      SELECT disposition, count FROM ledger WHERE session = ? AND count > 0
      ORDER BY disposition <> 'received', count DESC, disposition
      """, [session]
    ) { entries.append(LedgerEntry(disposition: $0.text(0) ?? "", count: $0.integer(1) ?? 0)) }
    return entries
  }

  /// The gaps of a session, in order.
  public func gaps(of session: Int64) throws -> [TrackGap] {
    var gaps: [TrackGap] = []
    try query(
      "SELECT reason, from_ms, to_ms - from_ms FROM gap WHERE session = ? ORDER BY from_ms", [session]
    ) {
      gaps.append(
        TrackGap(
          reason: $0.text(0) ?? "", from: Timestamp(milliseconds: $0.integer(1) ?? 0), durationMS: $0.integer(2) ?? 0))
    }
    return gaps
  }

  /// The latest events of a session, oldest first.
  public func events(of session: Int64, latest count: Int) throws -> [StoredEventLine] {
    var events: [StoredEventLine] = []
    try query(
      "SELECT unix_ms, kind, detail FROM event_row WHERE session = ? ORDER BY id DESC LIMIT ?",
      [session, Int64(count)]
    ) {
      events.append(
        StoredEventLine(
          time: $0.integer(0).map { Timestamp(milliseconds: $0) }, kind: $0.text(1) ?? "", detail: $0.text(2) ?? ""))
    }
    return events.reversed()
  }

  /// Time, mode and speed of the newest row of a session.
  public func newestPoint(of session: Int64) throws -> TrackPoint? {
    var newest: TrackPoint?
    let last = try number("SELECT max(seq) FROM fix_row WHERE session = ?", [session])
    guard let last, let time = try number("SELECT unix_ms FROM fix_row WHERE session = ? AND seq = ?", [session, last])
    else { return nil }
    try points(of: session, from: Timestamp(milliseconds: time), to: nil) { newest = $0 }
    return newest
  }

  /// Until when a session is known to have lasted, a rest included.
  public func lastSeen(of session: Int64) throws -> Timestamp? {
    try number("SELECT last_ms FROM session_span WHERE session = ?", [session]).map { Timestamp(milliseconds: $0) }
  }

  /// Whether the newest rest of a session lasts.
  public func isAtRest(_ session: Int64) throws -> Bool {
    let sql = "SELECT departure_ms IS NULL FROM rest_row WHERE session = ? ORDER BY rest DESC LIMIT 1"
    return try number(sql, [session]) == 1
  }
}

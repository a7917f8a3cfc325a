public import Positioning
import SQLite

/// Reads a store, beside a recording or without one; never writes.
public struct TrackReader: ~Copyable {
  private let connection: Connection

  /// Opens a store for reading; refuses what is not one.
  public init(path: String) throws(StoreError) {
    switch try StoreFile.check(path) {
    case .missing, .empty: throw .missing(path: path)
    case .store(let version) where version < Layout.current.version: throw .older(path: path, version: version)
    case .store, .other: break
    }
    do {
      let connection = try Connection(path, .read)
      connection.waitForLocks(milliseconds: 5_000)
      try connection.run("PRAGMA trusted_schema = OFF")
      self.connection = connection
    } catch {
      throw .sqlite(error)
    }
  }

  /// Runs a query and hands out each row; parameters are bound in order.
  func query(
    _ sql: String, _ parameters: [Int64] = [], row: (borrowing Statement) throws -> Void
  ) throws {
    do {
      let statement = try connection.prepare(sql)
      for (index, parameter) in parameters.enumerated() { statement.bind(Int32(index + 1), parameter) }
      while try statement.step() { try row(statement) }
    } catch let error as SQLiteError {
      throw StoreError.sqlite(error)
    }
  }

  /// Runs queries that all see the store as it is now, whatever a recorder writes meanwhile.
  public func consistently(_ queries: () throws -> Void) throws {
    try query("BEGIN") { _ in }
    defer { try? query("COMMIT") { _ in } }
    try queries()
  }

  func number(_ sql: String, _ parameters: [Int64]) throws -> Int64? {
    var number: Int64?
    try query(sql, parameters) { number = $0.integer(0) }
    return number
  }
}

// MARK: - Sessions

extension TrackReader {
  private static let sessionColumns = "id, uuid, name, note, session.started_ms, session.ended_ms"

  /// All sessions in the order they were stored, those without a fix as well.
  public func sessions() throws -> [TrackSession] {
    try sessions("SELECT \(Self.sessionColumns) FROM session ORDER BY id", [])
  }

  /// The session of a number, if there is one.
  public func session(_ number: Int64) throws -> TrackSession? {
    try sessions("SELECT \(Self.sessionColumns) FROM session WHERE id = ?", [number]).first
  }

  /// The newest session that has a fix.
  public func lastSession() throws -> TrackSession? {
    try sessions(
      "SELECT \(Self.sessionColumns) FROM session WHERE started_ms IS NOT NULL ORDER BY id DESC LIMIT 1", []
    ).first
  }

  /// The newest session of all, with or without a fix.
  public func newestSession() throws -> TrackSession? {
    try sessions("SELECT \(Self.sessionColumns) FROM session ORDER BY id DESC LIMIT 1", []).first
  }

  /// The sessions that have a fix in [from, to).
  public func sessions(from: Timestamp, to: Timestamp) throws -> [TrackSession] {
    try sessions(
      """
      SELECT \(Self.sessionColumns) FROM session JOIN session_span ON session_span.session = id
      WHERE session_span.started_ms < ? AND last_ms >= ? ORDER BY id
      """, [to.milliseconds, from.milliseconds])
  }

  /// The sessions that may have a fix in a box of the map, in 1e-9 degrees: those whose movement or rests touch it, by
  /// the R*Tree, and those that have not ended, of which the newest part is in no tree yet.
  public func sessions(
    touchingWest west: Int64, south: Int64, east: Int64, north: Int64
  ) throws -> [TrackSession] {
    let latitude = min(89, Double(max(south.magnitude, north.magnitude)) / 1e9)
    // A millimetre is a little less than 10e-9 degrees of latitude, and more of longitude away from the equator.
    let reach = Int64(10 / Angle.sineAndCosine(ofDegrees: latitude).cosine) + 1
    return try sessions(
      """
      SELECT \(Self.sessionColumns) FROM session WHERE started_ms IS NOT NULL AND (ended_ms IS NULL OR id IN (
        SELECT session FROM leg_box JOIN leg ON leg.id = leg_box.id
        WHERE west <= ?3 / 1e9 AND east >= ?1 / 1e9 AND south <= ?4 / 1e9 AND north >= ?2 / 1e9
        UNION SELECT session FROM rest_row
        WHERE lon_e9 - radius_mm * ?5 <= ?3 AND lon_e9 + radius_mm * ?5 >= ?1
          AND lat_e9 - radius_mm * 10 <= ?4 AND lat_e9 + radius_mm * 10 >= ?2))
      ORDER BY id
      """, [west, south, east, north, reach])
  }

  private func sessions(_ sql: String, _ parameters: [Int64]) throws -> [TrackSession] {
    var sessions: [TrackSession] = []
    try query(sql, parameters) { row in
      var session = TrackSession(number: row.integer(0) ?? 0, uuid: row.text(1) ?? "")
      session.name = row.text(2)
      session.note = row.text(3)
      session.started = row.integer(4).map { Timestamp(milliseconds: $0) }
      session.ended = row.integer(5).map { Timestamp(milliseconds: $0) }
      sessions.append(session)
    }
    return sessions
  }
}

// MARK: - Tracks

extension TrackReader {
  private static let pointColumns = """
    session, segment, unix_ms, lat_e9, lon_e9, msl_e4, hae_e4, speed_mmps, course_e4, climb_mmps, eph_mm, epv_mm,
    hdop_e2, satellites, mode, status, flags, device
    """

  /// Hands out the rows of a session in [from, to), in order; the newest may still be replaced.
  public func points(
    of session: Int64, from: Timestamp?, to: Timestamp?, point: (TrackPoint) throws -> Void
  ) throws {
    let first = try from.map { try firstRow(of: session, notBefore: $0) } ?? 1
    let devices = try devices()
    let sql = """
      SELECT \(Self.pointColumns) FROM fix_row WHERE session = ? AND seq >= ? AND unix_ms < ? ORDER BY seq
      """
    try query(sql, [session, first, to?.milliseconds ?? .max]) { try point(TrackPoint($0, devices)) }
  }

  /// The first row of a session in [from, to) that is as wanted.
  public func firstPoint(
    of session: Int64, from: Timestamp?, to: Timestamp?, where isWanted: (TrackPoint) throws -> Bool
  ) throws -> TrackPoint? {
    try first { found in try points(of: session, from: from, to: to) { if try isWanted($0) { try found($0) } } }
  }

  /// The newest row of a session that is as wanted.
  public func lastPoint(of session: Int64, where isWanted: (TrackPoint) throws -> Bool) throws -> TrackPoint? {
    let devices = try devices()
    let sql = "SELECT \(Self.pointColumns) FROM fix_row WHERE session = ? ORDER BY seq DESC"
    return try first { found in
      try query(sql, [session]) { row in
        let point = TrackPoint(row, devices)
        if try isWanted(point) { try found(point) }
      }
    }
  }

  /// What a search hands to `found`, which ends it.
  private func first(_ search: (_ found: (TrackPoint) throws -> Void) throws -> Void) throws -> TrackPoint? {
    struct Found: Error { let point: TrackPoint }
    do {
      try search { throw Found(point: $0) }
      return nil
    } catch let found as Found {
      return found.point
    }
  }

  /// The paths of all receivers by their number.
  func devices() throws -> [Int64: String] {
    var paths: [Int64: String] = [:]
    try query("SELECT id, path FROM device") { paths[$0.integer(0) ?? 0] = $0.text(1) }
    return paths
  }

  /// The number of the first row of a session that is not before a moment, or one more than the last one's.
  func firstRow(of session: Int64, notBefore time: Timestamp) throws(StoreError) -> Int64 {
    do { return try RowSearch.first(of: session, notBefore: time, in: connection) } catch { throw .sqlite(error) }
  }

  /// The marks of a session in [from, to).
  public func marks(of session: Int64, from: Timestamp?, to: Timestamp?) throws -> [TrackMark] {
    var marks: [TrackMark] = []
    try query(
      """
      SELECT unix_ms, lat_e9, lon_e9, text FROM mark_row
      WHERE session = ? AND unix_ms >= ? AND unix_ms < ? ORDER BY unix_ms
      """, [session, from?.milliseconds ?? .min, to?.milliseconds ?? .max]
    ) { row in
      marks.append(
        TrackMark(
          time: Timestamp(milliseconds: row.integer(0) ?? 0), latitudeE9: row.integer(1) ?? 0,
          longitudeE9: row.integer(2) ?? 0, text: row.text(3)))
    }
    return marks
  }
}

extension TrackPoint {
  fileprivate init(_ row: borrowing Statement, _ devices: [Int64: String]) {
    self.init(
      session: row.integer(0) ?? 0, segment: row.integer(1) ?? 0,
      time: Timestamp(milliseconds: row.integer(2) ?? 0), latitudeE9: row.integer(3) ?? 0,
      longitudeE9: row.integer(4) ?? 0)
    altitudeMSLE4 = row.integer(5)
    altitudeHAEE4 = row.integer(6)
    speedMMPS = row.integer(7)
    courseE4 = row.integer(8)
    climbMMPS = row.integer(9)
    horizontalErrorMM = row.integer(10)
    verticalErrorMM = row.integer(11)
    hdopE2 = row.integer(12)
    satellites = row.integer(13)
    mode = FixMode(rawValue: Int(row.integer(14) ?? 0)) ?? .unknown
    status = FixStatus(code: Int(row.integer(15) ?? 0))
    isStationary = (row.integer(16) ?? 0) & 1 != 0
    device = devices[row.integer(17) ?? 0] ?? ""
  }
}

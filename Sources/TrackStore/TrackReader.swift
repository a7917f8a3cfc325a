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
  /// Hands out the rows of a session in [from, to), in order; the newest may still be replaced.
  public func points(
    of session: Int64, from: Timestamp?, to: Timestamp?, point: (TrackPoint) throws -> Void
  ) throws {
    let first = try from.map { try firstRow(of: session, notBefore: $0) } ?? 1
    let sql = """
      SELECT session, segment, unix_ms, lat_e9, lon_e9, msl_e4, hae_e4, speed_mmps, course_e4, climb_mmps, eph_mm,
        epv_mm, hdop_e2, satellites, mode, status, flags, path
      FROM fix_row JOIN device ON device.id = fix_row.device
      WHERE session = ? AND seq >= ? AND unix_ms < ? ORDER BY seq
      """
    try query(sql, [session, first, to?.milliseconds ?? .max]) { try point(TrackPoint($0)) }
  }

  private func firstRow(of session: Int64, notBefore time: Timestamp) throws(StoreError) -> Int64 {
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
  fileprivate init(_ row: borrowing Statement) {
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
    device = row.text(17) ?? ""
  }
}

public import Positioning
import SQLite
public import Tracking

/// A session that has no end: its recorder was cut off, or ended without it.
public struct UnfinishedSession: Equatable, Sendable {
  /// Its number in the store.
  public var number: Int64
  /// What its owner calls it.
  public var name: String?
  /// Where a pipeline goes on.
  public var resumption: Resumption
  /// Length of its movement so far, in metres.
  public var distanceMetres: Double
  /// How long it moved so far, in milliseconds.
  public var movingMilliseconds: Int64
}

extension TrackWriter {
  /// The newest session that was recorded live and has no end; `numbering` gives receivers the numbers
  /// that they have in what comes next.
  public borrowing func unfinished(numbering: (String) -> DeviceID) throws(StoreError) -> UnfinishedSession? {
    try use { (open) throws(SQLiteError) in try open.unfinished(numbering) }
  }

  /// What the owner wants of the recorder; nil if they never said.
  public borrowing func intent() throws(StoreError) -> Intent? {
    try use { (open) throws(SQLiteError) in try open.intent() }
  }
}

extension OpenStore {
  func unfinished(_ numbering: (String) -> DeviceID) throws(SQLiteError) -> UnfinishedSession? {
    guard
      let session = try connection.number(
        "SELECT max(id) FROM session WHERE end_reason IS NULL AND origin = 'record'")
    else { return nil }
    let updates = try connection.number("SELECT count FROM counter WHERE session = \(session) AND name = 'updates'")
    let rests = try connection.number("SELECT count(*) FROM rest_row WHERE session = \(session)")
    let distance = try connection.number("SELECT sum(distance_mm) FROM leg WHERE session = \(session)")
    let moving = try connection.number("SELECT sum(to_ms - from_ms) FROM leg WHERE session = \(session)")
    let name = try connection.prepare("SELECT name FROM session WHERE id = \(session)")
    return UnfinishedSession(
      number: session, name: try name.step() ? name.text(0) : nil,
      resumption: Resumption(
        ledger: try ledger(of: session), updates: Int(updates ?? 0), lastRow: try lastRow(of: session, numbering),
        rests: Int(rests ?? 0), openRest: try openRest(of: session)),
      distanceMetres: Double(distance ?? 0) / 1000, movingMilliseconds: moving ?? 0)
  }

  func intent() throws(SQLiteError) -> Intent? {
    let query = try connection.prepare(
      "SELECT updates_started, background_activity, authorization, changed_ms FROM intent_row")
    guard try query.step() else { return nil }
    var intent = Intent(updatesStarted: query.integer(0) == 1)
    intent.backgroundActivity = query.integer(1) == 1
    intent.authorization = query.text(2) ?? intent.authorization
    intent.changed = query.integer(3).map { Timestamp(milliseconds: $0) }
    return intent
  }
}

extension OpenStore {
  /// Stores a background session as it is now.
  func write(_ row: BackgroundRow) throws(SQLiteError) {
    let change = try connection.prepare(
      """
      INSERT OR REPLACE INTO background_session_row(uuid, created_ms, rejoined_ms, invalidated_ms) VALUES(?, ?, ?, ?)
      """)
    change.bind(1, row.uuid)
    change.bind(2, row.created?.milliseconds)
    change.bind(3, row.rejoined?.milliseconds)
    change.bind(4, row.invalidated?.milliseconds)
    try change.run()
  }
}

extension TrackWriter {
  /// The background session that was not ended, if there is one.
  public borrowing func backgroundSession() throws(StoreError) -> BackgroundRow? {
    try use { (open) throws(SQLiteError) in
      let query = try open.connection.prepare(
        """
        SELECT uuid, created_ms, rejoined_ms FROM background_session_row WHERE invalidated_ms IS NULL
        ORDER BY created_ms DESC LIMIT 1
        """)
      guard try query.step(), let uuid = query.text(0) else { return nil }
      return BackgroundRow(
        uuid: uuid, created: query.integer(1).map { Timestamp(milliseconds: $0) },
        rejoined: query.integer(2).map { Timestamp(milliseconds: $0) })
    }
  }
}

extension WriterStatements {
  func write(_ intent: Intent?, in connection: borrowing Connection) throws(SQLiteError) {
    guard let intent else { return try connection.run("DELETE FROM intent_row") }
    let change = try connection.prepare(
      """
      INSERT OR REPLACE INTO intent_row(id, updates_started, background_activity, authorization, changed_ms)
      VALUES(1, ?, ?, ?, ?)
      """)
    change.bind(1, intent.updatesStarted ? 1 : 0)
    change.bind(2, intent.backgroundActivity ? 1 : 0)
    change.bind(3, intent.authorization)
    change.bind(4, intent.changed?.milliseconds)
    try change.run()
  }
}

// MARK: - What a session was when it was stored last

extension OpenStore {
  fileprivate func ledger(of session: Int64) throws(SQLiteError) -> Ledger {
    let query = try connection.prepare(
      "SELECT name, count FROM counter WHERE session = ? AND name NOT IN ('updates', 'commits')")
    query.bind(1, session)
    var entries: [(disposition: String, count: Int)] = []
    while try query.step() { entries.append((query.text(0) ?? "", Int(query.integer(1) ?? 0))) }
    return Ledger(entries: entries) ?? Ledger()
  }

  fileprivate func openRest(of session: Int64) throws(SQLiteError) -> Rest? {
    let query = try connection.prepare(
      """
      SELECT rest, arrival_ms, detected_ms, seen_ms, lat_e9, lon_e9, radius_mm, fixes, gap_ms FROM rest_row
      WHERE session = ? AND departure_ms IS NULL ORDER BY rest DESC LIMIT 1
      """)
    query.bind(1, session)
    guard try query.step(), let centre = query.place(4) else { return nil }
    return Rest(
      number: Int(query.integer(0) ?? 0), arrival: query.time(1), departure: nil, detected: query.time(2),
      released: nil, seen: query.time(3), centre: centre, radiusMetres: Double(query.integer(6) ?? 0) / 1000,
      fixes: Int(query.integer(7) ?? 0), gapMilliseconds: query.integer(8) ?? 0)
  }

  fileprivate func lastRow(
    of session: Int64, _ numbering: (String) -> DeviceID
  ) throws(SQLiteError) -> TrackRow? {
    let query = try connection.prepare(
      """
      SELECT seq, segment, unix_ms, lat_e9, lon_e9, msl_e4, hae_e4, speed_mmps, course_e4, climb_mmps, eph_mm, epv_mm,
        hdop_e2, satellites, mode, status, flags, path
      FROM fix_row JOIN device ON device.id = fix_row.device WHERE session = ? ORDER BY seq DESC LIMIT 1
      """)
    query.bind(1, session)
    guard try query.step(), let place = query.place(3) else { return nil }
    var measured = Measurements()
    measured.altitudeMSLMetres = query.decimal(5, per: 1e4)
    measured.altitudeHAEMetres = query.decimal(6, per: 1e4)
    measured.speedMPS = query.decimal(7, per: 1e3)
    measured.courseDegrees = query.decimal(8, per: 1e4)
    measured.climbMPS = query.decimal(9, per: 1e3)
    measured.horizontalErrorMetres = query.decimal(10, per: 1e3)
    measured.verticalErrorMetres = query.decimal(11, per: 1e3)
    measured.hdop = query.decimal(12, per: 1e2)
    measured.satellites = query.integer(13).map(Int.init)
    measured.mode = FixMode(rawValue: Int(query.integer(14) ?? 0)) ?? .unknown
    measured.status = FixStatus(code: Int(query.integer(15) ?? 0))
    var fix = Fix(
      device: numbering(query.text(17) ?? ""), time: query.time(2), coordinate: place, measurements: measured)
    fix.isTimeRepaired = (query.integer(16) ?? 0) & 2 != 0
    return TrackRow(
      sequence: Int(query.integer(0) ?? 0), segment: Int(query.integer(1) ?? 0), fix: fix, keeping: .gap,
      isStationary: (query.integer(16) ?? 0) & 1 != 0)
  }
}

extension Statement {
  fileprivate borrowing func decimal(_ column: Int32, per unit: Double) -> Double? {
    integer(column).map { Double($0) / unit }
  }
}

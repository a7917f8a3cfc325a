import Positioning
import SQLite
import Tracking

/// The statements that a recording runs again and again.
struct WriterStatements: ~Copyable {
  private let row: Statement
  private let rowsAfter: Statement
  private let rest: Statement
  private let gap: Statement
  private let legInsert: Statement
  private let legUpdate: Statement
  private let legDelete: Statement
  private let box: Statement
  private let counter: Statement
  private let event: Statement
  private let mark: Statement
  private let deviceInsert: Statement
  private let deviceQuery: Statement
  private let began: Statement
  private let formerPlace: Statement

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    let row = try connection.prepare(
      """
      INSERT OR REPLACE INTO fix_row(session, seq, segment, unix_ms, device, lat_e9, lon_e9, msl_e4, hae_e4,
        speed_mmps, course_e4, climb_mmps, eph_mm, epv_mm, hdop_e2, satellites, mode, status, flags, kept)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let rowsAfter = try connection.prepare("DELETE FROM fix_row WHERE session = ? AND seq > ?")
    let rest = try connection.prepare(
      """
      INSERT OR REPLACE INTO rest_row(session, rest, arrival_ms, departure_ms, detected_ms, released_ms, seen_ms,
        lat_e9, lon_e9, radius_mm, fixes, gap_ms)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let gap = try connection.prepare(
      """
      INSERT OR REPLACE INTO gap_row(session, from_ms, to_ms, device, reason, lat_e9, lon_e9, distance_mm)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let legInsert = try connection.prepare(
      """
      INSERT INTO leg(session, first_seq, last_seq, from_ms, to_ms, distance_mm, max_mmps, ascent_mm, descent_mm)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    let legUpdate = try connection.prepare(
      """
      UPDATE leg SET last_seq = ?, to_ms = ?, distance_mm = ?, max_mmps = ?, ascent_mm = ?, descent_mm = ?
      WHERE id = ?
      """)
    let legDelete = try connection.prepare("DELETE FROM leg WHERE id = ?")
    let box = try connection.prepare(
      "INSERT OR REPLACE INTO leg_box(id, west, east, south, north) VALUES(?, ?, ?, ?, ?)")
    let counter = try connection.prepare("INSERT OR REPLACE INTO counter(session, name, count) VALUES(?, ?, ?)")
    let event = try connection.prepare("INSERT INTO event_row(session, unix_ms, kind, detail) VALUES(?, ?, ?, ?)")
    let mark = try connection.prepare(
      "INSERT INTO mark_row(session, unix_ms, lat_e9, lon_e9, text) VALUES(?, ?, ?, ?, ?)")
    let deviceInsert = try connection.prepare("INSERT INTO device(path) VALUES(?) ON CONFLICT DO NOTHING")
    let deviceQuery = try connection.prepare("SELECT id FROM device WHERE path = ?")
    let began = try connection.prepare("UPDATE session SET started_ms = ?, from_former_mm = ? WHERE id = ?")
    let formerPlace = try connection.prepare(
      """
      SELECT lat_e9, lon_e9 FROM fix_row
      WHERE session = (
        SELECT id FROM session WHERE ended_ms <= ? AND id <> ? ORDER BY ended_ms DESC, id DESC LIMIT 1)
      ORDER BY seq DESC LIMIT 1
      """)
    // A throwing initialiser of a noncopyable value may assign only when nothing can fail any more.
    self.row = row
    self.rowsAfter = rowsAfter
    self.rest = rest
    self.gap = gap
    self.legInsert = legInsert
    self.legUpdate = legUpdate
    self.legDelete = legDelete
    self.box = box
    self.counter = counter
    self.event = event
    self.mark = mark
    self.deviceInsert = deviceInsert
    self.deviceQuery = deviceQuery
    self.began = began
    self.formerPlace = formerPlace
  }

  func write(_ row: TrackRow, session: Int64, device: Int64) throws(SQLiteError) {
    let fix = row.fix
    let measured = fix.measurements
    self.row.bind(1, session)
    self.row.bind(2, row.sequence)
    self.row.bind(3, row.segment)
    self.row.bind(4, fix.time.milliseconds)
    self.row.bind(5, device)
    self.row.bind(6, Scaled.degreesE9(fix.coordinate.latitude))
    self.row.bind(7, Scaled.degreesE9(fix.coordinate.longitude))
    self.row.bind(8, Scaled.integer(measured.altitudeMSLMetres, times: 1e4))
    self.row.bind(9, Scaled.integer(measured.altitudeHAEMetres, times: 1e4))
    self.row.bind(10, Scaled.integer(measured.speedMPS, times: 1e3))
    self.row.bind(11, Scaled.integer(measured.courseDegrees, times: 1e4))
    self.row.bind(12, Scaled.integer(measured.climbMPS, times: 1e3))
    self.row.bind(13, Scaled.integer(measured.horizontalErrorMetres, times: 1e3))
    self.row.bind(14, Scaled.integer(measured.verticalErrorMetres, times: 1e3))
    self.row.bind(15, Scaled.integer(measured.hdop, times: 1e2))
    self.row.bind(16, measured.satellites.map(Int64.init))
    self.row.bind(17, measured.mode.rawValue)
    self.row.bind(18, measured.status.code)
    self.row.bind(19, (row.isStationary ? 1 : 0) | (fix.isTimeRepaired ? 2 : 0))
    self.row.bind(20, row.keeping.rawValue)
    try self.row.run()
  }

  func deleteRows(after sequence: Int, session: Int64) throws(SQLiteError) {
    rowsAfter.bind(1, session)
    rowsAfter.bind(2, sequence)
    try rowsAfter.run()
  }

  func write(_ rest: Rest, session: Int64) throws(SQLiteError) {
    self.rest.bind(1, session)
    self.rest.bind(2, rest.number)
    self.rest.bind(3, rest.arrival.milliseconds)
    self.rest.bind(4, rest.departure?.milliseconds)
    self.rest.bind(5, rest.detected.milliseconds)
    self.rest.bind(6, rest.released?.milliseconds)
    self.rest.bind(7, rest.seen.milliseconds)
    self.rest.bind(8, Scaled.degreesE9(rest.centre.latitude))
    self.rest.bind(9, Scaled.degreesE9(rest.centre.longitude))
    self.rest.bind(10, Scaled.millimetres(rest.radiusMetres))
    self.rest.bind(11, rest.fixes)
    self.rest.bind(12, rest.gapMilliseconds)
    try self.rest.run()
  }

  func write(_ gap: Gap, session: Int64, device: Int64) throws(SQLiteError) {
    self.gap.bind(1, session)
    self.gap.bind(2, gap.from.milliseconds)
    self.gap.bind(3, gap.to.milliseconds)
    self.gap.bind(4, device)
    self.gap.bind(5, gap.reason.rawValue)
    self.gap.bind(6, Scaled.degreesE9(gap.place.latitude))
    self.gap.bind(7, Scaled.degreesE9(gap.place.longitude))
    self.gap.bind(8, Scaled.millimetres(gap.distanceMetres))
    try self.gap.run()
  }

  /// Inserts a leg, or one that takes another's place.
  func insert(_ leg: Leg, replacing id: Int64?, session: Int64) throws(SQLiteError) {
    if let id { try deleteLeg(id) }
    legInsert.bind(1, session)
    legInsert.bind(2, leg.firstSequence)
    legInsert.bind(3, leg.lastSequence)
    legInsert.bind(4, leg.from.milliseconds)
    legInsert.bind(5, leg.to.milliseconds)
    bind(totalsOf: leg, to: legInsert, from: 6)
    try legInsert.run()
  }

  /// Updates a leg that has grown.
  func update(_ leg: Leg, id: Int64) throws(SQLiteError) {
    // Where a leg begins never changes, and a column that an index has would cost a page of it.
    legUpdate.bind(1, leg.lastSequence)
    legUpdate.bind(2, leg.to.milliseconds)
    bind(totalsOf: leg, to: legUpdate, from: 3)
    legUpdate.bind(7, id)
    try legUpdate.run()
  }

  private func bind(totalsOf leg: Leg, to statement: borrowing Statement, from first: Int32) {
    statement.bind(first, Scaled.millimetres(leg.distanceMetres))
    statement.bind(first + 1, Scaled.integer(leg.greatestSpeedMPS, times: 1e3))
    statement.bind(first + 2, Scaled.millimetres(leg.ascentMetres))
    statement.bind(first + 3, Scaled.millimetres(leg.descentMetres))
  }

  func deleteLeg(_ id: Int64) throws(SQLiteError) {
    legDelete.bind(1, id)
    try legDelete.run()
  }

  func writeBox(of leg: Leg, id: Int64) throws(SQLiteError) {
    box.bind(1, id)
    box.bind(2, leg.west)
    box.bind(3, leg.east)
    box.bind(4, leg.south)
    box.bind(5, leg.north)
    try box.run()
  }

  func count(_ name: String, _ number: Int, session: Int64) throws(SQLiteError) {
    counter.bind(1, session)
    counter.bind(2, name)
    counter.bind(3, number)
    try counter.run()
  }

  func write(_ event: StoredEvent, session: Int64?) throws(SQLiteError) {
    self.event.bind(1, session)
    self.event.bind(2, event.time?.milliseconds)
    self.event.bind(3, event.kind.rawValue)
    self.event.bind(4, event.detail)
    try self.event.run()
  }

  /// The number of the receiver with that path.
  func device(_ path: String) throws(SQLiteError) -> Int64 {
    deviceInsert.bind(1, path)
    try deviceInsert.run()
    deviceQuery.bind(1, path)
    defer { deviceQuery.reset() }
    return try deviceQuery.step() ? deviceQuery.integer(0) ?? 0 : 0
  }

  func write(_ mark: TrackMark, session: Int64) throws(SQLiteError) {
    self.mark.bind(1, session)
    self.mark.bind(2, mark.time.milliseconds)
    self.mark.bind(3, mark.latitudeE9)
    self.mark.bind(4, mark.longitudeE9)
    self.mark.bind(5, mark.text)
    try self.mark.run()
  }

  /// Gives the session its first moment, and its distance from where the session ended that was the last before it.
  func begin(_ session: Int64, with first: Fix) throws(SQLiteError) {
    formerPlace.bind(1, first.time.milliseconds)
    formerPlace.bind(2, session)
    let former = try formerPlace.step() ? formerPlace.place(0) : nil
    formerPlace.reset()
    began.bind(1, first.time.milliseconds)
    began.bind(2, Neighbours.distance(former, first.coordinate))
    began.bind(3, session)
    try began.run()
  }
}

import Positioning
import SQLite
import Tracking

/// A place between two rows of a session where it comes apart.
struct SessionCut {
  /// The row before, and the end of the part that it belongs to: its fix or, later, the departure from the rest there.
  var lastRow: Int64
  var end: Timestamp
  /// The row after, with which the other part begins.
  var nextRow: Int64
  var begin: Timestamp
  /// Of the row after.
  var segment: Int64
  /// Whatever has a time belongs to the part before this moment or to the other.
  var boundary: Timestamp

  /// The place for a moment; nil where one of the parts would have no row.
  ///
  /// No rest is divided, since neither part would have a fix at the moment: the part that arrived keeps it, also one
  /// that begins between the moment and the next row.
  init?(_ session: Int64, at moment: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    var boundary = moment
    var next = try StoredRow(of: session, notBefore: boundary, in: connection)
    while let row = next, let departure = try Self.departure(session, boundary, row.time, in: connection) {
      boundary = Timestamp(milliseconds: departure)
      next = try StoredRow(of: session, notBefore: boundary, in: connection)
    }
    guard let next, let last = try StoredRow(of: session, before: next.sequence, in: connection) else { return nil }
    let departure = try connection.number(
      "SELECT max(departure_ms) FROM rest_row WHERE session = ? AND arrival_ms < ?", session, boundary.milliseconds)
    lastRow = last.sequence
    end = max(last.time, departure.map { Timestamp(milliseconds: $0) } ?? last.time)
    (nextRow, begin, segment) = (next.sequence, next.time, next.segment)
    self.boundary = boundary
  }

  /// Of a rest that reaches beyond the boundary and begins before the next row.
  private static func departure(
    _ session: Int64, _ boundary: Timestamp, _ next: Timestamp, in connection: borrowing Connection
  ) throws(SQLiteError) -> Int64? {
    try connection.number(
      "SELECT max(departure_ms) FROM rest_row WHERE session = ? AND arrival_ms < ? AND departure_ms > ?",
      session, next.milliseconds, boundary.milliseconds)
  }
}

/// A row, as far as cuts are concerned.
struct StoredRow {
  var sequence: Int64
  var time: Timestamp
  var segment: Int64

  /// The first that is not before a moment.
  init?(of session: Int64, notBefore moment: Timestamp, in connection: borrowing Connection) throws(SQLiteError) {
    let first = try RowSearch.first(of: session, notBefore: moment, in: connection)
    try self.init("seq >= ?2 ORDER BY seq", session, first, in: connection)
  }

  /// The last before another.
  init?(of session: Int64, before sequence: Int64, in connection: borrowing Connection) throws(SQLiteError) {
    try self.init("seq < ?2 ORDER BY seq DESC", session, sequence, in: connection)
  }

  private init?(
    _ condition: String, _ session: Int64, _ number: Int64, in connection: borrowing Connection
  ) throws(SQLiteError) {
    let query = try connection.prepare(
      "SELECT seq, unix_ms, segment FROM fix_row WHERE session = ?1 AND \(condition) LIMIT 1")
    query.bind(1, session)
    query.bind(2, number)
    guard try query.step(), let sequence = query.integer(0), let segment = query.integer(2) else { return nil }
    (self.sequence, time, self.segment) = (sequence, query.time(1), segment)
  }
}

// MARK: - Legs

extension OpenStore {
  /// Cuts the legs that reach over a stretch of time; gives what they have after it, while it and what comes before
  /// it stay as they are. All others are left alone.
  func cutLegs(
    of session: Int64, from end: Timestamp, to begin: Timestamp, lastRow: Int64
  ) throws(SQLiteError) -> [Leg] {
    let rows = try RowQuery(connection)
    var following: [Leg] = []
    for leg in try legs(of: session, over: end, to: begin) {
      let runs = try rows.runs(of: session, leg.rows)
      let before = UnknownTime(from: leg.from, to: min(leg.to, end))
      let after = UnknownTime(from: max(leg.from, begin), to: leg.to)
      try connection.change("DELETE FROM leg_box WHERE id = ?", leg.id)
      try statements.deleteLeg(leg.id)
      for run in runs {
        for part in before.legs(along: run) { try insert(part, into: session) }
        following += after.legs(along: run)
      }
    }
    try connection.change(
      "UPDATE leg SET last_seq = ?2 WHERE session = ?1 AND last_seq > ?2 AND to_ms <= ?3",
      session, lastRow, end.milliseconds)
    return following
  }

  /// Stores a leg that is final.
  func insert(_ leg: Leg, into session: Int64) throws(SQLiteError) {
    try statements.insert(leg, replacing: nil, session: session)
    try statements.writeBox(of: leg, id: connection.lastInsertedRow)
  }

  private func legs(of session: Int64, over end: Timestamp, to begin: Timestamp) throws(SQLiteError) -> [StoredLeg] {
    let query = try connection.prepare(
      "SELECT id, first_seq, last_seq, from_ms, to_ms FROM leg WHERE session = ? AND from_ms < ? AND to_ms > ?")
    query.bind(1, session)
    query.bind(2, begin.milliseconds)
    query.bind(3, end.milliseconds)
    var legs: [StoredLeg] = []
    while try query.step() {
      guard let id = query.integer(0), let first = query.integer(1), let last = query.integer(2) else { continue }
      legs.append(StoredLeg(id: id, rows: first...max(first, last), from: query.time(3), to: query.time(4)))
    }
    return legs
  }
}

private struct StoredLeg {
  var id: Int64
  var rows: ClosedRange<Int64>
  var from: Timestamp
  var to: Timestamp
}

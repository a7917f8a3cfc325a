public import Positioning
import SQLite

/// What an owner may do to a stored session; sessions are named by their uuid, which is never given twice.
public enum SessionEdit: Equatable, Sendable {
  /// Calls it something else; nil takes its name away.
  case rename(String?)
  /// Says something else about it; nil takes its note away.
  case annotate(String?)
  /// Makes what comes at a moment and later a session of its own, with that uuid.
  case split(at: Timestamp, uuid: String)
  /// Makes one session of it and of another.
  case join(with: String)
  /// Takes so many rows away from its end, and the session itself with the last of them. What is left meanwhile is a
  /// whole, shorter session that ended as `deleted`.
  case shorten(rows: Int)
}

/// What became of an edit.
public enum SessionOutcome: Equatable, Sendable {
  case done
  /// The session of that number begins at a moment.
  case split(into: Int64, from: Timestamp)
  /// Both are the session of that number now.
  case joined(as: Int64)
  /// So many rows are left; nil once the session is gone.
  case shortened(rowsLeft: Int64?)
  /// Nothing was changed, because of the session of that number; nil if there is none.
  case refused(SessionRefusal, of: Int64?)
}

/// Why a session was left as it is.
public enum SessionRefusal: String, CaseIterable, Sendable {
  /// There is none of that name.
  case unknown
  /// It is being recorded, or may go on.
  case open
  /// It is being deleted.
  case deleted
  /// Nothing of it lies before the moment, or nothing after it.
  case oneSided = "one-sided"
  /// Another session ended in between, or both lasted at the same time.
  case apart
  /// One was recorded and the other imported.
  case origins
}

extension TrackWriter {
  /// Edits a stored session, all or nothing. Takes as long as there are rows to move; whoever cannot wait shortens.
  public mutating func edit(_ uuid: String, _ edit: SessionEdit) throws(StoreError) -> SessionOutcome {
    guard isStillThere else { throw .vanished(path: path) }
    do {
      return try use { (open) throws(SQLiteError) in
        var outcome = SessionOutcome.done
        try open.transaction(.power) { () throws(SQLiteError) in outcome = try open.edit(uuid, edit) }
        return outcome
      }
    } catch {
      if case .sqlite(let cause) = error, cause.leavesDoubt { leaveInDoubt(0, before: nil) }
      throw error
    }
  }
}

extension OpenStore {
  fileprivate func edit(_ uuid: String, _ edit: SessionEdit) throws(SQLiteError) -> SessionOutcome {
    guard let session = try EditedSession(uuid, in: connection) else { return .refused(.unknown, of: nil) }
    switch edit {
    case .rename(let name): try connection.change("UPDATE session SET name = ?2 WHERE id = ?1", session.id, text: name)
    case .annotate(let note):
      try connection.change("UPDATE session SET note = ?2 WHERE id = ?1", session.id, text: note)
    case .shorten(let rows):
      guard session.hasEnded else { return .refused(.open, of: session.id) }
      return .shortened(rowsLeft: try shorten(session, rows: rows))
    case .split(let moment, let uuid):
      if let refusal = session.refusal { return .refused(refusal, of: session.id) }
      return try split(session, at: moment, uuid)
    case .join(let uuid):
      guard let other = try EditedSession(uuid, in: connection) else { return .refused(.unknown, of: nil) }
      for one in [session, other] { if let refusal = one.refusal { return .refused(refusal, of: one.id) } }
      return session.started ?? .max <= other.started ?? .max ? try join(session, other) : try join(other, session)
    }
    return .done
  }
}

/// A session that is edited, as it is stored.
struct EditedSession {
  let id: Int64
  /// Its first and its last moment in milliseconds.
  let started: Int64?
  let ended: Int64?
  let endReason: String?
  let origin: String?

  init?(_ uuid: String, in connection: borrowing Connection) throws(SQLiteError) {
    let query = try connection.prepare(
      "SELECT id, started_ms, ended_ms, end_reason, origin FROM session WHERE uuid = ?")
    query.bind(1, uuid)
    guard try query.step(), let id = query.integer(0) else { return nil }
    (self.id, started, ended) = (id, query.integer(1), query.integer(2))
    (endReason, origin) = (query.text(3), query.text(4))
  }

  var hasEnded: Bool { endReason != nil }

  /// Why it cannot be cut or joined.
  var refusal: SessionRefusal? {
    switch endReason {
    case nil: .open
    case EndReason.deleted.rawValue: .deleted
    default: nil
    }
  }
}

extension Connection {
  /// Runs a statement once, whose parameters are whole numbers and, as the last, a text.
  borrowing func change(_ sql: String, _ numbers: Int64?..., text: String? = nil) throws(SQLiteError) {
    let statement = try prepare(sql)
    for (index, number) in numbers.enumerated() { statement.bind(Int32(index + 1), number) }
    if let text { statement.bind(Int32(numbers.count + 1), text) }
    try statement.run()
  }

  /// The single number that a query with whole numbers for parameters gives; nil for NULL or no row.
  borrowing func number(_ sql: String, _ parameters: Int64...) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    for (index, parameter) in parameters.enumerated() { statement.bind(Int32(index + 1), parameter) }
    return try statement.step() ? statement.integer(0) : nil
  }
}

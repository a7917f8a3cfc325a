import Positioning
import SQLite
import Tracking

/// A stored leg that is still growing.
struct GrowingLeg {
  var id: Int64
  var fromMilliseconds: Int64
}

/// What a writer knows of the session in its file that rows go to.
struct SessionBook {
  /// The session; nil while nothing is recorded.
  var session: Int64?
  /// Its name in the world, by which it is known again.
  var uuid: String?
  /// All that this writer began.
  var begun: [Int64] = []
  var paths: [DeviceID: String] = [:]
  /// Numbers of receivers in the file.
  var devices: [DeviceID: Int64] = [:]
  /// The leg that is still growing.
  var openLeg: GrowingLeg?
  /// Counters as stored.
  var written: [String: Int] = [:]

  /// How many commits the session has.
  var commits: Int { written["commits"] ?? 0 }

  /// Another file takes the place of this one.
  mutating func forgetFile() {
    leaveSession()
    devices = [:]
  }

  /// Turns to another session, of which nothing is stored yet.
  mutating func turn(to session: Int64, _ uuid: String) {
    leaveSession()
    self.session = session
    self.uuid = uuid
  }

  /// Nothing is recorded any more.
  mutating func leaveSession() {
    session = nil
    uuid = nil
    openLeg = nil
    written = [:]
  }
}

extension OpenStore {
  /// Turns to a session that is stored.
  func turn(_ book: inout SessionBook, to session: Int64) throws(SQLiteError) {
    guard let uuid = try uuid(of: session) else { throw .noSession }
    book.turn(to: session, uuid)
    book.devices = [:]
    book.openLeg = try connection.openLeg(of: session)
    let query = try connection.prepare("SELECT name, count FROM counter WHERE session = ?")
    query.bind(1, session)
    while try query.step() { book.written[query.text(0) ?? ""] = query.integer(1).map(Int.init) }
  }

  /// Whether this is the file that a book tells of: its session is there, and no older than that.
  func isFile(of book: SessionBook) throws(SQLiteError) -> Bool {
    guard let session = book.session else { return true }
    guard try uuid(of: session) == book.uuid else { return false }
    let commits = try connection.number(
      "SELECT count FROM counter WHERE session = \(session) AND name = 'commits'")
    return Int(commits ?? 0) >= book.commits
  }

  /// What facts that are stored already say about where the next ones go.
  func follow(_ facts: ArraySlice<StoredFact>, _ book: inout SessionBook) throws(SQLiteError) {
    for index in facts.indices {
      switch facts[index] {
      case .receiver(let device, let path): book.paths[device] = path
      case .resumed(let session, _): try turn(&book, to: session)
      case .ended, .suspended: book.leaveSession()
      case .opened(let start, _):
        let query = try connection.prepare("SELECT id FROM session WHERE uuid = ?")
        query.bind(1, start.uuid)
        guard try query.step(), let session = query.integer(0) else { throw .noSession }
        book.begun.append(session)
        try turn(&book, to: session)
      case .began, .row, .rest, .gap, .leg, .event, .mark, .abandoned, .intent, .activity, .activityLog, .background:
        break
      }
    }
    // What was written with the last of them is known only to the file.
    if let session = book.session { try turn(&book, to: session) }
  }

  private func uuid(of session: Int64) throws(SQLiteError) -> String? {
    let query = try connection.prepare("SELECT uuid FROM session WHERE id = ?")
    query.bind(1, session)
    return try query.step() ? query.text(0) : nil
  }
}

extension Connection {
  /// The newest leg of a session if it has no box yet: it is still growing, or was when its recorder was cut off.
  borrowing func openLeg(of session: Int64) throws(SQLiteError) -> GrowingLeg? {
    let query = try prepare("SELECT id, from_ms FROM leg WHERE session = ? ORDER BY from_ms DESC, id DESC LIMIT 1")
    query.bind(1, session)
    guard try query.step(), let leg = query.integer(0), let from = query.integer(1) else { return nil }
    guard try number("SELECT 1 FROM leg_box WHERE id = \(leg)") == nil else { return nil }
    return GrowingLeg(id: leg, fromMilliseconds: from)
  }
}

extension SQLiteError {
  /// A fact names a session that the file does not have: it is another one.
  static var noSession: SQLiteError {
    SQLiteError(code: .notFound, message: "the session is not in this file", statement: nil)
  }
}

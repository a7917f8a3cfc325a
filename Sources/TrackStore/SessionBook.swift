import Positioning
import SQLite
import Tracking

/// What a writer knows of the session in its file that rows go to.
struct SessionBook {
  /// The session; nil while nothing is recorded.
  var session: Int64?
  /// All that this writer began.
  var begun: [Int64] = []
  var paths: [DeviceID: String] = [:]
  /// Numbers of receivers in the file.
  var devices: [DeviceID: Int64] = [:]
  /// The leg that is still growing.
  var openLeg: Int64?
  /// Counters as stored.
  var written: [String: Int] = [:]

  /// Another file takes the place of this one.
  mutating func forgetFile() {
    session = nil
    devices = [:]
    openLeg = nil
    written = [:]
  }

  /// Turns to another session, of which nothing is stored yet.
  mutating func turn(to session: Int64) {
    self.session = session
    openLeg = nil
    written = [:]
  }
}

extension OpenStore {
  /// Turns to a session that is stored; false if it is not there.
  func turn(_ book: inout SessionBook, to session: Int64) throws(SQLiteError) -> Bool {
    guard try connection.number("SELECT 1 FROM session WHERE id = \(session)") != nil else { return false }
    book.turn(to: session)
    book.devices = [:]
    book.openLeg = try connection.openLeg(of: session)
    let query = try connection.prepare("SELECT name, count FROM counter WHERE session = ?")
    query.bind(1, session)
    while try query.step() { book.written[query.text(0) ?? ""] = query.integer(1).map(Int.init) }
    return true
  }

  /// What facts that are stored already say about where the next ones go.
  func follow(_ facts: ArraySlice<StoredFact>, _ book: inout SessionBook) throws(SQLiteError) {
    for index in facts.indices {
      switch facts[index] {
      case .receiver(let device, let path): book.paths[device] = path
      case .resumed(let session, _): _ = try turn(&book, to: session)
      case .ended, .suspended: book.session = nil
      case .opened(let start, _):
        let query = try connection.prepare("SELECT id FROM session WHERE uuid = ?")
        query.bind(1, start.uuid)
        guard try query.step(), let session = query.integer(0) else { continue }
        book.begun.append(session)
        _ = try turn(&book, to: session)
      case .began, .row, .rest, .gap, .leg, .event, .mark, .abandoned, .intent: break
      }
    }
  }
}

extension Connection {
  /// The newest leg of a session if it has no box yet: it is still growing, or was when its recorder was cut off.
  borrowing func openLeg(of session: Int64) throws(SQLiteError) -> Int64? {
    let query = try prepare("SELECT id FROM leg WHERE session = ? ORDER BY from_ms DESC, id DESC LIMIT 1")
    query.bind(1, session)
    guard try query.step(), let leg = query.integer(0) else { return nil }
    return try number("SELECT 1 FROM leg_box WHERE id = \(leg)") == nil ? leg : nil
  }
}

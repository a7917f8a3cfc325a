import Positioning
import SQLite
import Tracking

/// From facts to rows.
extension OpenStore {
  func write(_ fact: StoredFact, _ book: inout SessionBook) throws(SQLiteError) {
    switch fact {
    case .receiver(let device, let path): book.paths[device] = path
    case .opened(let start, let bootID): try open(start, bootID, &book)
    case .resumed(let session, let bootID): try resume(session, bootID, &book)
    case .abandoned(let session, let bootID): try Leftovers.end(in: connection, except: session, bootID: bootID)
    case .intent(let intent): try statements.write(intent, in: connection)
    case .event(let event): try statements.write(event, session: book.session)
    case .activity(let activity): try write(activity)
    case .activityLog(let entry): try write(entry)
    case .background(let row): try write(row)
    default:
      guard let session = book.session else { throw .noSession }
      try write(fact, of: session, &book)
    }
  }

  private func write(_ fact: StoredFact, of session: Int64, _ book: inout SessionBook) throws(SQLiteError) {
    switch fact {
    case .began(let fix): try statements.begin(session, with: fix)
    case .row(let row): try statements.write(row, session: session, device: try number(of: row.fix.device, &book))
    case .rest(let rest): try statements.write(rest, session: session)
    case .gap(let gap): try statements.write(gap, session: session, device: try number(of: gap.device, &book))
    case .ended(let snapshot, let moment, let reason): try end(session, snapshot, at: moment, reason, &book)
    case .suspended(let snapshot):
      try write(snapshot, of: session, &book)
      try connection.run("UPDATE session SET suspended = 1 WHERE id = \(session)")
      book.leaveSession()
    case .mark(let fix, let text):
      let mark = TrackMark(
        time: fix.time, latitudeE9: Scaled.degreesE9(fix.coordinate.latitude),
        longitudeE9: Scaled.degreesE9(fix.coordinate.longitude), text: text)
      try statements.write(mark, session: session)
    case .leg(let leg):
      let id = try write(leg, of: session, book)
      try statements.writeBox(of: leg, id: id)
      book.openLeg = nil
    case .receiver, .opened, .resumed, .abandoned, .intent, .event, .activity, .activityLog, .background: break
    }
  }

  /// What still changes, as it is now.
  func write(_ snapshot: Snapshot, of session: Int64, _ book: inout SessionBook) throws(SQLiteError) {
    if let tip = snapshot.tip {
      try statements.write(tip, session: session, device: try number(of: tip.fix.device, &book))
    }
    try statements.deleteRows(after: snapshot.ledger.stored, session: session)
    if let leg = snapshot.openLeg {
      let id = try write(leg, of: session, book)
      book.openLeg = GrowingLeg(id: id, fromMilliseconds: leg.from.milliseconds)
    } else if let openLeg = book.openLeg {
      try statements.deleteLeg(openLeg.id)
      book.openLeg = nil
    }
    try count("updates", snapshot.updates, of: session, &book)
    for (disposition, number) in snapshot.ledger.entries { try count(disposition, number, of: session, &book) }
    for name in book.written.keys where !snapshot.ledger.names(name) { try count(name, 0, of: session, &book) }
    // On the same page as the counts before, so that it costs nothing.
    try count("commits", (book.written["commits"] ?? 0) + 1, of: session, &book)
  }

  /// The number of a receiver in the store, given on first use.
  private func number(of device: DeviceID, _ book: inout SessionBook) throws(SQLiteError) -> Int64 {
    if let known = book.devices[device] { return known }
    let number = try statements.device(book.paths[device] ?? "unknown")
    book.devices[device] = number
    return number
  }

  /// Stores a leg in the place of the one that is growing; gives its number.
  private func write(_ leg: Leg, of session: Int64, _ book: SessionBook) throws(SQLiteError) -> Int64 {
    if let growing = book.openLeg, growing.fromMilliseconds == leg.from.milliseconds {
      try statements.update(leg, id: growing.id)
      return growing.id
    }
    try statements.insert(leg, replacing: book.openLeg?.id, session: session)
    return connection.lastInsertedRow
  }

  private func count(
    _ name: String, _ number: Int, of session: Int64, _ book: inout SessionBook
  ) throws(SQLiteError) {
    guard book.written[name] != number else { return }
    try statements.count(name, number, session: session)
    book.written[name] = number
  }
}

// MARK: - Sessions

extension OpenStore {
  private func open(_ start: SessionStart, _ bootID: String?, _ book: inout SessionBook) throws(SQLiteError) {
    let insert = try connection.prepare(
      "INSERT INTO session(uuid, name, profile, origin, version, boot_id, note) VALUES(?, ?, ?, ?, ?, ?, ?)")
    insert.bind(1, start.uuid)
    insert.bind(2, start.name)
    insert.bind(3, start.profile)
    insert.bind(4, start.origin.rawValue)
    insert.bind(5, start.version)
    insert.bind(6, bootID)
    insert.bind(7, start.note)
    try insert.run()
    let session = connection.lastInsertedRow
    book.begun.append(session)
    book.turn(to: session, start.uuid)
  }

  private func resume(_ session: Int64, _ bootID: String?, _ book: inout SessionBook) throws(SQLiteError) {
    try turn(&book, to: session)
    let update = try connection.prepare("UPDATE session SET suspended = 0, boot_id = ? WHERE id = ?")
    update.bind(1, bootID)
    update.bind(2, session)
    try update.run()
    // The newest row was to be replaced; now it is where the track broke off.
    try connection.run(
      "UPDATE fix_row SET kept = \(Keeping.gap.rawValue) WHERE session = \(session) AND kept = \(Keeping.tip.rawValue)"
        + " AND seq = (SELECT max(seq) FROM fix_row WHERE session = \(session))")
    try Leftovers.sealLeg(of: session, in: connection)
    book.openLeg = nil
  }

  private func end(
    _ session: Int64, _ snapshot: Snapshot, at moment: Timestamp?, _ reason: EndReason, _ book: inout SessionBook
  ) throws(SQLiteError) {
    try write(snapshot, of: session, &book)
    let update = try connection.prepare("UPDATE session SET ended_ms = ?, end_reason = ? WHERE id = ?")
    update.bind(1, moment?.milliseconds)
    update.bind(2, reason.rawValue)
    update.bind(3, session)
    try update.run()
    try Neighbours.measureFollowers(of: session, in: connection)
    book.leaveSession()
  }
}

extension Ledger {
  fileprivate func names(_ name: String) -> Bool {
    name == "updates" || name == "commits" || entries.contains { $0.disposition == name }
  }
}

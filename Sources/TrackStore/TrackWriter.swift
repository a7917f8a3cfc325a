public import Positioning
import SQLite
import Tracking

/// The one writer of a store.
///
/// What belongs together is written in one transaction, so that a reader never sees a fix without what it caused.
public struct TrackWriter: ~Copyable {
  /// How much a commit must survive.
  public enum Durability: Sendable {
    /// The end of the process.
    case process
    /// A power cut.
    case power

    fileprivate var pragma: String {
      switch self {
      case .process: "PRAGMA synchronous = NORMAL"
      case .power: "PRAGMA synchronous = FULL"
      }
    }
  }

  private let lock: WriterLock
  private let connection: Connection
  private let statements: WriterStatements
  private var paths: [DeviceID: String] = [:]
  private var devices: [DeviceID: Int64] = [:]
  private var openLeg: Int64?
  private var written: [String: Int] = [:]

  /// The session that rows go to.
  public var session: Int64 { sessions.last ?? 0 }
  /// All sessions that this writer began, the running one last.
  public private(set) var sessions: [Int64] = []

  /// Opens a store for writing, made if it is missing; refuses what is not one, and a second writer.
  public init(path: String) throws(StoreError) {
    // A file that is refused gets no lock file beside it.
    _ = try StoreFile.check(path)
    let lock = try WriterLock(besides: path)
    // Another writer may have made the store in between.
    let content = try StoreFile.check(path)
    if content == .missing { try StoreFile.make(path) }
    let connection: Connection
    do { connection = try Connection(path, .write) } catch { throw .sqlite(error) }
    connection.waitForLocks(milliseconds: 5_000)
    try StoreFile.fill(connection, found: content, at: path)
    do {
      for pragma in [
        "journal_mode = WAL", "wal_autocheckpoint = 500", "journal_size_limit = 4194304", "foreign_keys = ON",
        "trusted_schema = OFF", "cell_size_check = ON", "temp_store = MEMORY", "mmap_size = 0",
      ] { try connection.run("PRAGMA \(pragma)") }
      connection.keepWriteAheadLog()
      let statements = try WriterStatements(connection)
      self.statements = statements
      self.connection = connection
      self.lock = lock
    } catch {
      throw .sqlite(error)
    }
  }
}

// MARK: - Sessions

extension TrackWriter {
  /// Ends the sessions whose recorder was cut off, at their last fix; the boot id tells a crash from a power cut.
  public mutating func endLeftovers(bootID: String?) throws(StoreError) {
    do { try Leftovers.end(in: connection, bootID: bootID) } catch { throw .sqlite(error) }
  }

  /// Begins a session; what is committed from now on belongs to it.
  public mutating func begin(_ start: SessionStart, bootID: String?) throws(StoreError) {
    do {
      connection.waitForLocks(milliseconds: Patience.long.rawValue)
      if !connection.isInTransaction { try connection.run(Durability.power.pragma) }
      try open(start, bootID)
    } catch {
      throw .sqlite(error)
    }
  }

  /// Names a receiver; must happen before a row of it is committed.
  public mutating func name(_ device: DeviceID, path: String) { paths[device] = path }

  /// Marks the newest stored place, for when nothing records; nil if there is none, else its time.
  public mutating func markNewest(_ text: String?) throws(StoreError) -> Timestamp? {
    do {
      let query = try connection.prepare(
        """
        SELECT session, unix_ms, lat_e9, lon_e9 FROM fix_row
        WHERE session = (SELECT max(id) FROM session WHERE started_ms IS NOT NULL) ORDER BY seq DESC LIMIT 1
        """)
      guard try query.step(), let session = query.integer(0), let time = query.integer(1),
        let latitudeE9 = query.integer(2), let longitudeE9 = query.integer(3)
      else { return nil }
      try connection.run(Durability.power.pragma)
      let mark = TrackMark(
        time: Timestamp(milliseconds: time), latitudeE9: latitudeE9, longitudeE9: longitudeE9, text: text)
      try statements.write(mark, session: session)
      return mark.time
    } catch {
      throw .sqlite(error)
    }
  }

  /// Remembers an input, so that it is not taken twice.
  public borrowing func remember(import digest: String, name: String) throws(StoreError) {
    if let session = try formerImport(of: digest) { throw .alreadyImported(session: session) }
    do {
      let insert = try connection.prepare("INSERT INTO imported(digest, name, session) VALUES(?, ?, ?)")
      insert.bind(1, digest)
      insert.bind(2, name)
      insert.bind(3, session)
      try insert.run()
    } catch {
      throw .sqlite(error)
    }
  }

  private borrowing func formerImport(of digest: String) throws(StoreError) -> Int64? {
    do {
      let query = try connection.prepare("SELECT session FROM imported WHERE digest = ?")
      query.bind(1, digest)
      return try query.step() ? query.integer(0) : nil
    } catch {
      throw .sqlite(error)
    }
  }
}

// MARK: - Commits

extension TrackWriter {
  /// Stores new facts together with what still changes, all or nothing.
  public mutating func commit(
    _ facts: [StoredFact], _ snapshot: Snapshot, _ durability: Durability
  ) throws(StoreError) {
    try transaction(durability, .brief) { (writer) throws(SQLiteError) in
      for index in facts.indices { try writer.write(facts[index]) }
      try writer.write(snapshot)
    }
  }

  /// Ends the session, with the last facts.
  public mutating func end(
    _ facts: [StoredFact], _ snapshot: Snapshot, at moment: Timestamp?, _ reason: EndReason
  ) throws(StoreError) {
    try transaction(.power, .long) { (writer) throws(SQLiteError) in
      for index in facts.indices { try writer.write(facts[index]) }
      try writer.end(snapshot, at: moment, reason)
    }
  }

  /// Opens a transaction around many commits.
  public mutating func open() throws(StoreError) {
    try sqlite { (writer) throws(SQLiteError) in
      try writer.connection.run(Durability.power.pragma)
      try writer.connection.run("BEGIN IMMEDIATE")
    }
  }

  /// Makes all of it last; without this it is taken back when the writer goes away.
  public mutating func close() throws(StoreError) {
    try sqlite { (writer) throws(SQLiteError) in try writer.connection.run("COMMIT") }
  }

  private mutating func transaction(
    _ durability: Durability, _ patience: Patience, _ body: (inout TrackWriter) throws(SQLiteError) -> Void
  ) throws(StoreError) {
    guard !connection.isInTransaction else { return try sqlite(body) }
    let former = (openLeg, written, devices, sessions)
    do {
      connection.waitForLocks(milliseconds: patience.rawValue)
      try connection.run(durability.pragma)
      try connection.run("BEGIN IMMEDIATE")
      try body(&self)
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      (openLeg, written, devices, sessions) = former
      throw .sqlite(error)
    }
  }

  private mutating func sqlite(_ body: (inout TrackWriter) throws(SQLiteError) -> Void) throws(StoreError) {
    do { try body(&self) } catch { throw .sqlite(error) }
  }

  /// How long another connection's lock is waited for, in milliseconds.
  private enum Patience: Int32 {
    /// What is refused now is tried again by the caller, who has better things to do than wait.
    case brief = 200
    /// There is no later.
    case long = 20_000
  }

  /// The number of a receiver in the store, given on first use.
  private mutating func number(of device: DeviceID) throws(SQLiteError) -> Int64 {
    if let known = devices[device] { return known }
    let number = try statements.device(paths[device] ?? "unknown")
    devices[device] = number
    return number
  }

  private mutating func write(_ fact: StoredFact) throws(SQLiteError) {
    switch fact {
    case .began(let fix): try statements.begin(session, with: fix)
    case .row(let row): try statements.write(row, session: session, device: try number(of: row.fix.device))
    case .rest(let rest): try statements.write(rest, session: session)
    case .gap(let gap): try statements.write(gap, session: session, device: try number(of: gap.device))
    case .event(let event): try statements.write(event, session: session)
    case .ended(let snapshot, let moment, let reason): try end(snapshot, at: moment, reason)
    case .opened(let start, let bootID): try open(start, bootID)
    case .mark(let fix, let text):
      let mark = TrackMark(
        time: fix.time, latitudeE9: Scaled.degreesE9(fix.coordinate.latitude),
        longitudeE9: Scaled.degreesE9(fix.coordinate.longitude), text: text)
      try statements.write(mark, session: session)
    case .leg(let leg):
      let id = try write(leg: leg)
      try statements.writeBox(of: leg, id: id)
      openLeg = nil
    }
  }

  private mutating func end(_ snapshot: Snapshot, at moment: Timestamp?, _ reason: EndReason) throws(SQLiteError) {
    try write(snapshot)
    let update = try connection.prepare("UPDATE session SET ended_ms = ?, end_reason = ? WHERE id = ?")
    update.bind(1, moment?.milliseconds)
    update.bind(2, reason.rawValue)
    update.bind(3, session)
    try update.run()
    try Neighbours.measureFollowers(of: session, in: connection)
  }

  private mutating func open(_ start: SessionStart, _ bootID: String?) throws(SQLiteError) {
    let insert = try connection.prepare(
      "INSERT INTO session(uuid, name, profile, origin, version, boot_id) VALUES(?, ?, ?, ?, ?, ?)")
    insert.bind(1, start.uuid)
    insert.bind(2, start.name)
    insert.bind(3, start.profile)
    insert.bind(4, start.origin.rawValue)
    insert.bind(5, start.version)
    insert.bind(6, bootID)
    try insert.run()
    sessions.append(connection.lastInsertedRow)
    openLeg = nil
    written = [:]
  }

  private mutating func write(_ snapshot: Snapshot) throws(SQLiteError) {
    if let tip = snapshot.tip {
      try statements.write(tip, session: session, device: try number(of: tip.fix.device))
    }
    try statements.deleteRows(after: snapshot.ledger.stored, session: session)
    if let leg = snapshot.openLeg {
      openLeg = try write(leg: leg)
    } else if let openLeg {
      try statements.deleteLeg(openLeg)
      self.openLeg = nil
    }
    try count("updates", snapshot.updates)
    for (disposition, number) in snapshot.ledger.entries { try count(disposition, number) }
    for name in written.keys where !snapshot.ledger.names(name) { try count(name, 0) }
  }

  private mutating func write(leg: Leg) throws(SQLiteError) -> Int64 {
    try statements.write(leg, id: openLeg, session: session)
    return openLeg ?? connection.lastInsertedRow
  }

  private mutating func count(_ name: String, _ number: Int) throws(SQLiteError) {
    guard written[name] != number else { return }
    try statements.count(name, number, session: session)
    written[name] = number
  }
}

extension Ledger {
  fileprivate func names(_ name: String) -> Bool { name == "updates" || entries.contains { $0.disposition == name } }
}

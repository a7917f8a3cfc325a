public import Positioning
import SQLite
import Tracking

/// The one writer of a store.
///
/// What belongs together is written in one transaction, so that a reader never sees a fix without what it caused. A
/// file that failed is closed and opened again by the next commit, since after a failed write or sync nobody knows
/// what the system still holds; what that commit brings is stored once even if the failed one was done after all.
public struct TrackWriter: ~Copyable {
  /// How much a commit must survive.
  public enum Durability: Sendable {
    /// The end of the process.
    case process
    /// A power cut.
    case power

    var pragma: String {
      switch self {
      case .process: "PRAGMA synchronous = NORMAL"
      case .power: "PRAGMA synchronous = FULL"
      }
    }
  }

  /// How long another connection's lock is waited for, in milliseconds.
  enum Patience: Int32 {
    /// What is refused now is tried again by the caller, who has better things to do than wait.
    case brief = 200
    /// There is no later.
    case long = 20_000
  }

  /// A commit that failed and may have been done all the same.
  private struct Attempt {
    var facts: Int
    var before: OpenStore.Receipt
  }

  let path: String
  private let lock: WriterLock
  private var store: OpenStore?
  private var failed: Attempt?
  private var book = SessionBook()

  /// The session that rows go to, or went to last.
  public var session: Int64 { book.session ?? sessions.last ?? 0 }
  /// All sessions that this writer began, the running one last.
  public var sessions: [Int64] { book.begun }

  /// Opens a store for writing, made if it is missing; refuses what is not one, and a second writer.
  public init(path: String) throws(StoreError) {
    // A file that is refused gets no lock file beside it.
    _ = try StoreFile.check(path)
    let lock = try WriterLock(besides: path)
    let store = try OpenStore(path)
    self.path = path
    self.store = consume store
    self.lock = lock
  }
}

// MARK: - Beside a recording

extension TrackWriter {
  /// Marks the newest stored place, for when nothing records; nil if there is none, else its time.
  public borrowing func markNewest(_ text: String?) throws(StoreError) -> Timestamp? {
    try use { (open) throws(SQLiteError) in
      let query = try open.connection.prepare(
        """
        SELECT session, unix_ms, lat_e9, lon_e9 FROM fix_row
        WHERE session = (SELECT max(id) FROM session WHERE started_ms IS NOT NULL) ORDER BY seq DESC LIMIT 1
        """)
      guard try query.step(), let session = query.integer(0), let latitudeE9 = query.integer(2),
        let longitudeE9 = query.integer(3)
      else { return nil }
      try open.connection.run(Durability.power.pragma)
      let mark = TrackMark(time: query.time(1), latitudeE9: latitudeE9, longitudeE9: longitudeE9, text: text)
      try open.statements.write(mark, session: session)
      return mark.time
    }
  }

  /// Remembers an input, so that it is not taken twice.
  public borrowing func remember(import digest: String, name: String) throws(StoreError) {
    if let session = try formerImport(of: digest) { throw .alreadyImported(session: session) }
    try use { (open) throws(SQLiteError) in
      let insert = try open.connection.prepare("INSERT INTO imported(digest, name, session) VALUES(?, ?, ?)")
      insert.bind(1, digest)
      insert.bind(2, name)
      insert.bind(3, session)
      try insert.run()
    }
  }

  private borrowing func formerImport(of digest: String) throws(StoreError) -> Int64? {
    try use { (open) throws(SQLiteError) in
      let query = try open.connection.prepare("SELECT session FROM imported WHERE digest = ?")
      query.bind(1, digest)
      return try query.step() ? query.integer(0) : nil
    }
  }
}

// MARK: - Commits

extension TrackWriter {
  /// Stores new facts and what still changes.
  public mutating func commit(
    _ facts: [StoredFact], _ snapshot: Snapshot?, _ durability: Durability
  ) throws(StoreError) {
    try commit(facts, snapshot, durability, .brief)
  }

  /// Stores the last facts: there is no later, so that another program's lock is waited for.
  public mutating func commitLast(_ facts: [StoredFact], _ snapshot: Snapshot?) throws(StoreError) {
    try commit(facts, snapshot, .power, .long)
  }

  private mutating func commit(
    _ facts: [StoredFact], _ snapshot: Snapshot?, _ durability: Durability, _ patience: Patience
  ) throws(StoreError) {
    // Somebody may have replaced or removed the file: what were written now would go to nobody.
    if !isStillThere { store = nil }
    var done = 0
    if isClosed { done = try reopen(for: facts) }
    var book = self.book
    var before: OpenStore.Receipt?
    do {
      try use { (open) throws(SQLiteError) in
        before = try open.receipt(of: book.session)
        try open.transaction(durability, patience) { () throws(SQLiteError) in
          for index in facts.indices.dropFirst(done) { try open.write(facts[index], &book) }
          if let snapshot, let session = book.session { try open.write(snapshot, of: session, &book) }
        }
      }
      self.book = book
    } catch {
      if case .sqlite(let cause) = error, cause.leavesDoubt { leaveInDoubt(facts.count, before: before) }
      throw error
    }
  }

  /// Nobody knows whether so many facts are on the disk, which held `before` before them.
  mutating func leaveInDoubt(_ facts: Int, before: OpenStore.Receipt?) {
    failed = before.map { Attempt(facts: facts, before: $0) }
    store = nil
  }

  /// Opens the file again; gives how many of the facts are in it already: those of a commit that seemed to fail.
  private mutating func reopen(for facts: [StoredFact]) throws(StoreError) -> Int {
    switch try StoreFile.check(path) {
    case .missing, .empty: if book.session != nil { throw .vanished(path: path) }
    case .store, .other: break
    }
    let open = try OpenStore(path)
    var book = self.book
    var done = 0
    do {
      if let session = book.session, try !open.turn(&book, to: session) { throw StoreError.vanished(path: path) }
      if let failed, try open.receipt(of: book.session) != failed.before {
        done = min(failed.facts, facts.count)
        try open.follow(facts[..<done], &book)
      }
    } catch let error as SQLiteError {
      throw .sqlite(error)
    } catch {
      throw .vanished(path: path)
    }
    self.book = book
    failed = nil
    store = consume open
    return done
  }

  /// Opens a transaction around many commits.
  public mutating func open() throws(StoreError) {
    try use { (open) throws(SQLiteError) in
      try open.connection.run(Durability.power.pragma)
      try open.connection.run("BEGIN IMMEDIATE")
    }
  }

  /// Makes all of it last; without this it is taken back when the writer goes away.
  public mutating func close() throws(StoreError) {
    try use { (open) throws(SQLiteError) in try open.connection.run("COMMIT") }
  }

  private var isClosed: Bool {
    switch store {
    case .some: false
    case .none: true
    }
  }

  /// Works with the open file.
  borrowing func use<Result>(
    _ body: (borrowing OpenStore) throws(SQLiteError) -> Result
  ) throws(StoreError) -> Result {
    switch store {
    case .some(let open): do { return try body(open) } catch { throw .sqlite(error) }
    case .none: throw .cannotOpen(path: path, reason: "it is closed")
    }
  }
}

// MARK: - Care

extension TrackWriter {
  /// Empties the write-ahead log where readers made it grow; to be called now and then. Gives its size in bytes if
  /// they still keep it from that.
  public borrowing func tend() -> Int? {
    switch store {
    case .some(let open): open.starvedLogBytes(path)
    case .none: nil
    }
  }

  /// Moves a damaged store aside, whole; gives its new name, nil if it was gone. The next commit makes a new one.
  public mutating func moveAside(_ moment: Timestamp) throws(StoreError) -> String? {
    store = nil
    failed = nil
    book.forgetFile()
    return try StoreFile.moveAside(path, moment)
  }

  private var isStillThere: Bool {
    switch store {
    case .some(let open): open.isStillThere(path)
    case .none: true
    }
  }
}

extension SQLiteError {
  /// Whether nobody knows what is on the disk now. What another connection's lock or a rule of the schema held up
  /// never got there.
  fileprivate var leavesDoubt: Bool { ![.busy, .constraint, ResultCode(rawValue: 1)].contains(code.primary) }
}

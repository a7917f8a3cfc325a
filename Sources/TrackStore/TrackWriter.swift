public import Positioning
import SQLite
import Tracking

/// The one writer of a store.
///
/// What belongs together is written in one transaction, so that a reader never sees a fix without what it caused. A
/// file that failed is closed, since after a failed write or sync nobody knows what the system still holds; `settle`
/// opens it again and finds out whether the commit that seemed to fail was done after all.
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

  /// A commit that failed and may have been done all the same.
  private struct Attempt {
    var facts: Int
    var before: OpenStore.Receipt
  }

  let path: String
  private var lock: WriterLock
  private var store: OpenStore?
  private var failed: Attempt?
  private var book = SessionBook()

  /// The session that rows go to, or went to last.
  public var session: Int64 { book.session ?? sessions.last ?? 0 }
  /// All sessions that this writer began, the running one last.
  public var sessions: [Int64] { book.begun }
  /// So many facts of the last commit are on the disk or not, nobody knows.
  public var factsInDoubt: Int { failed?.facts ?? 0 }

  /// Opens a store for writing, made if it is missing; refuses what is not one, and a second writer.
  public init(path: String) throws(StoreError) {
    let path = StoreFile.resolved(path)
    // A file that is refused gets no lock file beside it.
    _ = try StoreFile.check(path)
    let lock = try WriterLock(besides: path)
    let store = try OpenStore(path)
    self.init(path, lock, store)
  }

  init(_ path: String, _ lock: consuming WriterLock, _ store: consuming OpenStore) {
    self.path = path
    self.lock = lock
    self.store = consume store
  }
}

// MARK: - Commits

extension TrackWriter {
  /// Makes sure that the file is open and is the one that it was; gives how many of the facts, which are those of the
  /// failed commit and what came since, turned out to be stored already.
  public mutating func settle(_ facts: [StoredFact]) throws(StoreError) -> Int {
    if !lock.isStillThere { lock = try WriterLock(besides: path) }
    // Somebody may have replaced or removed the file: what were written now would go to nobody.
    if !isStillThere { store = nil }
    return isClosed ? try reopen(for: facts) : 0
  }

  /// Stores new facts and what still changes; the file was settled before.
  public mutating func commit(
    _ facts: [StoredFact], _ snapshot: Snapshot?, _ durability: Durability
  ) throws(StoreError) {
    var book = self.book
    var before: OpenStore.Receipt?
    do {
      try use { (open) throws(SQLiteError) in
        before = try open.receipt(of: book.session)
        try open.transaction(durability) { () throws(SQLiteError) in
          for index in facts.indices { try open.write(facts[index], &book) }
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
    if case .store = try StoreFile.check(path) {} else if book.session != nil { throw .vanished(path: path) }
    let open = try OpenStore(path, patience: .brief)
    var book = self.book
    var done = 0
    do {
      guard try open.isFile(of: book) else { throw StoreError.vanished(path: path) }
      if let session = book.session { try open.turn(&book, to: session) }
      if let failed, try open.receipt(of: book.session) != failed.before {
        done = min(failed.facts, facts.count)
        try open.follow(facts[..<done], &book)
        // It may be in the system's memory alone, which believes that it was written.
        try open.connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
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

  /// Whether the path still leads to the open file.
  var isStillThere: Bool {
    switch store {
    case .some(let open): open.isStillThere
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
    case .some(let open): open.starvedLogBytes()
    case .none: nil
    }
  }

  /// What became of a file that cannot be used any more.
  public enum Loss: Equatable, Sendable {
    /// It was damaged, and is kept under that name.
    case damaged(keptAs: String)
    /// It was removed.
    case removed
    /// Another store is in its place, which is written to from now on.
    case replaced
  }

  /// Makes room for another file after one was lost; the next commit makes it, or goes on in the store that is there.
  public mutating func startOver(after error: StoreError, _ moment: Timestamp) throws(StoreError) -> Loss {
    store = nil
    failed = nil
    book.forgetFile()
    if case .vanished = error {
      switch try StoreFile.content(of: path) {
      case .store: return .replaced
      case .missing, .empty: return .removed
      case .other: break
      }
    }
    return .damaged(keptAs: try StoreFile.moveAside(path, moment))
  }
}

extension SQLiteError {
  /// Whether nobody knows what is on the disk now. What another connection's lock or a rule of the schema held up
  /// never got there.
  var leavesDoubt: Bool {
    ![.busy, .constraint, .notFound, ResultCode(rawValue: 1)].contains(code.primary)
  }
}

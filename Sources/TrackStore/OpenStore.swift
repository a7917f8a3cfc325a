import Glibc
import Positioning
import SQLite

/// A store's file while it is open for writing, with the statements that a recording runs.
struct OpenStore: ~Copyable {
  /// How long another connection's lock is waited for, in milliseconds.
  enum Patience: Int32 {
    /// What is refused now is tried again by the caller, who has better things to do than wait.
    case brief = 200
    /// The program has only begun.
    case long = 5_000
  }

  /// What tells whether a commit was done, since every one changes it: it numbers itself in its session, opens a
  /// session or brings an event.
  struct Receipt: Equatable {
    var newestSession: Int64?
    var commits: Int64?
    var newestEvent: Int64?
  }

  /// Pages of the write-ahead log after which it is copied into the file: half a megabyte.
  private static let checkpointPages = 500
  /// A log that a reader made grow is cut back to this size in bytes.
  private static let logLimitBytes = 4_194_304

  /// Of the log's header and of a frame with a page of 1 KiB (SQLite's file format, 4.1).
  private static let logHeaderBytes = 32
  private static let frameBytes = 1_048

  // Statements go before their connection.
  let statements: WriterStatements
  let connection: Connection
  private let path: String
  private let inode: UInt64?

  /// Opens or makes the file.
  init(_ path: String, _ layout: Layout = .current, patience: Patience = .long) throws(StoreError) {
    if try StoreFile.check(path, layout) == .missing { try StoreFile.create(path) }
    let content = try StoreFile.check(path, layout)
    do {
      let connection = try Connection(path, .write)
      connection.waitForLocks(milliseconds: patience.rawValue)
      try StoreFile.fill(connection, found: content, at: path, layout)
      guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
        throw StoreError.cannotOpen(path: path, reason: "its file system has no shared memory for SQLite's log")
      }
      for pragma in [
        "wal_autocheckpoint = \(Self.checkpointPages)",
        "journal_size_limit = \(Self.logLimitBytes)", "foreign_keys = ON", "trusted_schema = OFF",
        "cell_size_check = ON", "temp_store = MEMORY", "mmap_size = 0",
      ] { try connection.run("PRAGMA \(pragma)") }
      connection.keepWriteAheadLog()
      Self.warmLog(path)
      statements = try WriterStatements(connection)
      self.connection = connection
      self.path = path
      inode = Self.inode(path)
    } catch let error as SQLiteError {
      throw .sqlite(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
  }

  deinit { retireLog() }

  /// Whether the path still leads to this file.
  var isStillThere: Bool { Self.inode(path) == inode }

  private static func inode(_ path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }
}

// MARK: - Transactions

extension OpenStore {
  /// Everything or nothing; within an outer transaction it is part of that.
  func transaction(
    _ durability: TrackWriter.Durability, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard !connection.isInTransaction else { return try body() }
    do {
      connection.waitForLocks(milliseconds: Patience.brief.rawValue)
      try connection.run(durability.pragma)
      try connection.run("BEGIN IMMEDIATE")
      try body()
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// What the file says was done last, for the session that rows go to.
  func receipt(of session: Int64?) throws(SQLiteError) -> Receipt {
    Receipt(
      newestSession: try connection.number("SELECT max(id) FROM session"),
      commits: try session.flatMap { (session) throws(SQLiteError) in
        try connection.number("SELECT count FROM counter WHERE session = \(session) AND name = 'commits'")
      },
      newestEvent: try connection.number("SELECT max(id) FROM event_row"))
  }
}

// MARK: - The write-ahead log

extension OpenStore {
  /// The size of the log in bytes if it has outgrown its limit and cannot be cut back, because a reader holds it.
  func starvedLogBytes() -> Int? {
    guard logBytes > Self.logLimitBytes else { return nil }
    connection.waitForLocks(milliseconds: 0)
    try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let left = logBytes
    return left > Self.logLimitBytes ? left : nil
  }

  /// Lengthens the log with zeros to the size that it has between checkpoints. To SQLite they are no frames; to the file
  /// system a write into what is there already costs half of one that makes the file grow.
  private static func warmLog(_ path: String) {
    let wanted = checkpointPages * frameBytes + logHeaderBytes
    let descriptor = Glibc.open(path + "-wal", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) < wanted else { return }
    let zeros = [UInt8](repeating: 0, count: wanted - Int(status.st_size))
    // Where there is no room for it, the log grows as it must.
    guard pwrite(descriptor, zeros, zeros.count, status.st_size) == zeros.count else { return }
    _ = fdatasync(descriptor)
  }

  /// Leaves a log at its size that says nothing: one that were cut to nothing would have to grow again, and one that
  /// were left as it is would be played into a copy that somebody puts in the place of the file.
  private func retireLog() {
    guard isStillThere, let isCopied = try? isLogCopied(), isCopied else { return }
    try? connection.run("PRAGMA journal_size_limit = -1")
    let descriptor = Glibc.open(path + "-wal", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    let zeros = [UInt8](repeating: 0, count: Self.logHeaderBytes)
    if pwrite(descriptor, zeros, zeros.count, 0) == zeros.count { _ = fdatasync(descriptor) }
  }

  /// Copies the log into the file; whether all of it is there.
  private func isLogCopied() throws(SQLiteError) -> Bool {
    connection.waitForLocks(milliseconds: 0)
    let checkpoint = try connection.prepare("PRAGMA wal_checkpoint(PASSIVE)")
    guard try checkpoint.step(), let frames = checkpoint.integer(1) else { return false }
    return checkpoint.integer(0) == 0 && frames >= 0 && checkpoint.integer(2) == frames
  }

  private var logBytes: Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }
}

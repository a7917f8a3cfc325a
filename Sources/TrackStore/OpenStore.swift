import Glibc
import Positioning
import SQLite

/// A store's file while it is open for writing, with the statements that a recording runs.
struct OpenStore: ~Copyable {
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

  // Statements go before their connection.
  let statements: WriterStatements
  let connection: Connection
  private let inode: UInt64?

  /// Opens or makes the file.
  init(_ path: String, _ layout: Layout = .current) throws(StoreError) {
    let content = try StoreFile.check(path, layout)
    if content == .missing { try StoreFile.make(path) }
    do {
      let connection = try Connection(path, .write)
      connection.waitForLocks(milliseconds: 5_000)
      try StoreFile.fill(connection, found: content, at: path, layout)
      for pragma in [
        "journal_mode = WAL", "wal_autocheckpoint = \(Self.checkpointPages)",
        "journal_size_limit = \(Self.logLimitBytes)", "foreign_keys = ON", "trusted_schema = OFF",
        "cell_size_check = ON", "temp_store = MEMORY", "mmap_size = 0",
      ] { try connection.run("PRAGMA \(pragma)") }
      connection.keepWriteAheadLog()
      statements = try WriterStatements(connection)
      self.connection = connection
      inode = Self.inode(path)
    } catch let error as SQLiteError {
      throw .sqlite(error)
    } catch let error as StoreError {
      throw error
    } catch {
      fatalError("nothing else is thrown here")
    }
  }

  /// Whether the path still leads to this file.
  func isStillThere(_ path: String) -> Bool { Self.inode(path) == inode }

  private static func inode(_ path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }
}

// MARK: - Transactions

extension OpenStore {
  /// Everything or nothing; within an outer transaction it is part of that.
  func transaction(
    _ durability: TrackWriter.Durability, _ patience: TrackWriter.Patience, _ body: () throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    guard !connection.isInTransaction else { return try body() }
    do {
      connection.waitForLocks(milliseconds: patience.rawValue)
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
  func starvedLogBytes(_ path: String) -> Int? {
    guard logBytes(path) > Self.logLimitBytes else { return nil }
    connection.waitForLocks(milliseconds: 0)
    try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let left = logBytes(path)
    return left > Self.logLimitBytes ? left : nil
  }

  private func logBytes(_ path: String) -> Int {
    var status = stat()
    return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
  }
}

import CSQLite

/// The version of the SQLite library that runs.
public var sqliteVersion: String { String(cString: sqlite3_libversion()) }

/// An open database file; closes when it goes out of scope.
public struct Connection: ~Copyable {
  /// What the file is opened for.
  public enum Access: Sendable {
    /// Reading, beside a writer that may be at work.
    case read
    /// Reading and writing an existing file.
    case write
    /// As `write`, and the file is made if it is missing.
    case create

    fileprivate var flags: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .write: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  let handle: OpaquePointer

  /// Opens a file. The corresponding C function is `sqlite3_open_v2`.
  public init(_ path: String, _ access: Access) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, access.flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw SQLiteError(code: ResultCode(rawValue: code), message: message, statement: nil)
    }
    sqlite3_extended_result_codes(opened, 1)
    _ = waylog_sqlite_defensive(opened)
    handle = opened
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that give no rows. The corresponding C function is `sqlite3_exec`.
  public borrowing func run(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(sql) }
  }

  /// Prepares a statement that may be run many times. The corresponding C function is `sqlite3_prepare_v3`.
  public borrowing func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(sql) }
    return Statement(handle: prepared)
  }

  /// The single number that a query gives; nil for NULL or no row.
  public borrowing func number(_ sql: String) throws(SQLiteError) -> Int64? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// The single text that a query gives; nil for NULL or no row.
  public borrowing func text(_ sql: String) throws(SQLiteError) -> String? {
    let statement = try prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  /// How long a statement waits for another connection's lock, in milliseconds.
  public borrowing func waitForLocks(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Keeps the write-ahead log when this connection closes, so that readers without write permission still can.
  public borrowing func keepWriteAheadLog() { _ = waylog_sqlite_persist_wal(handle) }

  /// Number of the row inserted last.
  public var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// A transaction is open.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  borrowing func error(_ sql: String) -> SQLiteError {
    SQLiteError(
      code: ResultCode(rawValue: sqlite3_extended_errcode(handle)), message: String(cString: sqlite3_errmsg(handle)),
      statement: sql)
  }
}

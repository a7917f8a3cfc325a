import CSQLite

/// A prepared statement; finalised when it goes out of scope.
public struct Statement: ~Copyable {
  private let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// Binds a whole number or NULL to a parameter, counted from 1.
  public borrowing func bind(_ index: Int32, _ value: Int64?) {
    if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
  }

  /// Binds a whole number to a parameter, counted from 1.
  public borrowing func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

  /// Binds a real number to a parameter, counted from 1.
  public borrowing func bind(_ index: Int32, _ value: Double) { sqlite3_bind_double(handle, index, value) }

  /// Binds a text or NULL to a parameter, counted from 1.
  public borrowing func bind(_ index: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(handle, index)
      return
    }
    value.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        waylog_sqlite_bind_text(handle, index, $0.baseAddress, Int32($0.count))
      }
    }
  }

  /// Binds bytes to a parameter, counted from 1.
  public borrowing func bind(_ index: Int32, bytes: [UInt8]) {
    _ = waylog_sqlite_bind_blob(handle, index, bytes, Int32(bytes.count))
  }

  /// Advances to the next row; false when there is none. The corresponding C function is `sqlite3_step`.
  public borrowing func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      let error = SQLiteError(
        code: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))),
        statement: String(cString: sqlite3_sql(handle)))
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Runs a statement that gives no rows and makes it ready to run again.
  public borrowing func run() throws(SQLiteError) {
    _ = try step()
    sqlite3_reset(handle)
  }

  /// Makes the statement ready to run again, its parameters kept.
  public borrowing func reset() { sqlite3_reset(handle) }

  /// A whole number of the present row, columns counted from 0; nil for NULL.
  public borrowing func integer(_ column: Int32) -> Int64? {
    // NULL reads as 0: only then it takes a second call to know which of the two it is.
    let value = sqlite3_column_int64(handle, column)
    return value == 0 && sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : value
  }

  /// A real number of the present row, columns counted from 0; nil for NULL.
  public borrowing func real(_ column: Int32) -> Double? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_double(handle, column)
  }

  /// A text of the present row, columns counted from 0; nil for NULL.
  public borrowing func text(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map { String(cString: $0) }
  }
}

import CSQLite

/// An open blob of one row, to be written piece by piece; closes when it goes out of scope.
public struct Blob: ~Copyable {
  private let handle: OpaquePointer

  fileprivate init(handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_blob_close(handle) }

  /// Writes bytes over those that are there. The corresponding C function is `sqlite3_blob_write`.
  public borrowing func write(_ bytes: [UInt8], at offset: Int) throws(SQLiteError) {
    let code = sqlite3_blob_write(handle, bytes, Int32(bytes.count), Int32(offset))
    guard code == SQLITE_OK else {
      throw SQLiteError(
        code: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code)), statement: nil)
    }
  }
}

extension Connection {
  /// Opens a blob for writing; its size cannot change. The corresponding C function is `sqlite3_blob_open`.
  public borrowing func blob(in table: String, _ column: String, row: Int64) throws(SQLiteError) -> Blob {
    var opened: OpaquePointer?
    guard sqlite3_blob_open(handle, "main", table, column, row, 1, &opened) == SQLITE_OK, let opened else {
      throw error("blob of \(table).\(column)")
    }
    return Blob(handle: opened)
  }
}

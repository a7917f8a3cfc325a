public import SQLite

/// Why the store could not be used.
public enum StoreError: Error, Equatable {
  /// The file is something else than a store of this program.
  case notAStore(path: String)
  /// A newer version of this program made the file.
  case newer(path: String, version: Int)
  /// There is no such file.
  case missing(path: String)
  /// The folder for the file is missing.
  case noFolder(path: String)
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// Another process records into the file.
  case locked(path: String, process: Int?)
  /// The same input was imported before, as that session.
  case alreadyImported(session: Int64)
  /// SQLite refused.
  case sqlite(SQLiteError)
}

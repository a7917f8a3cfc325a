public import SQLite

/// Why the store could not be used.
public enum StoreError: Error, Equatable {
  /// The file is something else than a store of this program.
  case notAStore(path: String)
  /// A newer version of this program made the file.
  case newer(path: String, version: Int)
  /// An older version of this program made the file, and it was not brought to the present layout.
  case older(path: String, version: Int)
  /// There is no such file.
  case missing(path: String)
  /// The folder for the file is missing.
  case noFolder(path: String)
  /// The file cannot be opened or made.
  case cannotOpen(path: String, reason: String)
  /// Another process records into the file.
  case locked(path: String, process: Int?)
  /// The file that was written to is gone, or another is in its place.
  case vanished(path: String)
  /// So many facts could not be stored before the recorder ended.
  case unstored(facts: Int, reason: String)
  /// The same input was imported before, as that session.
  case alreadyImported(session: Int64)
  /// SQLite refused.
  case sqlite(SQLiteError)
}

extension StoreError: CustomStringConvertible {
  /// One line in plain words for logs; never a position.
  public var description: String {
    switch self {
    case .notAStore(let path): "\(path) is not a database of waylog"
    case .newer(let path, let version): "\(path) has version \(version), which a newer waylog made"
    case .older(let path, let version): "\(path) has the older version \(version)"
    case .missing(let path): "\(path) does not exist"
    case .noFolder(let path): "the folder for \(path) does not exist"
    case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)"
    case .locked(let path, let process?): "process \(process) records into \(path)"
    case .locked(let path, nil): "another process records into \(path)"
    case .vanished(let path): "\(path) is not there any more"
    case .unstored(let facts, let reason): "\(facts) facts could not be stored: \(reason)"
    case .alreadyImported(let session): "the input was imported before, as session \(session)"
    case .sqlite(let error): error.description
    }
  }
}

extension StoreError {
  /// The file cannot be used any more, only another in its place.
  public var isLoss: Bool {
    switch self {
    case .notAStore, .vanished: true
    case .sqlite(let error): [.corrupt, .notADatabase, .notFound].contains(error.code.primary)
    default: false
    }
  }
}

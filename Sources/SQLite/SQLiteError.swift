/// A result code of SQLite, primary or extended.
public struct ResultCode: Hashable, Sendable {
  /// SQLite's number.
  public var rawValue: Int32

  /// Creates a code from SQLite's number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code without its extension.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// SQLITE_BUSY: another connection holds the lock.
  public static let busy = ResultCode(rawValue: 5)
  /// SQLITE_READONLY: the file or its folder cannot be written.
  public static let readOnly = ResultCode(rawValue: 8)
  /// SQLITE_IOERR: the operating system failed to read or write.
  public static let inputOutput = ResultCode(rawValue: 10)
  /// SQLITE_CORRUPT: the file is damaged.
  public static let corrupt = ResultCode(rawValue: 11)
  /// SQLITE_NOTFOUND: something that was named is not there.
  public static let notFound = ResultCode(rawValue: 12)
  /// SQLITE_FULL: no space is left.
  public static let full = ResultCode(rawValue: 13)
  /// SQLITE_CANTOPEN: the file cannot be opened.
  public static let cannotOpen = ResultCode(rawValue: 14)
  /// SQLITE_CONSTRAINT: a rule of the schema is broken.
  public static let constraint = ResultCode(rawValue: 19)
  /// SQLITE_NOTADB: the file is no database.
  public static let notADatabase = ResultCode(rawValue: 26)
}

/// What SQLite refused, and during which statement; never the values that were bound to it.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The result code.
  public var code: ResultCode
  /// SQLite's own words.
  public var message: String
  /// The statement, without its values.
  public var statement: String?

  /// Creates an error.
  public init(code: ResultCode, message: String, statement: String?) {
    self.code = code
    self.message = message
    self.statement = statement
  }

  /// One line with code, message and statement.
  public var description: String {
    let during = statement.map { " in \"\($0)\"" } ?? ""
    return "\(message) (SQLite code \(code.rawValue))\(during)"
  }
}

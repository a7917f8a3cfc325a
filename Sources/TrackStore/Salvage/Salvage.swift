import Glibc
import SQLite

/// What a damaged store gave.
public struct Salvaged: Equatable, Sendable {
  /// Rows of a kind.
  public struct Kind: Equatable, Sendable {
    /// Its name, that of the view of such rows.
    public var name: String
    /// How many.
    public var count: Int64
  }

  /// What was found whole, by kind; kinds without a row left out.
  public internal(set) var kinds: [Kind] = []
  /// Pages of the damaged file.
  public internal(set) var pages: UInt32 = 0
  /// Those of them that could not be read, or not all of their rows.
  public internal(set) var unreadablePages = 0
  /// Runs of fixes that are known to have been stored and were not found.
  public internal(set) var missingRanges: Int64 = 0
  /// How many fixes they had.
  public internal(set) var missingFixes: Int64 = 0
  /// Sessions of which only their rows were found.
  public internal(set) var namelessSessions: Int64 = 0

  /// Neither a session nor a fix was found. Other tables are too plain to be told from those of other programs.
  public var isNothing: Bool { self["session"] + self["fix"] == 0 }

  /// How many rows of a kind were found.
  public subscript(kind: String) -> Int64 { kinds.first { $0.name == kind }?.count ?? 0 }
}

/// Takes every row that is still whole out of a damaged store.
///
/// SQLite finds a row from the root of its tree only: one bad page on the way hides all that lies below it, and a bad
/// first page hides everything. So pages are read one by one, wherever they are, and each row on them is recognised by
/// its shape. Nothing is lost but what stood on the bad pages themselves.
public enum Salvage {
  /// Fills an empty file with what a damaged store still holds. The damaged one is only read; `progress` is told now
  /// and then how much of it, 0 to 1.
  public static func run(
    from damaged: String, into path: String, progress: (Double) -> Void
  ) throws(StoreError) -> Salvaged {
    try check(damaged)
    // A recorder has its lock file; without one nobody writes, and nothing is put beside the damaged file.
    let isLockable = access(damaged + ".lock", F_OK) == 0
    let lock: WriterLock? = if isLockable { try WriterLock(besides: damaged) } else { nil }
    defer { withExtendedLifetime(lock) {} }
    let file = try PageFile(damaged)
    do {
      let connection = try Connection(path, .write)
      for pragma in ["journal_mode = OFF", "synchronous = OFF", "cell_size_check = ON", "trusted_schema = OFF"] {
        try connection.run("PRAGMA \(pragma)")
      }
      try connection.run(StoreFile.schema)
      var salvaged = try collect(from: file, into: connection, progress)
      try Mending.mend(&salvaged, in: connection)
      return salvaged
    } catch {
      throw .sqlite(error)
    }
  }

  /// Refuses what cannot be read. What else the file says about itself may be damage.
  private static func check(_ path: String) throws(StoreError) {
    switch try StoreFile.content(of: path) {
    case .missing: throw .missing(path: path)
    case .store(let version) where version > Layout.current.version: throw .newer(path: path, version: version)
    case .empty, .store, .other: return
    }
  }

  private static func collect(
    from file: borrowing PageFile, into connection: borrowing Connection, _ progress: (Double) -> Void
  ) throws(SQLiteError) -> Salvaged {
    var collector = try RowCollector(file, into: connection)
    try connection.run("BEGIN")
    var number: UInt32 = 0
    while number < file.pageCount {
      number += 1
      try collector.take(number, of: file)
      if number % 256 == 0 { progress(Double(number) / Double(file.pageCount)) }
    }
    try connection.run("COMMIT")
    var salvaged = Salvaged()
    salvaged.pages = file.pageCount
    salvaged.unreadablePages = collector.unreadablePages
    salvaged.kinds = try collector.kinds(in: connection)
    return salvaged
  }
}

import Glibc
import SQLite

/// Gives back to the disk what a store does not need any more.
public enum Compaction {
  /// What became of the file.
  public struct Result: Equatable, Sendable {
    /// Its size in bytes before.
    public var before: Int64
    /// Its size in bytes after.
    public var after: Int64
    /// Readers hold on to the former state, so that the file shrinks only when they are gone and something is recorded.
    public var isHeldByReaders: Bool
  }

  /// There is less room than the work needs.
  public struct NoRoom: Error, Equatable {
    /// The folder that has too little.
    public var folder: String
    /// Bytes that are needed.
    public var needed: Int64
    /// Bytes that are free.
    public var free: Int64
  }

  /// Writes a store anew without its holes; its page size and journal mode stay.
  ///
  /// All of it happens in one transaction: whatever ends the process, the store is whole. Refused with
  /// `StoreError.locked` while another process may write, and with ``NoRoom``. `tell` is called now and then meanwhile.
  public static func run(_ path: String, tell: @escaping () -> Void = {}) throws -> Result {
    switch try StoreFile.check(path) {
    case .missing, .empty: throw StoreError.missing(path: path)
    case .store, .other: break
    }
    let lock = try WriterLock(besides: path)
    defer { withExtendedLifetime(lock) {} }
    do {
      return try compact(path, tell)
    } catch let error as SQLiteError {
      throw StoreError.sqlite(error)
    }
  }

  private static func compact(_ path: String, _ tell: @escaping () -> Void) throws -> Result {
    // What SQLite works on outside of the store must not fill a small /tmp, and is looked for once, at the first use.
    let folder = folder(of: path)
    setenv("SQLITE_TMPDIR", folder, 1)
    let connection = try Connection(path, .write)
    connection.waitForLocks(milliseconds: 5_000)
    for pragma in ["journal_mode = WAL", "journal_size_limit = 0", "synchronous = FULL", "temp_store = FILE"] {
      try connection.run("PRAGMA \(pragma)")
    }
    connection.keepWriteAheadLog()
    let before = try size(of: connection)
    try checkRoom(in: folder, for: before - unused(in: connection))
    try connection.work(tellingEvery: StoreCopy.steps, tell) { () throws(SQLiteError) in
      try connection.run("VACUUM")
    }
    let isBusy = try connection.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0
    return Result(before: before, after: try size(of: connection), isHeldByReaders: isBusy)
  }

  /// The new file stands on the disk twice before it takes the place of the old one: beside it, and in the log.
  private static func checkRoom(in folder: String, for size: Int64) throws {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return }
    let free = Int64(status.f_bavail) * Int64(status.f_frsize)
    let needed = 2 * (size + size / 20)
    guard free >= needed else { throw NoRoom(folder: folder, needed: needed, free: free) }
  }

  private static func size(of connection: borrowing Connection) throws(SQLiteError) -> Int64 {
    try (connection.number("PRAGMA page_count") ?? 0) * (connection.number("PRAGMA page_size") ?? 0)
  }

  private static func unused(in connection: borrowing Connection) throws(SQLiteError) -> Int64 {
    try (connection.number("PRAGMA freelist_count") ?? 0) * (connection.number("PRAGMA page_size") ?? 0)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

import SQLite

/// Copies of a store, made while it is recorded into.
public enum StoreCopy {
  /// Steps of SQLite's virtual machine between two signs of life: some thousand rows.
  static let steps: Int32 = 10_000

  /// Fills an empty file with the state of a store at one moment; `tell` is called now and then meanwhile.
  ///
  /// `VACUUM INTO` reads each row in one read transaction, which holds up neither the recorder nor, for longer than
  /// the reading takes, its checkpoints. SQLite's backup interface would begin anew at each commit of the recorder if
  /// it went in steps, would take over free and damaged pages as they are, and a file that wants a write-ahead log.
  public static func make(
    of path: String, into copy: String, tell: @escaping () -> Void = {}
  ) throws(StoreError) {
    switch try StoreFile.check(path) {
    case .missing, .empty: throw .missing(path: path)
    case .store, .other: break
    }
    do {
      let connection = try Connection(path, .read)
      connection.waitForLocks(milliseconds: 5_000)
      let statement = try connection.prepare("VACUUM INTO ?")
      statement.bind(1, copy)
      try connection.work(tellingEvery: steps, tell) { () throws(SQLiteError) in try statement.run() }
    } catch {
      throw .sqlite(error)
    }
  }
}

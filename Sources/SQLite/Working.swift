import CSQLite

extension Connection {
  /// Has `tell` called again and again while long statements run: after so many steps of SQLite's virtual machine. The
  /// corresponding C function is `sqlite3_progress_handler`.
  public borrowing func work<Result>(
    tellingEvery steps: Int32, _ tell: @escaping () -> Void, _ work: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let listener = Listener(tell)
    sqlite3_progress_handler(
      handle, steps,
      { listener in
        listener.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue().tell() }
        return 0
      }, Unmanaged.passUnretained(listener).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      withExtendedLifetime(listener) {}
    }
    return try work()
  }
}

private final class Listener {
  let tell: () -> Void

  init(_ tell: @escaping () -> Void) { self.tell = tell }
}

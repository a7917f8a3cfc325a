import SQLite

/// How thoroughly SQLite looks for damage.
public enum Examination: Sendable {
  /// Every page is read (`PRAGMA quick_check`).
  case quick
  /// Indexes are compared with their tables as well (`PRAGMA integrity_check`), which takes several times as long.
  case full

  fileprivate var sql: String {
    switch self {
    case .quick: "PRAGMA quick_check(1)"
    case .full: "PRAGMA integrity_check(1)"
    }
  }
}

extension TrackReader {
  /// The first damage that SQLite finds, in its words, which name pages and tables but no value; nil if there is none.
  ///
  /// - Throws: `StoreError`, also where the damage keeps SQLite from looking.
  public func firstFault(_ examination: Examination) throws -> String? {
    var answer: String?
    try query(examination.sql) { answer = $0.text(0) }
    return answer == "ok" ? nil : answer
  }

  /// The layout of the file, SQLite's user_version.
  public func layout() throws -> Int { Int(try number("PRAGMA user_version", []) ?? 0) }

  /// The size of the file's pages in use, in bytes.
  public func usedBytes() throws -> Int64 {
    let pages = try (number("PRAGMA page_count", []) ?? 0) - (number("PRAGMA freelist_count", []) ?? 0)
    return pages * (try number("PRAGMA page_size", []) ?? 0)
  }

  /// How long all sessions were recorded together, in milliseconds.
  public func recordedMilliseconds() throws -> Int64 {
    try number("SELECT coalesce(sum(last_ms - started_ms), 0) FROM session_span", []) ?? 0
  }
}

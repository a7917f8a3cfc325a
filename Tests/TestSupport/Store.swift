import Foundation

/// A database as its owner sees it: through the plain sqlite3 shell.
public struct Store: Sendable {
  /// Why a query failed, in the shell's words.
  public struct Failure: Error {
    /// What the shell said.
    public let what: String
  }

  /// Where it is.
  public let path: String

  /// Names a database.
  public init(path: String) { self.path = path }

  /// The rows that a query gives, each column as the shell prints it.
  public func rows(_ sql: String, options: [String] = []) throws -> [[String]] {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let shell = try RunningProgram(
      "sqlite3",
      options + ["-readonly", "-batch", "-noheader", "-separator", "\u{1f}", "-nullvalue", "NULL", path, sql],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder], in: folder)
    let outcome = try shell.wait()
    guard outcome.status == 0, outcome.errors.isEmpty else { throw Failure(what: "\(sql): \(outcome.errors)") }
    return outcome.lines.map { $0.split(separator: "\u{1f}", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The first column of all rows.
  public func column(_ sql: String) throws -> [String] { try rows(sql).compactMap(\.first) }

  /// The only value that a query gives; NULL for none.
  public func text(_ sql: String) throws -> String { try column(sql).first ?? "NULL" }

  /// The only whole number that a query gives.
  public func count(_ sql: String) throws -> Int { Int(try text(sql)) ?? -1 }

  /// The only number that a query gives; not a number where it is NULL.
  public func number(_ sql: String) throws -> Double { Double(try text(sql)) ?? .nan }

  /// Sessions whose ledger does not add up, which there must never be.
  public func sessionsWhoseLedgerIsWrong() throws -> [String] {
    try column(
      """
      SELECT session FROM ledger l GROUP BY session
      HAVING sum(CASE WHEN disposition = 'received' THEN count ELSE -count END) <> 0
        OR sum(CASE WHEN disposition = 'stored' THEN count ELSE 0 END)
          <> (SELECT count(*) FROM fix f WHERE f.session = l.session)
      """)
  }

  /// How many reports of the newest session went somewhere.
  public func ledger(_ disposition: String) throws -> Int {
    try count(
      """
      SELECT coalesce(sum(count), 0) FROM ledger
      WHERE disposition = '\(disposition)' AND session = (SELECT max(session) FROM session_summary)
      """)
  }
}

import Glibc
import SQLite

/// How the tables are laid out, and the way there from every layout before.
struct Layout: Sendable {
  /// SQLite's user_version; its history opens schema.sql.
  let version: Int
  /// What makes of each version the next one.
  let steps: [Int: String]

  /// That of schema.sql.
  static let current = Layout(version: 1, steps: [:])
}

extension StoreFile {
  /// Brings an older store to the present layout, in one transaction, after a copy of it was made.
  static func migrate(
    _ connection: borrowing Connection, at path: String, from version: Int, to layout: Layout
  ) throws(StoreError) {
    guard version < layout.version else { return }
    do {
      try backUp(connection, to: unusedName("\(path).before-version-\(layout.version)"))
      try connection.run("BEGIN IMMEDIATE")
      for former in version..<layout.version {
        guard let step = layout.steps[former] else { throw StoreError.older(path: path, version: version) }
        try connection.run(step)
        try connection.run("PRAGMA user_version = \(former + 1)")
      }
      try connection.run("COMMIT")
    } catch let error as SQLiteError {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw .sqlite(error)
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw .older(path: path, version: version)
    }
  }

  /// A whole copy, with rights for nobody else.
  private static func backUp(_ connection: borrowing Connection, to path: String) throws(SQLiteError) {
    let copy = try connection.prepare("VACUUM INTO ?")
    copy.bind(1, path)
    let former = umask(0o077)
    defer { umask(former) }
    try copy.run()
  }

  /// A name that nothing has yet.
  static func unusedName(_ name: String) -> String {
    var candidate = name
    var number = 1
    while access(candidate, F_OK) == 0 {
      number += 1
      candidate = "\(name)-\(number)"
    }
    return candidate
  }
}

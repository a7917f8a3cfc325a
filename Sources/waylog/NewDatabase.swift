import Glibc
import Positioning
import Recorder

/// Where a new database is put.
enum NewDatabase {
  /// For the help of commands that make one.
  static let moving =
    "To put it in the place of another database, first move that one away together with its '-wal' and '-shm'."

  /// A name in the current folder that says when.
  static func name(_ stem: String) -> String {
    let time = Clocks.system().iso8601.prefix(while: { $0 != "." }).filter { $0 != "-" && $0 != ":" }
    return "\(stem)-\(time)Z.db"
  }

  /// Refuses a path where the new file would destroy the one that it is made from, or would be taken by SQLite for one
  /// with unfinished writes.
  static func check(_ path: String, madeFrom source: String) throws {
    for side in ["", "-wal", "-shm", ".lock"] where isSame(path, source + side) {
      throw Failure(.usage, "will not replace '\(path)', which is in use", advice: "name another file with -o FILE")
    }
    for side in ["-wal", "-journal"] where !isEmpty(path + side) {
      throw Failure(
        .cannotCreate, "cannot make '\(path)': '\(path)\(side)' belongs to a database in its place",
        advice: "name another file with -o FILE")
    }
  }

  private static func isSame(_ a: String, _ b: String) -> Bool {
    var first = stat()
    var second = stat()
    guard stat(a, &first) == 0, stat(b, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_size == 0
  }
}

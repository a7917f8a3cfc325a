import Glibc
public import Positioning
import SQLite

extension StoreFile {
  /// Renames a damaged store with all that belongs to it, so that nothing of it is lost and a new one can take its
  /// place; gives its new name.
  static func moveAside(_ path: String, _ moment: Timestamp) throws(StoreError) -> String {
    let stamp = moment.iso8601.filter { $0 != "-" && $0 != ":" }.prefix { $0 != "." }
    let aside = unusedName("\(path).corrupt-\(stamp)Z")
    // The file itself goes last: as long as it is there, the rest is not taken for nobody's.
    for suffix in ["-journal", "-wal", "-shm", ""] where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    return aside
  }

  /// Whether a file that does not look like a store may have been one: a lock file stands beside what was used as one.
  static func wasStore(_ path: String) -> Bool { access(path + ".lock", F_OK) == 0 }
}

extension TrackWriter {
  /// Opens a store for writing as `init(path:)` does and reads what a recorder begins with; one that turns out to be
  /// damaged is moved aside and a new one made, and its new name is told.
  public static func opening(
    _ path: String, at moment: Timestamp, movedAside: (String) -> Void
  ) throws(StoreError) -> TrackWriter {
    let path = StoreFile.resolved(path)
    let wasStore = StoreFile.wasStore(path)
    do { _ = try StoreFile.check(path) } catch { guard error.isLoss, wasStore else { throw error } }
    let lock = try WriterLock(besides: path)
    do {
      let store = try OpenStore(path)
      _ = try store.intent()
      _ = try store.unfinished { _ in DeviceID(number: 0) }
      return TrackWriter(path, lock, store)
    } catch {
      let cause = error as? StoreError ?? (error as? SQLiteError).map { .sqlite($0) }
      guard let cause, cause.isLoss else { throw cause ?? .cannotOpen(path: path, reason: "\(error)") }
    }
    movedAside(try StoreFile.moveAside(path, moment))
    return TrackWriter(path, lock, try OpenStore(path))
  }
}

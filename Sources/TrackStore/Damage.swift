import Glibc
public import Positioning

extension StoreFile {
  /// Renames a damaged store with all that belongs to it, so that nothing of it is lost and a new one can take its
  /// place; gives its new name, nil if only remains were there.
  static func moveAside(_ path: String, _ moment: Timestamp) throws(StoreError) -> String? {
    let isThere = access(path, F_OK) == 0
    let stamp = moment.iso8601.filter { $0 != "-" && $0 != ":" }.prefix { $0 != "." }
    let aside = unusedName("\(path).corrupt-\(stamp)Z")
    // The file itself goes last: as long as it is there, the rest is not taken for nobody's.
    for suffix in ["-wal", "-shm", ""] where rename(path + suffix, aside + suffix) != 0 && errno != ENOENT {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    return isThere ? aside : nil
  }

  /// Whether a file that does not look like a store was one: a lock file stands only beside what a writer opened.
  static func wasStore(_ path: String) -> Bool { access(path + ".lock", F_OK) == 0 }
}

extension TrackWriter {
  /// Opens a store for writing as `init(path:)` does, but moves one that turns out to be damaged aside and makes a new
  /// one; tells the damaged one's new name.
  public static func opening(
    _ path: String, at moment: Timestamp, movedAside: (String?) -> Void
  ) throws(StoreError) -> TrackWriter {
    do {
      return try TrackWriter(path: path)
    } catch {
      guard error.isLoss, StoreFile.wasStore(path) else { throw error }
      let lock = try WriterLock(besides: path)
      movedAside(try StoreFile.moveAside(path, moment))
      _ = consume lock
      return try TrackWriter(path: path)
    }
  }
}

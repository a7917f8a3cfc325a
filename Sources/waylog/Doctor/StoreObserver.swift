import Control
import Glibc
import SQLite
import TrackStore

/// Looks at a database without changing anything.
enum StoreObserver {
  static func observe(_ database: Database, _ examination: Examination) throws -> StoreFacts {
    let path = database.pathToExamine()
    let (content, integrity) = examined(path, examination)
    // Folders above the usual place are made by whoever writes; those above a named one never are.
    let folder = database.named == nil ? FileSystem.existingFolder(above: path) : Path.folder(of: path)
    return StoreFacts(
      path: path, content: content, folder: state(of: folder), file: file(path), user: .own, integrity: integrity)
  }

  private static func examined(
    _ path: String, _ examination: Examination
  ) -> (StoreFacts.Content, StoreFacts.Integrity) {
    var layout: Int?
    do {
      let reader = try TrackReader(path: path)
      layout = try? reader.layout()
      return (.store(layout: layout), try reader.firstFault(examination).map { .damaged($0) } ?? .sound)
    } catch {
      if isDamage(error) { return (.store(layout: layout), .damaged(words(for: error))) }
      return (content(for: error), .unknown(reason: words(for: error)))
    }
  }

  private static func isDamage(_ error: any Error) -> Bool {
    guard case StoreError.sqlite(let error) = error else { return false }
    return [.corrupt, .notADatabase].contains(error.code.primary)
  }

  private static func content(for error: any Error) -> StoreFacts.Content {
    switch error {
    case StoreError.missing: .missing
    case StoreError.notAStore: .foreign
    case StoreError.newer(_, let layout): .newer(layout: layout)
    case StoreError.cannotOpen(_, let reason): .closed(reason: reason)
    default: .closed(reason: words(for: error))
    }
  }

  private static func words(for error: any Error) -> String {
    if case StoreError.sqlite(let error) = error { return error.message }
    return "\(error)"
  }

  private static func state(of folder: String) -> StoreFacts.Folder {
    guard FileSystem.exists(folder) else { return .missing }
    return FileSystem.allows(W_OK | X_OK, folder) ? .writable : .closed
  }

  private static func file(_ path: String) -> StoreFacts.File? {
    guard let status = FileSystem.status(of: path) else { return nil }
    return StoreFacts.File(
      owner: Account(status.st_uid), mode: status.st_mode & 0o7777, isReadable: FileSystem.allows(R_OK, path),
      isWritable: FileSystem.allows(W_OK, path))
  }
}

/// Asks after the recorder of a database.
enum RecorderObserver {
  static func observe(database: String, socket: String, unit: UnitFacts.Scope?) -> RecorderFacts {
    RecorderFacts(holder: holder(of: database + ".lock"), answer: answer(at: socket), unit: unit)
  }

  private static func answer(at socket: String) -> RecorderFacts.Answer? {
    ControlClient.ask(ControlLine("status"), at: socket).map {
      RecorderFacts.Answer(state: $0["state"], storage: $0["storage"], gpsd: $0["gpsd"])
    }
  }

  /// The kernel knows who has the lock; trying to take it could get in the way of a recorder that starts.
  private static func holder(of lock: String) -> Int? {
    guard let status = FileSystem.status(of: lock), let text = FileSystem.text(of: lock),
      let process = Int(text.filter(\.isNumber)), let locks = FileSystem.text(of: "/proc/locks"),
      LockList.names(process, inode: UInt64(status.st_ino), in: locks)
    else { return nil }
    return process
  }
}

/// Looks at the file system of a database.
enum DiskObserver {
  /// Nil if the file system does not answer.
  static func observe(_ path: String) -> DiskFacts? {
    let folder = FileSystem.existingFolder(above: path)
    var system = statvfs()
    guard statvfs(folder, &system) == 0 else { return nil }
    var facts = DiskFacts(
      mountPoint: mountPoint(of: folder), isReadOnly: system.f_flag & UInt(ST_RDONLY) != 0,
      freeBytes: Int64(clamping: UInt64(system.f_bavail) * UInt64(system.f_frsize)))
    if let reader = try? TrackReader(path: path) {
      facts.usedBytes = (try? reader.usedBytes()) ?? 0
      facts.recordedMS = (try? reader.recordedMilliseconds()) ?? 0
    }
    return facts
  }

  /// Going up, another device begins where the file system ends.
  private static func mountPoint(of folder: String) -> String {
    guard let start = realpath(folder, nil) else { return folder }
    defer { free(start) }
    var path = String(cString: start)
    let device = FileSystem.status(of: path)?.st_dev
    while path != "/", FileSystem.status(of: Path.folder(of: path))?.st_dev == device { path = Path.folder(of: path) }
    return path
  }
}

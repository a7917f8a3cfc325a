import CWaylog
import Glibc
import SQLite

/// The file of the store: what it must look like, and how it is made.
enum StoreFile {
  /// `wayl` in ASCII, SQLite's application_id.
  static let applicationID: UInt32 = 0x7761_796c
  static var schema: String { String(cString: waylog_schema_sql()) }

  /// What is at a path: nothing, nothing yet, a store, or what must not be touched.
  enum Content: Equatable { case missing, empty, store(version: Int), other }

  /// Looks at the header alone, so that a file that is not ours is not even opened by SQLite.
  ///
  /// Offsets from the SQLite file format, section 1.3: the schema cookie, 0 until something is created, at 40,
  /// user_version at 60, application_id at 68, all big-endian.
  static func content(of path: String) throws(StoreError) -> Content {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .missing }
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    guard count >= 0 else { throw .cannotOpen(path: path, reason: String(cString: strerror(errno))) }
    if count == 0 { return .empty }
    guard count == header.count, header.starts(with: Array("SQLite format 3\0".utf8)) else { return .other }
    let version = bigEndian(header[60..<64])
    switch bigEndian(header[68..<72]) {
    case applicationID: return .store(version: Int(version))
    case 0 where version == 0 && bigEndian(header[40..<44]) == 0: return .empty
    default: return .other
    }
  }

  /// Refuses what is not a store or is newer than this program.
  static func check(_ path: String, _ layout: Layout = .current) throws(StoreError) -> Content {
    let content = try content(of: path)
    switch content {
    case .other: throw .notAStore(path: path)
    case .store(let version) where version > layout.version: throw .newer(path: path, version: version)
    case .missing, .empty, .store: return content
    }
  }

  /// The path itself, whatever links lead to it: two recorders must not take one file for two.
  static func resolved(_ path: String) -> String {
    if let whole = realPath(path) { return whole }
    guard let folder = realPath(folder(of: path)) else { return path }
    return "\(folder == "/" ? "" : folder)/\(path.split(separator: "/").last ?? "")"
  }

  private static func realPath(_ path: String) -> String? {
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// Makes a new store, which has its name only once it is whole and on the disk: a power cut leaves it or nothing.
  static func create(_ path: String) throws(StoreError) {
    let temporary = path + ".new"
    unlink(temporary)
    unlink(temporary + "-journal")
    try make(temporary)
    do {
      let connection = try Connection(temporary, .write)
      try connection.run(schema)
      try connection.run("PRAGMA journal_mode = WAL")
    } catch {
      unlink(temporary)
      throw .sqlite(error)
    }
    guard synchronize(temporary), rename(temporary, path) == 0, synchronize(folder(of: path)) else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Waits until a file or folder is on the disk.
  private static func synchronize(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0
  }

  /// Makes an empty file that only its owner may read, and the group where the folder is meant for it; SQLite gives
  /// its side files the same mode.
  static func make(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, isSharedFolder(of: path) ? 0o640 : 0o600)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .noFolder(path: path) }
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
    close(descriptor)
  }

  /// Makes the tables where there are none, whatever the header said: SQLite has now taken back what a writer that was
  /// cut off had left half done. Brings older ones to the present layout. Refuses what turns out to hold something
  /// that no header told of.
  static func fill(
    _ connection: borrowing Connection, found content: Content, at path: String, _ layout: Layout
  ) throws(StoreError) {
    do {
      guard try connection.number("SELECT 1 FROM sqlite_schema LIMIT 1") != nil else {
        return try connection.run(schema)
      }
    } catch {
      throw .sqlite(error)
    }
    guard case .store(let version) = content else { throw .notAStore(path: path) }
    try migrate(connection, at: path, from: version, to: layout)
  }

  /// A folder whose files belong to its group: a service's, which members of the group may read.
  private static func isSharedFolder(of path: String) -> Bool {
    var status = stat()
    return stat(folder(of: path), &status) == 0 && status.st_mode & S_ISGID != 0 && status.st_mode & 0o050 == 0o050
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// The right to write to a store, held through a lock on a file beside it; the kernel lets go of it with the process,
/// however that ends.
struct WriterLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  init(besides path: String) throws(StoreError) {
    let lockPath = path + ".lock"
    let opened = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      if errno == ENOENT { throw .noFolder(path: path) }
      throw .cannotOpen(path: lockPath, reason: String(cString: strerror(errno)))
    }
    guard Self.take(opened) else {
      defer { close(opened) }
      throw .locked(path: path, process: Self.holder(opened))
    }
    let process = Array("\(getpid())\n".utf8)
    _ = ftruncate(opened, 0)
    _ = pwrite(opened, process, process.count, 0)
    descriptor = opened
    self.path = lockPath
  }

  deinit { close(descriptor) }

  /// Whether the lock still stands where others look for it.
  var isStillThere: Bool {
    var (own, found) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &found) == 0 && own.st_ino == found.st_ino
  }

  /// A lock that this process has let go of may be held for a moment by a child that has not become another program
  /// yet.
  private static func take(_ descriptor: Int32) -> Bool {
    for _ in 0..<100 {
      if waylog_try_lock(descriptor) == 0 { return true }
      guard holder(descriptor) == Int(getpid()) else { return false }
      usleep(5_000)
    }
    return false
  }

  private static func holder(_ descriptor: Int32) -> Int? {
    var bytes = [UInt8](repeating: 0, count: 24)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 1 else { return nil }
    return Int(String(decoding: bytes[..<(count - 1)], as: UTF8.self))
  }
}

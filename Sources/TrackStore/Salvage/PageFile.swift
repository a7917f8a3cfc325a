import Glibc

/// A database file as pages, those in the log beside it included; whatever is wrong with it, it is only read.
struct PageFile: ~Copyable {
  /// Of schema.sql; for files that do not say it any more.
  private static let usualPageSize = 1024

  private let descriptor: Int32
  private let logDescriptor: Int32
  private let log: WriteAheadLog?
  /// Size of a page in bytes.
  let pageSize: Int
  /// How much of a page is SQLite's own.
  let usableSize: Int
  /// How many pages there are, or were.
  let pageCount: UInt32

  init(_ path: String) throws(StoreError) {
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .cannotOpen(path: path, reason: String(cString: strerror(errno))) }
    let openedLog = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    let found = openedLog < 0 ? nil : WriteAheadLog(openedLog)
    let header = Self.header(opened)
    var status = stat()
    fstat(opened, &status)
    let size = header?.pageSize ?? found?.pageSize ?? Self.usualPageSize
    let log = found?.pageSize == size ? found : nil
    let pagesThere = (Int(status.st_size) + size - 1) / size
    pageSize = size
    usableSize = size - (header?.reserved ?? 0)
    pageCount = log?.pageCount ?? UInt32(clamping: max(pagesThere, Int(header?.pageCount ?? 0)))
    self.log = log
    logDescriptor = openedLog
    descriptor = opened
  }

  deinit {
    close(descriptor)
    if logDescriptor >= 0 { close(logDescriptor) }
  }

  /// The newest version of a page, counted from 1; nil where the disk does not give it.
  borrowing func page(_ number: UInt32) -> [UInt8]? {
    guard number > 0, number <= pageCount else { return nil }
    var page = [UInt8](repeating: 0, count: pageSize)
    let count =
      if let offset = log?.offsets[number] {
        pread(logDescriptor, &page, pageSize, off_t(offset))
      } else {
        pread(descriptor, &page, pageSize, off_t(number - 1) * off_t(pageSize))
      }
    return count == pageSize ? page : nil
  }

  /// The page that SQLite keeps for its locks, where it never writes (section 1.2 of the file format).
  var lockPage: UInt32 { UInt32(1 << 30 / pageSize + 1) }

  /// Pages that hold nothing, as the file's header tells (section 1.5 of the file format).
  borrowing func freePages() -> Set<UInt32> {
    var free: Set<UInt32> = []
    guard let first = page(1), first.starts(with: Header.magic), var trunk = first.bigEndian(at: 32) else {
      return free
    }
    while let page = page(trunk), free.insert(trunk).inserted {
      var reader = ByteReader(page)
      guard let next = reader.unsigned(bytes: 4), let count = reader.unsigned(bytes: 4) else { break }
      guard count <= UInt64(usableSize / 4 - 2) else { break }
      for _ in 0..<count { if let leaf = reader.unsigned(bytes: 4) { free.insert(UInt32(leaf)) } }
      trunk = UInt32(next)
    }
    return free
  }

  private static func header(_ descriptor: Int32) -> Header? {
    var bytes = [UInt8](repeating: 0, count: 100)
    return pread(descriptor, &bytes, bytes.count, 0) == bytes.count ? Header(bytes) : nil
  }

  /// What the file says about its pages, section 1.3 of the file format.
  private struct Header {
    static let magic = Array("SQLite format 3\0".utf8)
    var pageSize: Int
    /// Bytes at the end of each page that are not SQLite's own.
    var reserved: Int
    /// How many pages the file should have; nil if its last writer did not say.
    var pageCount: UInt32?

    init?(_ bytes: [UInt8]) {
      guard bytes.starts(with: Self.magic) else { return nil }
      let size = Int(bytes[16]) << 8 | Int(bytes[17])
      pageSize = size == 1 ? 65_536 : size
      reserved = Int(bytes[20])
      guard PageSize.isValid(pageSize), reserved <= 32 else { return nil }
      pageCount = bytes.bigEndian(at: 24) == bytes.bigEndian(at: 92) ? bytes.bigEndian(at: 28) : nil
    }
  }
}

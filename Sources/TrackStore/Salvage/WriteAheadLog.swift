import Glibc

/// The write-ahead log beside a database: pages that are newer than those in the file.
///
/// Its form is described in section 4 of SQLite's file format.
struct WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// Size of a page in bytes.
  let pageSize: Int
  /// Where the newest committed version of a page begins, in bytes from the log's start.
  private(set) var offsets: [UInt32: Int] = [:]
  /// Pages in the database after the last commit; nil without any.
  private(set) var pageCount: UInt32?

  /// Reads what was committed, up to the first frame that is not whole; nil if it is no log.
  init?(_ descriptor: Int32) {
    guard let header = Self.bytes(descriptor, at: 0, count: Self.headerSize), let magic = header.bigEndian(at: 0),
      magic & ~1 == 0x377f_0682, let size = header.bigEndian(at: 8), PageSize.isValid(Int(size))
    else { return nil }
    pageSize = Int(size)
    var checksum = Checksum(isBigEndian: magic & 1 == 1)
    checksum.add(header[..<24])
    guard checksum.isWritten(in: header, at: 24) else { return nil }
    readFrames(descriptor, salts: header[16..<24], &checksum)
  }

  private mutating func readFrames(_ descriptor: Int32, salts: ArraySlice<UInt8>, _ checksum: inout Checksum) {
    var start = Self.headerSize
    var uncommitted: [UInt32: Int] = [:]
    while let frame = Self.bytes(descriptor, at: start, count: Self.frameHeaderSize + pageSize),
      frame[8..<16] == salts, let page = frame.bigEndian(at: 0), let size = frame.bigEndian(at: 4)
    {
      checksum.add(frame[..<8])
      checksum.add(frame[Self.frameHeaderSize...])
      guard checksum.isWritten(in: frame, at: 16) else { return }
      uncommitted[page] = start + Self.frameHeaderSize
      if size > 0 {
        offsets.merge(uncommitted) { $1 }
        uncommitted = [:]
        pageCount = size
      }
      start += frame.count
    }
  }

  private static func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return pread(descriptor, &bytes, count, off_t(offset)) == count ? bytes : nil
  }
}

/// Sizes that SQLite's pages may have.
enum PageSize {
  static func isValid(_ bytes: Int) -> Bool { (512...65_536).contains(bytes) && bytes & (bytes - 1) == 0 }
}

/// The running checksum of a log, section 4.2 of the file format.
private struct Checksum {
  let isBigEndian: Bool
  private var first: UInt32 = 0
  private var second: UInt32 = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// - Precondition: the number of bytes is a multiple of eight.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 8) {
        first &+= word(bytes, offset) &+ second
        second &+= word(bytes, offset + 4) &+ first
      }
    }
  }

  private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
  }

  func isWritten(in bytes: [UInt8], at offset: Int) -> Bool {
    bytes.bigEndian(at: offset) == first && bytes.bigEndian(at: offset + 4) == second
  }
}

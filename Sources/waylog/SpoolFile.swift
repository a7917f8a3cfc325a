import Glibc
import TrackFormats

/// Text that waits in a file without a name, which goes with the process however that ends.
final class SpoolFile: Spool {
  private let file: OutputDescriptor

  /// Makes one in $TMPDIR, else in /tmp.
  static func make() throws -> SpoolFile { try SpoolFile(in: Environment.value(of: "TMPDIR") ?? "/tmp") }

  /// Makes it in a folder, readable to nobody else.
  private init(in folder: String) throws {
    var path = Array("\(folder)/waylog-XXXXXX".utf8CString)
    let number = mkstemp(&path)
    guard number >= 0 else {
      throw Failure(
        .cannotCreate, "cannot make a temporary file in '\(folder)': \(String(cString: strerror(errno)))",
        advice: "name another folder in TMPDIR")
    }
    unlink(path)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    file = OutputDescriptor(number: number)
  }

  deinit { close(file.number) }

  func append(_ bytes: [UInt8]) throws { try file.print(bytes, to: "a temporary file") }

  func empty(into chunk: ([UInt8]) throws -> Void) throws {
    lseek(file.number, 0, SEEK_SET)
    while true {
      var failed = false
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
        let got = read(file.number, room.baseAddress, room.count)
        failed = got < 0
        count = max(0, got)
      }
      guard !failed else {
        throw Failure(
          .inputOutput, "cannot read a temporary file: \(String(cString: strerror(errno)))", advice: "check the disk")
      }
      guard !bytes.isEmpty else { break }
      try chunk(bytes)
    }
    lseek(file.number, 0, SEEK_SET)
    ftruncate(file.number, 0)
  }
}

import Glibc

/// A file, a pipe or a socket that bytes go to.
struct Output {
  static let standard = Output(descriptor: STDOUT_FILENO)

  let descriptor: Int32

  /// Writes all bytes; returns 0 or the `errno` of the write that failed.
  func write(_ bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        rest = rest.dropFirst(count)
      }
      return 0
    }
  }
}

/// Bytes gathered into large writes.
struct BufferedOutput {
  private static let chunkBytes = 1 << 16

  private let output: Output
  private let name: String
  private var buffer: [UInt8] = []

  init(to output: Output, named name: String) {
    self.output = output
    self.name = name
    buffer.reserveCapacity(Self.chunkBytes * 2)
  }

  mutating func append(_ bytes: [UInt8]) throws(Failure) {
    buffer += bytes
    if buffer.count >= Self.chunkBytes { try flush() }
  }

  /// Throws `Failure.readerGone` when nobody reads any more.
  mutating func flush() throws(Failure) {
    let problem = output.write(buffer)
    buffer.removeAll(keepingCapacity: true)
    if problem == EPIPE { throw .readerGone }
    errno = problem
    if problem != 0 { throw .system("cannot write \(name)") }
  }
}

extension Failure {
  /// Whoever read the output wants no more of it, as `head` does: no failure, and nothing to say.
  static let readerGone = Failure(what: "", why: "", advice: "", exitStatus: EXIT_SUCCESS)
}

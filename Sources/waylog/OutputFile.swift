import Glibc

/// Files that appear under their name only once they are whole.
enum OutputFile {
  /// Writes a file; a device or pipe is written to and never replaced.
  static func write(_ path: String, _ write: (OutputDescriptor) throws -> Void) throws {
    if isSpecial(path) { return try writeSpecial(path, write) }
    try make(path) { try write($1) }
  }

  /// Makes a file of what `fill` puts into an empty one, given its path and open for writing.
  static func make<Result>(
    _ path: String, _ fill: (_ temporary: String, OutputDescriptor) throws -> Result
  ) throws -> Result {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw cannotMake(path) }
    let result: Result
    do {
      defer { close(descriptor) }
      result = try fill(temporary, OutputDescriptor(number: descriptor))
      guard fsync(descriptor) == 0 || errno == EINVAL else { throw cannotMake(path) }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      defer { unlink(temporary) }
      throw cannotMake(path)
    }
    return result
  }

  /// A device or pipe must never be replaced by a file.
  static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func writeSpecial(_ path: String, _ write: (OutputDescriptor) throws -> Void) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotMake(path) }
    defer { close(descriptor) }
    try write(OutputDescriptor(number: descriptor))
  }

  private static func cannotMake(_ path: String) -> Failure {
    Failure(
      .cannotCreate, "cannot make '\(path)': \(String(cString: strerror(errno)))", advice: "check the folder and disk")
  }
}

import Glibc

/// A file that is there as a whole or not at all.
enum NewFile {
  /// Writes a file that everybody may read, and the folders above it that are missing.
  static func write(_ bytes: [UInt8], to path: String) throws {
    makeFolders(above: path)
    let unfinished = "\(path).\(getpid()).part"
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path) }
    do {
      defer { close(descriptor) }
      try OutputDescriptor(number: descriptor).print(bytes, to: "'\(path)'")
    } catch {
      unlink(unfinished)
      throw error
    }
    guard rename(unfinished, path) == 0 else {
      let failure = failure(path)
      unlink(unfinished)
      throw failure
    }
  }

  private static func makeFolders(above path: String) {
    var index = path.startIndex
    while let slash = path[index...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o755)
      index = slash
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(
      .cannotCreate, "cannot write '\(path)': \(String(cString: strerror(errno)))",
      advice: "name another folder with -o, or run it with sudo")
  }
}

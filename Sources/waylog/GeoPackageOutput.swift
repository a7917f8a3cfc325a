import Glibc
import SQLite
import TrackFormats
import TrackStore

/// Writes a GeoPackage, which SQLite makes and which has its name only once it is whole.
enum GeoPackageOutput {
  static func write(_ export: Export, from reader: borrowing TrackReader, to path: String) throws {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.usage, "a GeoPackage is a database and cannot be streamed", advice: "name a file with -o FILE")
    }
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw cannotMake(path) }
    defer { close(descriptor) }
    do {
      try export.send(from: reader, to: try GeoPackage(path: temporary, spool: try SpoolFile.make()))
      guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw cannotMake(path) }
    } catch {
      unlink(temporary)
      throw failure(error, path)
    }
  }

  /// The reader's errors are the store's; what SQLite says by itself is about the new file.
  private static func failure(_ error: any Error, _ path: String) -> any Error {
    guard let error = error as? SQLiteError else { return error }
    return Failure(.inputOutput, "cannot write to '\(path)': \(error.message)", advice: "check the disk")
  }

  private static func cannotMake(_ path: String) -> Failure {
    Failure(
      .cannotCreate, "cannot make '\(path)': \(String(cString: strerror(errno)))", advice: "check the folder and disk")
  }
}

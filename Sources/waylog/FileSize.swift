import Glibc

/// How large files are.
enum FileSize {
  /// In bytes; 0 where there is no file.
  static func bytes(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// In bytes; nil for what is no file, such as a pipe.
  static func bytes(of descriptor: Int32) -> Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }
}

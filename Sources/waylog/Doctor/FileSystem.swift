import Glibc

/// The little that observers read of files and accounts.
enum FileSystem {
  /// What `stat` says; nil if there is nothing, or nothing that may be seen.
  static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  static func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// Whether systemd runs the services of this machine (sd_booted(3)).
  static func hasSystemd(below root: String = "") -> Bool { exists("\(root)/run/systemd/system") }

  /// Whether this process may do something with a file (`R_OK`, `W_OK`, `X_OK`).
  static func allows(_ deed: Int32, _ path: String) -> Bool { access(path, deed) == 0 }

  /// A small text file; nil if it cannot be read.
  static func text(of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&piece, 1, piece.count, file), count > 0, bytes.count < 1 << 20 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }

  /// The nearest folder above a path that exists.
  static func existingFolder(above path: String) -> String {
    var folder = Path.folder(of: path)
    while !exists(folder), folder != "/", folder != "." { folder = Path.folder(of: folder) }
    return folder
  }
}

extension Account {
  /// Whoever runs the program.
  static var own: Account { Account(getuid()) }

  /// The account with that number, which is its name where it has none.
  init(_ id: uid_t) {
    self.init(id: id, name: getpwuid(id).map { String(cString: $0.pointee.pw_name) } ?? String(id))
  }
}

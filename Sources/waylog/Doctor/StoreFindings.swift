/// What can be seen of a database from outside, and by asking SQLite.
struct StoreFacts: Sendable {
  enum Content: Equatable, Sendable {
    case missing, foreign, newer(layout: Int), store(layout: Int?)
    case closed(reason: String)
  }

  enum Folder: Sendable { case missing, closed, writable }

  enum Integrity: Equatable, Sendable {
    case sound, damaged(String), unknown(reason: String)
  }

  struct File: Sendable {
    var owner: Account
    /// The permission bits.
    var mode: UInt32
    var isReadable: Bool
    var isWritable: Bool
  }

  /// Where the system's recorder keeps its tracks.
  static let systemPath = "/var/lib/waylog/waylog.db"

  var path: String
  var content: Content
  var folder: Folder
  /// Nil where there is no file.
  var file: File?
  var user: Account
  var integrity: Integrity
}

extension StoreFacts {
  var findings: [Finding] {
    switch content {
    case .store: [presence, permissions, soundness].compactMap(\.self)
    case .missing, .foreign, .newer, .closed: [presence, permissions].compactMap(\.self)
    }
  }

  private var isSystems: Bool { path == Self.systemPath }
  private var word: String { Shell.word(path) }
  private var folderWord: String { Shell.word(Path.folder(of: path)) }

  private var presence: Finding {
    switch content {
    case .store(let layout): .ok(.database, path + (layout.map { ", layout \($0)" } ?? ""))
    case .missing where folder == .missing:
      .problem(.database, "\(path) cannot be made: its folder does not exist", "mkdir -p \(folderWord)")
    case .missing: .warning(.database, "nothing is recorded yet in \(path)", "waylog record")
    case .foreign:
      .problem(
        .database, "\(path) is not a waylog database; name another with --database or WAYLOG_DATABASE",
        "waylog doctor --database PATH")
    case .newer(let layout):
      .problem(
        .database, "\(path) is a newer waylog's (layout \(layout)); install that version", "waylog --version")
    case .closed(let reason): .problem(.database, "\(path) cannot be opened: \(reason)", opening)
    }
  }

  private var opening: String {
    // A reader of a file with a write-ahead log may have to make that log's index beside it.
    if file?.isReadable == true, folder == .closed { return "chmod u+wx \(folderWord)" }
    return isSystems ? Remedy.joinGroup(user) : "sudo chown \(Shell.word(user.name)): \(word)"
  }

  private var permissions: Finding? {
    guard let file else {
      guard content == .missing, folder == .closed else { return nil }
      return .problem(.permissions, "\(path) cannot be made: its folder is closed to you", owning(folderWord))
    }
    let shown = "mode \(octal(file.mode)), of \(file.owner.name)"
    if file.mode & 0o007 != 0 {
      return .problem(.permissions, "everybody can \(deed(file.mode)) your tracks (\(shown))", closing(file))
    }
    guard file.isReadable else { return nil }
    if isSystems, file.owner.id != user.id { return .ok(.permissions, "you may read it (\(shown))") }
    if file.owner.id != user.id, user.id != 0 {
      return .problem(.permissions, "it belongs to somebody else (\(shown))", owning("\(word)*"))
    }
    guard file.isWritable else { return .problem(.permissions, "it cannot be written (\(shown))", "chmod u+w \(word)") }
    // SQLite keeps its journal and the recorder its lock beside the file.
    guard folder == .writable else {
      return .problem(.permissions, "its folder cannot be written", "chmod u+wx \(folderWord)")
    }
    if file.mode & 0o020 != 0 { return .problem(.permissions, "its group can change it (\(shown))", closing(file)) }
    if file.mode & 0o040 != 0, !isSystems {
      return .warning(.permissions, "its group can read your tracks (\(shown))", closing(file))
    }
    return .ok(.permissions, "only you may change it (\(shown))")
  }

  private func closing(_ file: File) -> String {
    let sudo = file.owner.id == user.id || user.id == 0 ? "" : "sudo "
    return "\(sudo)chmod \(isSystems ? "640" : "600") \(word)"
  }

  private func owning(_ words: String) -> String { "sudo chown \(Shell.word(user.name)): \(words)" }

  private func deed(_ mode: UInt32) -> String { mode & 0o002 != 0 ? "change" : "read" }

  private func octal(_ mode: UInt32) -> String {
    let digits = String(mode & 0o7777, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private var aside: String { Shell.word(path + ".damaged") }

  private var soundness: Finding? {
    switch integrity {
    case .sound: .ok(.integrity, "SQLite finds no damage")
    case .unknown(let reason): .warning(.integrity, "not looked at: \(reason)")
    case .damaged(let fault):
      // Its write-ahead log must go with it: beside a new file it would bring the damage back.
      .problem(
        .integrity,
        "the file is damaged: \(fault); set it aside, and a new one is begun; waylog salvage rescues the rest",
        "mkdir \(aside) && mv \(word) \(word)-* \(aside)/")
    }
  }
}

/// Commands that more than one finding names.
enum Remedy {
  static func joinGroup(_ user: Account) -> String {
    "sudo usermod --append --groups waylog \(Shell.word(user.name))"
  }
}

enum Path {
  /// What stands before the last slash; `.` without one.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

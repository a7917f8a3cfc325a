import Arguments
import Glibc
import SQLite
import TextOutput
import TrackStore

/// `waylog backup`
enum BackupCommand {
  struct Settings: Sendable {
    var database = Database()
    var output: String?
  }

  static let command = Command<Settings>(
    "backup", summary: "Copies the database, also while it is recorded into.",
    details: [
      "The copy is the state at one moment, whole and in one file, and never disturbs the recorder. It is a database "
        + "like any other: name it with --database. Copying the file itself would leave out what is in its '-wal'.",
      "The file appears only once it is whole, and only its owner may read it. With '-o -' the copy is made in $TMPDIR, "
        + "else in /var/tmp, before it is written out.",
      NewDatabase.moving,
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Output",
        [
          .value(
            "output", short: "o", "FILE", "Write to FILE, - for standard output",
            details: "Default: waylog-TIME.db in the current folder, with the present time in UTC.", as: .file
          ) { $0.output = $1 }
        ]),
    ],
    examples: [
      Example("waylog backup -o /media/stick/waylog.db", "copies to another disk"),
      Example("ssh car waylog backup -o - > car.db", "fetches a copy from another machine"),
    ],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let source = try settings.database.path()
      let output = settings.output ?? NewDatabase.name("waylog")
      if output == "-" {
        try stream(source, to: Standard.output, named: "standard output")
      } else if OutputFile.isSpecial(output) {
        try OutputFile.write(output) { try stream(source, to: $0, named: "'\(output)'") }
      } else {
        try NewDatabase.check(output, madeFrom: source)
        try OutputFile.make(output) { temporary, _ in try copy(source, into: temporary) }
        Standard.error.write(
          "waylog: copied '\(Terminal.harmless(source))' into '\(Terminal.harmless(output))', \(size(of: output))\n")
      }
      return .success
    }
  }

  private static func copy(_ source: String, into path: String) throws {
    do {
      try Progress.showing("copying", .bytes, of: FileSize.bytes(of: source)) { progress in
        try StoreCopy.make(of: source, into: path) { progress.note(FileSize.bytes(of: path)) }
      }
    } catch let error as StoreError {
      guard case .sqlite(let failure) = error, failure.code.primary == .full else { throw error }
      throw Failure(.inputOutput, "cannot copy '\(source)': the disk is full", advice: "name a file on another disk")
    }
  }

  /// A slow reader must not hold on to the state of the database, so it is given a copy.
  private static func stream(_ source: String, to output: OutputDescriptor, named name: String) throws {
    guard !output.isTerminal else {
      throw Failure(.usage, "will not fill the terminal with a database", advice: "name a file with -o FILE")
    }
    var path = Array("\(Environment.value(of: "TMPDIR") ?? "/var/tmp")/waylog-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw Failure(
        .cannotCreate, "cannot make a temporary file: \(String(cString: strerror(errno)))",
        advice: "name a folder in TMPDIR")
    }
    defer { close(descriptor) }
    let temporary = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(temporary) }
    try copy(source, into: temporary)
    try output.print(everythingFrom: descriptor, to: name)
  }

  private static func size(of path: String) -> String { HumanText.size(bytes: FileSize.bytes(of: path)) }
}

extension OutputDescriptor {
  fileprivate func print(everythingFrom descriptor: Int32, to name: String) throws {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else {
        throw Failure(
          .inputOutput, "cannot read the copy: \(String(cString: strerror(errno)))", advice: "check the disk")
      }
      if count == 0 { return }
      try print(Array(piece[..<count]), to: name)
    }
  }
}

import Arguments
import Recorder
import SQLite
import TextOutput
import TrackStore

/// How the program ends; each number stands for another remedy (sysexits.h).
enum ExitCode: Int32 {
  case success = 0
  case nothingMatched = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unavailable = 69
  case software = 70
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75
  case notAuthorized = 77
  case configuration = 78

  static let statuses = [
    Arguments.ExitStatus(0, "done"), Arguments.ExitStatus(64, "the command line makes no sense"),
    Arguments.ExitStatus(65, "the file is not what it should be"), Arguments.ExitStatus(66, "there is no such file"),
    Arguments.ExitStatus(73, "the output cannot be made"), Arguments.ExitStatus(74, "reading or writing failed"),
    Arguments.ExitStatus(75, "another recorder is at work on the database"),
    Arguments.ExitStatus(77, "the file may not be read or written"),
    Arguments.ExitStatus(78, "a configuration file makes no sense"),
  ]
}

/// Why a command failed, in words for its user: what failed and why, then what to do.
struct Failure: Error {
  var code: ExitCode
  var what: String
  var advice: String

  init(_ code: ExitCode, _ what: String, advice: String) {
    self.code = code
    self.what = what
    self.advice = advice
  }

  /// Puts any error into words.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self.init(.usage, error.message, advice: error.hint ?? "see: waylog --help")
    case let error as StoreError: self.init(error)
    case BrokenPipe.brokenPipe: self.init(.success, "", advice: "")
    default: self.init(.software, "something unexpected: \(error)", advice: "please report this")
    }
  }

  /// Says it on standard error, except where nobody listens any more; gives the exit status.
  func tell() -> Int32 {
    guard code != .success else { return code.rawValue }
    let log = Log()
    let lines = [log.line(what, .error), log.continuation(advice, .error)]
    Standard.error.write(lines.compactMap(\.self).joined())
    return code.rawValue
  }
}

extension Failure {
  /// A database without a session.
  static let nothingYet = Failure(.nothingMatched, "nothing is recorded yet", advice: "record with: waylog record")

  private init(_ error: StoreError) {
    switch error {
    case .notAStore(let path):
      self.init(
        .badData, "cannot use '\(path)': it is not a waylog database",
        advice: "name another with --database; if it was one: waylog salvage")
    case .newer(let path, let version):
      self.init(
        .badData, "cannot use '\(path)': a newer waylog made it (layout \(version))", advice: "install that version")
    case .older(let path, let version):
      self.init(
        .badData, "cannot use '\(path)': an older waylog made it (layout \(version))",
        advice: "the next recorder brings it to the present layout, after a copy of it: waylog record -d '\(path)'")
    case .missing(let path):
      self.init(.noInput, "cannot read '\(path)': there is nothing recorded yet", advice: "record with: waylog record")
    case .noFolder(let path):
      self.init(
        .cannotCreate, "cannot make '\(path)': its folder does not exist", advice: "make the folder, or name another")
    case .cannotOpen(let path, let reason):
      self.init(.notAuthorized, "cannot open '\(path)': \(reason)", advice: "check who owns the file and its folder")
    case .locked(let path, let process):
      self.init(
        .busy, "cannot write to '\(path)': \(process.map { "process \($0)" } ?? "another process") records into it",
        advice: "see what it does with: waylog status; or end it, or name another file with --database")
    case .vanished(let path):
      self.init(.noInput, "'\(path)' is not there any more", advice: "check the disk")
    case .unstored(let facts, let reason):
      self.init(
        .inputOutput, "what was recorded last is lost (\(facts) facts): the database refused writes: \(reason)",
        advice: "free some space or check the disk, then see: waylog doctor")
    case .alreadyImported(let session):
      self.init(
        .badData, "nothing imported: the same data was imported before, as session \(session)",
        advice: "see it with: waylog sessions show \(session)")
    case .sqlite(let error): self.init(error)
    }
  }

  private init(_ error: SQLiteError) {
    switch error.code.primary {
    case .busy: self.init(.busy, "the database is busy: \(error.message)", advice: "try again in a moment")
    case .readOnly, .cannotOpen:
      self.init(
        .notAuthorized, "the database cannot be written: \(error.message)",
        advice: "check who owns the file and its folder")
    case .corrupt, .notADatabase:
      self.init(
        .inputOutput, "the database is damaged: \(error)",
        advice: "keep the file, and rescue what it holds with: waylog salvage")
    case ResultCode(rawValue: 1):
      self.init(.software, "a query went wrong: \(error)", advice: "please report this")
    case .full: self.init(.inputOutput, "the database cannot be written: the disk is full", advice: "free some space")
    default: self.init(.inputOutput, "the database failed: \(error)", advice: "check the disk")
    }
  }
}

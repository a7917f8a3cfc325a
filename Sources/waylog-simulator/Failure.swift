import Glibc

/// Why the program cannot do what it was asked, and the exit status that says so (sysexits.h).
struct Failure: Error {
  let what: String
  let why: String
  let advice: String
  let exitStatus: Int32

  static func usage(_ what: String, _ why: String) -> Failure {
    Failure(what: what, why: why, advice: "see: waylog-simulator --help", exitStatus: EX_USAGE)
  }

  /// The last system call failed; `errno` says why.
  static func system(_ what: String) -> Failure {
    Failure(
      what: what, why: String(cString: strerror(errno)), advice: "name another file or port, or check the disk",
      exitStatus: EX_IOERR)
  }

  /// What failed and why, then what to do.
  var text: String { "waylog-simulator: \(what): \(why)\n  \(advice)\n" }
}

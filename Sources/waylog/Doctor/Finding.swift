/// What the doctor looks at, in the order in which it reports.
enum Check: String, CaseIterable, Sendable {
  case database, permissions, integrity, recorder, gpsd
  case release = "gpsd release"
  case receiver, fix, disk, mount, clock, unit, lingering, group
  case runtimeFolder = "runtime folder"
}

/// How bad something is.
enum Verdict: String, Sendable {
  /// As it should be.
  case ok
  /// Recording works, but perhaps not as wanted.
  case warning
  /// Something does not work.
  case problem
}

/// What was found out about one thing.
struct Finding: Equatable, Sendable {
  var check: Check
  var verdict: Verdict
  var text: String
  /// The command that mends it.
  var remedy: String?

  static func ok(_ check: Check, _ text: String) -> Finding { Finding(check: check, verdict: .ok, text: text) }

  static func warning(_ check: Check, _ text: String, _ remedy: String? = nil) -> Finding {
    Finding(check: check, verdict: .warning, text: text, remedy: remedy)
  }

  static func problem(_ check: Check, _ text: String, _ remedy: String? = nil) -> Finding {
    Finding(check: check, verdict: .problem, text: text, remedy: remedy)
  }
}

/// Words of a command that is shown.
enum Shell {
  /// The word as a shell has to get it.
  static func word(_ text: String) -> String {
    let plain = text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "/._-+:@,".unicodeScalars.contains($0))
    }
    if plain, !text.isEmpty { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

/// Somebody with an account.
struct Account: Equatable, Sendable {
  var id: UInt32
  var name: String
}

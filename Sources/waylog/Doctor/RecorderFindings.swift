/// Whether a recorder is at work on a database.
struct RecorderFacts: Sendable {
  /// What it said when it was asked for its state; nothing where it is older than the question.
  struct Answer: Equatable, Sendable {
    var state: String?
    var storage: String?
    /// The gpsd that it listens to, as `Endpoint` describes it.
    var gpsd: String?
  }

  /// The process that has the database's lock.
  var holder: Int?
  /// Nil if nobody answers at the control socket.
  var answer: Answer?
  /// The unit that would start one.
  var unit: UnitFacts.Scope?
}

extension RecorderFacts {
  var findings: [Finding] { [finding] }

  private var finding: Finding {
    guard let answer else {
      if let holder {
        return .warning(
          .recorder, "process \(holder) writes and does not answer: an import, or a recorder that hangs",
          "ps -fp \(holder)")
      }
      return .warning(.recorder, "nothing records now", unit.map { "\($0.systemctl) start waylog" } ?? "waylog record")
    }
    if answer.storage == "waiting" {
      return .problem(.recorder, "the database refuses its rows, which wait in memory", "df -h")
    }
    switch answer.state {
    case "idle": return .warning(.recorder, "it runs, and was told to record nothing", "waylog start")
    case "waiting": return .ok(.recorder, "it runs\(process), and waits for a fix")
    case "recording": return .ok(.recorder, "it records\(process)")
    default: return .ok(.recorder, "it runs\(process)")
    }
  }

  private var process: String { holder.map { " as process \($0)" } ?? "" }
}

/// The kernel's list of locks, `/proc/locks` (proc(5)).
enum LockList {
  /// Whether a process has an exclusive flock(2) on the file with that inode.
  static func names(_ process: Int, inode: UInt64, in text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      // 1: FLOCK  ADVISORY  WRITE 708 08:01:5767 0 EOF
      let fields = line.split(separator: " ")
      return fields.count > 5 && fields[1] == "FLOCK" && fields[3] == "WRITE" && fields[4] == String(process)
        && fields[5].split(separator: ":").last == Substring(String(inode))
    }
  }
}

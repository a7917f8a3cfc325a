import Arguments
import Glibc
import TextOutput
import Tracking

/// How much a line matters: the priorities of syslog(3), the graver the smaller.
enum LogLevel: Int, Comparable, Sendable {
  case error = 3
  case warning, notice, info, debug

  static func < (a: LogLevel, b: LogLevel) -> Bool { a.rawValue < b.rawValue }

  /// Of what a recorder announces.
  init(_ kind: EventKind) {
    switch kind {
    case .storage, .clock: self = .warning
    case .connection, .device, .fix, .authorization, .flag, .attach, .detach, .start, .stop, .adopted: self = .notice
    }
  }
}

/// What is said on standard error beside data: to people with the program's name in front, to systemd's journal, which
/// knows who speaks, with the priority (sd-daemon(3)).
struct Log: Sendable {
  /// Who reads it.
  enum Reader: Sendable {
    case people, journal

    /// The journal, if standard error is the stream that `JOURNAL_STREAM` names by device and inode (systemd.exec(5)).
    init(environment: (String) -> String?) {
      var status = stat()
      let isStream =
        fstat(Standard.error.number, &status) == 0
        && environment("JOURNAL_STREAM") == "\(status.st_dev):\(status.st_ino)"
      self = isStream ? .journal : .people
    }
  }

  /// What matters less is left out.
  var threshold = LogLevel.info
  var reader = Reader(environment: Environment.value)

  /// A line as it is written, with its line feed; nil where it is left out.
  func line(_ text: String, _ level: LogLevel) -> String? {
    guard level <= threshold else { return nil }
    let harmless = Terminal.harmless(text)
    return switch reader {
    case .people: "waylog: \(harmless)\n"
    case .journal: "<\(level.rawValue)>\(harmless)\n"
    }
  }

  /// The same for a line that goes on with the one before it.
  func continuation(_ text: String, _ level: LogLevel) -> String? {
    guard level <= threshold else { return nil }
    let harmless = Terminal.harmless(text)
    return switch reader {
    case .people: "  \(harmless)\n"
    case .journal: "<\(level.rawValue)>\(harmless)\n"
    }
  }
}

extension Log {
  /// The options of recorders that say how much they tell.
  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, LogLevel> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Log",
      [
        Option<LogLevel>.flag(
          "verbose", short: "v", "Tell of every fix as well",
          details: "Each accepted fix gets a numbered line, never with its position."
        ) { $0 = .debug },
        .flag("quiet", short: "q", "Tell only what goes wrong") { $0 = .warning },
      ].map { $0.lifted(to: part) })
  }
}

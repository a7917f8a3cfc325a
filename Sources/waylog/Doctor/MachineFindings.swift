import Positioning
import TextOutput

/// The file system that a database is on, and what the database takes of it.
struct DiskFacts: Sendable {
  var mountPoint: String
  var isReadOnly: Bool
  var freeBytes: Int64
  /// Bytes of the database; 0 without one.
  var usedBytes: Int64 = 0
  /// How long was recorded for them, in milliseconds.
  var recordedMS: Int64 = 0
}

extension DiskFacts {
  /// What a new database takes, as measured on a car that drives all the time.
  private static let usualBytesPerHour: Int64 = 300_000
  private static let hour: Int64 = 3_600_000

  var findings: [Finding] {
    [space, isReadOnly ? readOnly : .ok(.mount, "\(mountPoint) can be written")]
  }

  /// Days until it is full if it recorded day and night.
  var daysLeft: Int64 { freeBytes / max(1, bytesPerHour * 24) }

  /// Measured once there are a few hours: before, the empty tables are most of it.
  private var bytesPerHour: Int64 {
    recordedMS >= 4 * Self.hour ? max(1, usedBytes / (recordedMS / Self.hour)) : Self.usualBytesPerHour
  }

  private var space: Finding {
    let text = "\(megabytes) free, enough to record \(daysLeft > 3650 ? "for years" : "for \(daysLeft) days")"
    let remedy = "sudo du -xh \(Shell.word(mountPoint)) | sort -h | tail"
    if freeBytes < 10_000_000 || daysLeft < 1 { return .problem(.disk, text, remedy) }
    return daysLeft < 30 ? .warning(.disk, text, remedy) : .ok(.disk, text)
  }

  private var megabytes: String {
    freeBytes >= 10_000_000_000 ? "\(freeBytes / 1_000_000_000) GB" : "\(freeBytes / 1_000_000) MB"
  }

  private var readOnly: Finding {
    .problem(
      .mount, "\(mountPoint) is mounted read-only", "sudo mount -o remount,rw \(Shell.word(mountPoint))")
  }
}

/// The date of this machine.
struct ClockFacts: Sendable {
  var now: Timestamp
  /// The day the program was made.
  var made: Timestamp
  /// The clock minus the time of a fix when it came, in milliseconds; nil without a fix.
  var offset: Int64?
}

extension ClockFacts {
  private static let week: Int64 = 7 * Calendar.millisecondsPerDay
  private static let remedy = "sudo timedatectl set-ntp true"

  var findings: [Finding] { [finding] }

  private var finding: Finding {
    if now < made {
      return .problem(.clock, "it shows \(now.iso8601.prefix(10)), before this program was made", Self.remedy)
    }
    guard let offset else { return .ok(.clock, "it can be right; there is no fix to compare it with") }
    let difference = HumanText.duration(milliseconds: Int64(offset.magnitude))
    if let weeks = rolledOver(offset) {
      return .warning(.clock, "the receiver names a date \(weeks) weeks ago, which the recorder repairs")
    }
    if offset < -Calendar.millisecondsPerDay {
      return .problem(.clock, "it is \(difference) slow: fixes are refused as of the future", Self.remedy)
    }
    // Reports arrive up to a second after their moment.
    if offset.magnitude > 2_000 {
      return .warning(.clock, "it is \(difference) \(offset > 0 ? "ahead of" : "behind") the receiver's", Self.remedy)
    }
    return .ok(.clock, "it agrees with the receiver's")
  }

  /// Receivers count weeks modulo 1024; an old one is a multiple of that behind, to within two days.
  private func rolledOver(_ offset: Int64) -> Int64? {
    let era = 1024 * Self.week
    let eras = (offset + era / 2) / era
    let rest = offset - eras * era
    return eras >= 1 && rest.magnitude <= UInt64(2 * Calendar.millisecondsPerDay) ? eras * 1024 : nil
  }
}

import Arguments
import Glibc
import Positioning
import TextOutput

/// Which clock on the wall dates are meant by.
enum Zone: Equatable, Sendable {
  case utc
  /// The machine's.
  case local
  /// One of the zone database, such as `Europe/Berlin`.
  case named(String)

  /// What to call it in output.
  var title: String {
    switch self {
    case .utc: "UTC"
    case .named(let name): name
    case .local: Environment.value(of: "TZ") ?? "local time"
    }
  }

  static let reader = Reader<Zone>(expecting: "a time zone such as UTC or Europe/Berlin") { text in
    if text == "UTC" || text == "Z" { return .utc }
    // The C library takes any unknown name for UTC without a word; here it is an error.
    let folder = Environment.value(of: "TZDIR") ?? "/usr/share/zoneinfo"
    var status = stat()
    let isSafe = !text.isEmpty && !text.hasPrefix("/") && !text.contains(text: "..")
    guard isSafe, stat("\(folder)/\(text)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return .named(text)
  }
}

/// Moments and days as people write them.
enum TimeText {
  struct Moment: Equatable {
    var from: Timestamp
    /// The beginning of the next day if only a day was written.
    var to: Timestamp?
  }

  /// Reads what `WrittenTime` does; without an offset it is meant in the zone.
  static func moment(_ text: String, zone: Zone) -> Moment? { WrittenTime(text)?.moment(in: zone) }

  /// The wall clock of a zone at a moment.
  static func wall(_ time: Timestamp, in zone: Zone) -> Timestamp {
    switch zone {
    case .utc: return time
    case .local, .named:
      select(zone)
      var seconds = time_t(time.milliseconds.flooredQuotient(1000))
      var parts = tm()
      localtime_r(&seconds, &parts)
      return time + Int64(parts.tm_gmtoff) * 1000
    }
  }

  /// `2026-05-01 06:00:00`, by the wall clock of a zone.
  static func text(_ time: Timestamp, in zone: Zone) -> String {
    let iso = wall(time, in: zone).iso8601
    return iso.prefix(10) + " " + iso.dropFirst(11).prefix(8)
  }

  /// The end of something: `06:10:00` where it ends on the day on which it began, else with its date.
  static func text(_ end: Timestamp, after start: Timestamp, in zone: Zone) -> String {
    let text = text(end, in: zone)
    return date(start, in: zone) == text.prefix(10) ? String(text.dropFirst(11)) : text
  }

  /// `2026-05-01`, by the wall clock of a zone.
  static func date(_ time: Timestamp, in zone: Zone) -> String { String(wall(time, in: zone).iso8601.prefix(10)) }

  /// The day of a zone in which a moment lies, from midnight to midnight however many hours lie between.
  static func day(around time: Timestamp, in zone: Zone) -> Range<Timestamp> {
    if let moment = moment(date(time, in: zone), zone: zone), let end = moment.to, (moment.from..<end).contains(time) {
      return moment.from..<end
    }
    // A wall clock that the C library cannot turn back.
    let midnight = time.milliseconds.flooredQuotient(Calendar.millisecondsPerDay) * Calendar.millisecondsPerDay
    return Timestamp(milliseconds: midnight)..<Timestamp(milliseconds: midnight + Calendar.millisecondsPerDay)
  }

  /// The moment at which the wall clock of a zone shows that.
  static func utc(ofWall wall: Timestamp, in zone: Zone) -> Timestamp {
    if zone == .utc { return wall }
    select(zone)
    let civil = Calendar.civil(wall.milliseconds)
    var parts = tm()
    parts.tm_year = Int32(civil.year - 1900)
    parts.tm_mon = Int32(civil.month - 1)
    parts.tm_mday = Int32(civil.day)
    parts.tm_hour = Int32(civil.hour)
    parts.tm_min = Int32(civil.minute)
    parts.tm_sec = Int32(civil.second)
    parts.tm_isdst = -1
    let seconds = mktime(&parts)
    return Timestamp(milliseconds: Int64(seconds) * 1000 + Int64(civil.millisecond))
  }

  private static func select(_ zone: Zone) {
    if case .named(let name) = zone { setenv("TZ", name, 1) }
    tzset()
  }
}

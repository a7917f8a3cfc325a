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

  /// What a moment may be, whatever the zone, so that it is refused where it is written.
  static let time = Reader<String>(expecting: "a time such as 2026-05-01T06:10:00Z") { text in
    moment(text, zone: .utc) == nil ? nil : text
  }

  /// The same for a day.
  static let day = Reader<String>(expecting: "a date such as 2026-05-01") { text in
    moment(text, zone: .utc)?.to == nil ? nil : text
  }

  /// Reads `YYYY-MM-DD` with an optional `Thh:mm[:ss[.fff]]` (or a blank for the T) and an optional `Z` or `±hh:mm`;
  /// without one of those it is meant in the zone.
  static func moment(_ text: String, zone: Zone) -> Moment? {
    var body = text[...]
    guard let offset = takeOffset(&body) else { return nil }
    let parts = body.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard let date = numbers(parts[0], separator: "-", digits: [4, 2, 2]) else { return nil }
    var clock = (hour: 0, minute: 0, second: 0, millisecond: 0)
    if parts.count == 2 {
      guard let read = clockTime(parts[1]) else { return nil }
      clock = read
    }
    guard
      let wall = Timestamp(
        year: date[0], month: date[1], day: date[2], hour: clock.hour, minute: clock.minute, second: clock.second,
        millisecond: clock.millisecond)
    else { return nil }
    func moment(_ wall: Timestamp) -> Timestamp? { offset.map { wall + -$0 } ?? utc(ofWall: wall, in: zone) }
    guard let from = moment(wall) else { return nil }
    return Moment(from: from, to: parts.count == 1 ? moment(wall + Calendar.millisecondsPerDay) : nil)
  }

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

  private static func utc(ofWall wall: Timestamp, in zone: Zone) -> Timestamp? {
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

  /// Takes `Z` or `±hh:mm` from the end; the inner nil means there was none, the outer one that it makes no sense.
  private static func takeOffset(_ body: inout Substring) -> Int64?? {
    if body.last == "Z" {
      body.removeLast()
      return .some(.some(0))
    }
    guard body.count > 11, let sign = body.dropFirst(11).lastIndex(where: { $0 == "+" || $0 == "-" }) else {
      return .some(.none)
    }
    let digits = body[sign...].dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let number = Int(digits), number / 100 < 24, number % 100 < 60 else { return .none }
    let minutes = Int64(number / 100 * 60 + number % 100)
    let isWest = body[sign] == "-"
    body = body[..<sign]
    return .some(.some((isWest ? -minutes : minutes) * 60_000))
  }

  private static func clockTime(_ text: Substring) -> (hour: Int, minute: Int, second: Int, millisecond: Int)? {
    let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let shape = halves[0].count == 5 ? [2, 2] : [2, 2, 2]
    guard let numbers = numbers(halves[0], separator: ":", digits: shape) else { return nil }
    var millisecond = 0
    if halves.count == 2 {
      guard numbers.count == 3, (1...3).contains(halves[1].count),
        let fraction = Self.numbers(halves[1], separator: ".", digits: [halves[1].count])
      else { return nil }
      millisecond = fraction[0] * [100, 10, 1][halves[1].count - 1]
    }
    return (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0, millisecond)
  }

  private static func numbers(_ text: Substring, separator: Character, digits: [Int]) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.count) == digits else { return nil }
    let numbers = parts.compactMap { $0.allSatisfy { ("0"..."9").contains($0) } ? Int($0) : nil }
    return numbers.count == parts.count ? numbers : nil
  }
}

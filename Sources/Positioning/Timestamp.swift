/// A moment in UTC: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
///
/// Milliseconds are what gpsd prints and finer than any receiver here needs; an integer keeps them exact.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the Unix epoch.
  public var milliseconds: Int64

  /// Creates a moment from milliseconds since the Unix epoch.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Earlier is less.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

  /// Milliseconds from `b` to `a`, negative when `a` is earlier.
  public static func - (a: Timestamp, b: Timestamp) -> Int64 { a.milliseconds - b.milliseconds }

  /// The moment that many milliseconds later.
  public static func + (a: Timestamp, milliseconds: Int64) -> Timestamp {
    Timestamp(milliseconds: a.milliseconds + milliseconds)
  }
}

extension Timestamp {
  /// Creates a moment from a civil date and time of day in UTC; nil when no such date or time exists.
  ///
  /// Years 1 to 9999. A leap second (60) is the same moment as second 0 of the next minute, as in POSIX.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
  ) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Calendar.days(inMonth: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond)
    else { return nil }
    let days = Calendar.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = ((Int64(days) * 24 + Int64(hour)) * 60 + Int64(minute)) * 60 + Int64(second)
    self.init(milliseconds: seconds * 1000 + Int64(millisecond))
  }

  /// Reads `YYYY-MM-DDThh:mm:ss[.fraction]Z` exactly, as gpsd writes it; nil for anything else.
  ///
  /// Digits beyond the millisecond are cut, not rounded, so that a time never moves into the next second.
  public init?(iso8601 text: Span<UInt8>) {
    guard text.count >= 20, text.holds("-", at: 4), text.holds("-", at: 7), text.holds("T", at: 10),
      text.holds(":", at: 13), text.holds(":", at: 16), text.holds("Z", at: text.count - 1),
      let year = text.number(0..<4), let month = text.number(5..<7), let day = text.number(8..<10),
      let hour = text.number(11..<13), let minute = text.number(14..<16), let second = text.number(17..<19)
    else { return nil }
    var millisecond = 0
    if text.count > 20 {
      guard text.count > 21, text.holds(".", at: 19), let fraction = text.thousandths(20..<text.count - 1) else {
        return nil
      }
      millisecond = fraction
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  /// Reads `YYYY-MM-DDThh:mm:ss[.fraction]Z` exactly; nil for anything else.
  public init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    self.init(iso8601: bytes.span)
  }

  /// `YYYY-MM-DDThh:mm:ss.mmmZ`, always with three decimals.
  public var iso8601: String {
    let civil = Calendar.civil(milliseconds)
    let year = String(civil.year)
    let padding = String(repeating: "0", count: max(0, 4 - year.count))
    return "\(padding)\(year)-\(two(civil.month))-\(two(civil.day))T\(two(civil.hour)):\(two(civil.minute)):"
      + "\(two(civil.second)).\(civil.millisecond < 100 ? "0" : "")\(two(civil.millisecond))Z"
  }

  private func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}

/// The proleptic Gregorian calendar in integers.
///
/// Days and dates by the algorithms in Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
public enum Calendar {
  /// A date and time of day in UTC.
  public struct Civil: Equatable, Sendable {
    /// The parts, each in its usual range.
    public var year, month, day, hour, minute, second, millisecond: Int
  }

  /// Milliseconds of a day without a leap second.
  public static let millisecondsPerDay: Int64 = 86_400_000

  /// Days from 1970-01-01 to the given date.
  public static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The date and time of day of a number of milliseconds since the Unix epoch.
  public static func civil(_ milliseconds: Int64) -> Civil {
    let days = milliseconds.flooredQuotient(millisecondsPerDay)
    let rest = Int(milliseconds - days * millisecondsPerDay)
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return Civil(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1,
      hour: rest / 3_600_000, minute: rest / 60_000 % 60, second: rest / 1000 % 60, millisecond: rest % 1000)
  }

  /// The number of days in a month, 28 to 31.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int64 {
  /// The quotient rounded towards negative infinity, so that moments before 1970 fall into their own day.
  public func flooredQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Span<UInt8> {
  fileprivate func holds(_ character: Unicode.Scalar, at index: Int) -> Bool {
    self[index] == UInt8(ascii: character)
  }

  fileprivate func number(_ range: Range<Int>) -> Int? {
    var value = 0
    for index in range {
      guard (0x30...0x39).contains(self[index]) else { return nil }
      value = value * 10 + Int(self[index] - 0x30)
    }
    return value
  }

  /// The digits after a decimal point, as whole thousandths.
  fileprivate func thousandths(_ range: Range<Int>) -> Int? {
    var value = 0
    var weight = 100
    for index in range {
      guard (0x30...0x39).contains(self[index]) else { return nil }
      value += Int(self[index] - 0x30) * weight
      weight /= 10
    }
    return value
  }
}

import Arguments
import Positioning

/// A moment or a day as somebody wrote it: `YYYY-MM-DD` with an optional `Thh:mm[:ss[.fff]]` (or a blank for the T) and
/// an optional `Z` or `±hh:mm`. Without one of those it is a zone that makes it a moment.
struct WrittenTime: Sendable {
  private let wall: Timestamp
  private let offset: Int64?
  private let isDay: Bool

  static let time = Reader<WrittenTime>(expecting: "a time such as 2026-05-01T06:10:00Z") { WrittenTime($0) }

  static let day = Reader<WrittenTime>(expecting: "a date such as 2026-05-01") { text in
    WrittenTime(text).flatMap { $0.isDay ? $0 : nil }
  }

  init?(_ text: String) {
    var body = text[...]
    guard let offset = Self.takeOffset(&body) else { return nil }
    let parts = body.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == " " }
    guard let date = Self.numbers(parts[0], separator: "-", digits: [4, 2, 2]) else { return nil }
    var clock = (hour: 0, minute: 0, second: 0, millisecond: 0)
    if parts.count == 2 {
      guard let read = Self.clockTime(parts[1]) else { return nil }
      clock = read
    }
    guard
      let wall = Timestamp(
        year: date[0], month: date[1], day: date[2], hour: clock.hour, minute: clock.minute, second: clock.second,
        millisecond: clock.millisecond)
    else { return nil }
    (self.wall, self.offset, isDay) = (wall, offset, parts.count == 1)
  }

  /// When that is, by the wall clock of a zone where no offset is written.
  func moment(in zone: Zone) -> TimeText.Moment {
    func moment(_ wall: Timestamp) -> Timestamp { offset.map { wall + -$0 } ?? TimeText.utc(ofWall: wall, in: zone) }
    return TimeText.Moment(from: moment(wall), to: isDay ? moment(wall + Calendar.millisecondsPerDay) : nil)
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

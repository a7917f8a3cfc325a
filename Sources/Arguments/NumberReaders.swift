import TextOutput

extension Reader<Int> {
  /// A whole number within a range; one that ends at `Int.max` is said to have no end.
  public static func integer(in range: ClosedRange<Int>) -> Reader {
    let limits =
      switch (range.lowerBound, range.upperBound) {
      case (.min, .max): ""
      case (let least, .max): ", \(least) or more"
      case (let least, let most): " from \(least) to \(most)"
      }
    return Reader(expecting: "a whole number" + limits) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension Reader<Double> {
  /// A number with or without decimals, the point a point in every country, no exponent.
  public static func decimal(in range: ClosedRange<Double>) -> Reader {
    let isOpen = range.upperBound == .greatestFiniteMagnitude
    let least = plain(range.lowerBound)
    let limits = isOpen ? ", \(least) or more" : " from \(least) to \(plain(range.upperBound))"
    return Reader(expecting: "a number" + limits) { text in
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }) else { return nil }
      return Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private static func plain(_ limit: Double) -> String {
    var buffer = TextBuffer()
    buffer.append(limit, places: 6, zeros: .trimmed)
    return buffer.string
  }
}

extension Reader<Int64> {
  /// Seconds with or without decimals, ten years at most, as milliseconds; finer digits are cut.
  public static let seconds = Reader(expecting: "seconds, such as 20 or 20.5, and ten years at most") { text in
    milliseconds(text, perUnit: 1000).flatMap { $0 <= tenYears ? $0 : nil }
  }

  /// A length of time as milliseconds, a hundred years at most: `90`, `90s`, `1.5m`, `1h`, `2d` or `250ms`; without a
  /// unit, seconds.
  public static let duration = Reader(
    expecting: "a duration, such as 90s, 5m, 1h or 2d, and a hundred years at most"
  ) { text in
    let number = text.prefix { $0 == "." || $0.isNumber }
    guard let perUnit = millisecondsPerUnit[String(text.dropFirst(number.count))] else { return nil }
    return milliseconds(String(number), perUnit: perUnit).flatMap { $0 <= 10 * tenYears ? $0 : nil }
  }

  /// Ten years of 365.25 days. Clocks have room for a sum of such lengths, not for any that 64 bits hold.
  private static let tenYears: Int64 = 315_576_000_000

  private static var millisecondsPerUnit: [String: Int64] {
    ["": 1000, "ms": 1, "s": 1000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000]
  }

  /// Integers throughout, so that 20.3 is 20 300 and not a millisecond less.
  private static func milliseconds(_ text: String, perUnit: Int64) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first.flatMap({ digits($0) }) else { return nil }
    let fraction = parts.count == 2 ? parts[1] : "0"
    // Nine places of a day are well below a millisecond and fit 64 bits.
    guard digits(fraction) != nil, let billionths = digits((fraction + "000000000").prefix(9)) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: perUnit)
    let (sum, overflowOfSum) = product.addingReportingOverflow(billionths * perUnit / 1_000_000_000)
    return overflow || overflowOfSum ? nil : sum
  }

  private static func digits(_ text: Substring) -> Int64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}

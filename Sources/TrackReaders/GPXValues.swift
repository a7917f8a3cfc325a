import Positioning

/// The simple types of XML Schema that GPX uses, read with some patience for writers that miss them by little.
enum GPXValues {
  /// A decimal number, with an exponent if need be; nil for anything else, infinities and what is no number included.
  static func decimal(_ text: String) -> Double? {
    let text = trimmed(text)
    guard text.utf8.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A whole number that is not negative.
  static func count(_ text: String) -> Int? { Int(trimmed(text)).flatMap { $0 < 0 ? nil : $0 } }

  /// A date and time (xsd:dateTime): with an offset from UTC, or in UTC where there is none, as GPX has it. A blank
  /// may stand for the T. Nil for moments that do not exist and for years before 1.
  static func time(_ text: String) -> Timestamp? {
    var body = Array(trimmed(text).utf8)
    guard body.count >= 19, body[4] == UInt8(ascii: "-"), let offset = takeOffset(&body) else { return nil }
    if body[10] == UInt8(ascii: " ") { body[10] = UInt8(ascii: "T") }
    body.append(UInt8(ascii: "Z"))
    return Timestamp(iso8601: body.span).map { $0 + -offset }
  }

  /// Takes `Z` or `±hh:mm` from the end; gives it in milliseconds, nil if it makes no sense.
  private static func takeOffset(_ body: inout [UInt8]) -> Int64? {
    if body.last == UInt8(ascii: "Z") || body.last == UInt8(ascii: "z") {
      body.removeLast()
      return 0
    }
    guard body.count >= 25, body[body.count - 3] == UInt8(ascii: ":") else { return 0 }
    let zone = body.suffix(6)
    let isEast = zone.first == UInt8(ascii: "+")
    guard isEast || zone.first == UInt8(ascii: "-") else { return 0 }
    let digits = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count == 4, let number = Int64(String(decoding: digits, as: UTF8.self)),
      number / 100 <= 14, number % 100 < 60
    else { return nil }
    body.removeLast(6)
    let milliseconds = (number / 100 * 60 + number % 100) * 60_000
    return isEast ? milliseconds : -milliseconds
  }

  /// Without the blanks and line breaks around it.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }) else {
      return ""
    }
    return String(text[first...last])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

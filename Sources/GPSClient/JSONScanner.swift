import Positioning

/// What a look at the bytes of a line tells, before libgps decodes it.
struct ScannedLine: Equatable {
  enum Class: Equatable { case tpv, sky, device, devices, version, error, other }

  /// The time member, which libgps reads without checking it.
  enum Time: Equatable { case absent, valid(Timestamp), impossible }

  var kind = Class.other
  var time = Time.absent
  /// A member that has to be a number is something else; libgps stops reading there and keeps half a fix.
  var hasWrongType = false
  /// There are blanks between members; gpsd writes none.
  var hasBlanks = false
  /// Where the key of `"activated":0` begins: gpsd says so that a receiver is gone, and libgps, which wants a time
  /// there, refuses the whole line (seen with both of release 3.22).
  var activatedZero: Int?
}

/// Checks that a line is one complete JSON object (RFC 8259), and looks at its top-level members on the way.
///
/// libgps takes a line that was cut inside a number for a fix that is kilometres off; a cut line is never complete.
struct JSONScanner {
  /// gpsd nests three levels; deeper is not from gpsd.
  private static let mostLevels = 16

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = ScannedLine()

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Nil unless the bytes are exactly one object with blanks around it.
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> ScannedLine? {
    var scanner = JSONScanner(bytes)
    scanner.skipBlanks()
    guard scanner.next == UInt8(ascii: "{"), scanner.object(level: 0) else { return nil }
    let inside = scanner.line
    scanner.skipBlanks()
    return scanner.position == bytes.count ? inside : nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position] == 0x20 || (0x09...0x0d).contains(bytes[position]) {
      position += 1
      line.hasBlanks = true
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func object(level: Int) -> Bool {
    position += 1
    skipBlanks()
    if take("}") { return true }
    repeat {
      skipBlanks()
      guard let key = string() else { return false }
      skipBlanks()
      guard take(":") else { return false }
      skipBlanks()
      let start = position
      guard value(level: level + 1) else { return false }
      if level == 0 { note(key, start..<position) }
      skipBlanks()
    } while take(",")
    return take("}")
  }

  private mutating func array(level: Int) -> Bool {
    position += 1
    skipBlanks()
    if take("]") { return true }
    repeat {
      skipBlanks()
      guard value(level: level + 1) else { return false }
      skipBlanks()
    } while take(",")
    return take("]")
  }

  private mutating func value(level: Int) -> Bool {
    guard level < Self.mostLevels else { return false }
    switch next {
    case UInt8(ascii: "\"")?: return string() != nil
    case UInt8(ascii: "{")?: return object(level: level)
    case UInt8(ascii: "[")?: return array(level: level)
    case UInt8(ascii: "t")?: return word("true")
    case UInt8(ascii: "f")?: return word("false")
    case UInt8(ascii: "n")?: return word("null")
    default: return number()
    }
  }

  /// The bytes between the quotes.
  private mutating func string() -> Range<Int>? {
    guard take("\"") else { return nil }
    let start = position
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return start..<(position - 1)
      case UInt8(ascii: "\\"):
        guard next != nil else { return nil }
        position += 1
      case 0..<0x20: return nil
      default: break
      }
    }
    return nil
  }

  private mutating func word(_ word: StaticString) -> Bool {
    guard position + word.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<word.utf8CodeUnitCount where bytes[position + offset] != word.utf8Start[offset] { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  private mutating func number() -> Bool {
    _ = take("-")
    if !take("0") { guard digits() else { return false } }
    if take(".") { guard digits() else { return false } }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      guard digits() else { return false }
    }
    return true
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position > start
  }
}

extension JSONScanner {
  /// Members that libgps reads into a fix as numbers.
  private static let numbers: [StaticString] = [
    "mode", "lat", "lon", "alt", "altHAE", "altMSL", "geoidSep", "speed", "track", "climb", "eph", "epx", "epy", "epv",
    "status", "ept", "eps", "epd", "epc",
  ]

  private mutating func note(_ key: Range<Int>, _ value: Range<Int>) {
    let first = bytes[value.lowerBound]
    if bytes.holds("class", at: key) {
      line.kind = kind(of: value)
    } else if bytes.holds("time", at: key) {
      line.time = time(value)
    } else if line.kind == .device, bytes.holds("activated", at: key), bytes.holds("0", at: value) {
      line.activatedZero = key.lowerBound
    } else if line.kind == .tpv, first > UInt8(ascii: "9") || first == UInt8(ascii: "\""),
      first != UInt8(ascii: "n"), Self.numbers.contains(where: { bytes.holds($0, at: key) })
    {
      line.hasWrongType = true
    }
  }

  private func kind(of value: Range<Int>) -> ScannedLine.Class {
    if bytes.holds("\"TPV\"", at: value) { return .tpv }
    if bytes.holds("\"SKY\"", at: value) { return .sky }
    if bytes.holds("\"DEVICE\"", at: value) { return .device }
    if bytes.holds("\"DEVICES\"", at: value) { return .devices }
    if bytes.holds("\"VERSION\"", at: value) { return .version }
    if bytes.holds("\"ERROR\"", at: value) { return .error }
    return .other
  }

  private func time(_ value: Range<Int>) -> ScannedLine.Time {
    if bytes.holds("null", at: value) { return .absent }
    guard bytes[value.lowerBound] == UInt8(ascii: "\"") else { return .impossible }
    let text = UnsafeBufferPointer(rebasing: bytes[(value.lowerBound + 1)..<(value.upperBound - 1)])
    return Timestamp(iso8601: text.span).map { .valid($0) } ?? .impossible
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func holds(_ text: StaticString, at range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where self[range.lowerBound + offset] != text.utf8Start[offset] { return false }
    return true
  }
}

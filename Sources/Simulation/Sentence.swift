import Positioning

/// One NMEA 0183 sentence being written, field by field.
struct Sentence {
  private var bytes: [UInt8] = []

  /// Begins a sentence of a GPS receiver (talker GP), such as `RMC`.
  init(_ formatter: StaticString) {
    bytes.reserveCapacity(84)
    bytes.append("$GP")
    bytes.append(formatter)
  }

  mutating func field(_ text: StaticString) {
    bytes.append(",")
    bytes.append(text)
  }

  mutating func emptyFields(_ count: Int) {
    for _ in 0..<count { bytes.append(",") }
  }

  mutating func field(whole value: Int?, width: Int = 1) {
    bytes.append(",")
    if let value { bytes.append(whole: value, width: width) }
  }

  mutating func field(decimal value: Double?, places: Int) {
    bytes.append(",")
    if let value { bytes.append(decimal: value, places: places) }
  }

  /// `hhmmss.sss`, empty while the clock is not set.
  mutating func field(timeOfDay time: Timestamp?) {
    bytes.append(",")
    guard let civil = time.map({ Calendar.civil($0.milliseconds) }) else { return }
    bytes.append(whole: civil.hour, width: 2)
    bytes.append(whole: civil.minute, width: 2)
    bytes.append(whole: civil.second, width: 2)
    bytes.append(".")
    bytes.append(whole: civil.millisecond, width: 3)
  }

  /// `ddmmyy`, empty while the clock is not set.
  mutating func field(date time: Timestamp?) {
    bytes.append(",")
    guard let civil = time.map({ Calendar.civil($0.milliseconds) }) else { return }
    bytes.append(whole: civil.day, width: 2)
    bytes.append(whole: civil.month, width: 2)
    bytes.append(whole: civil.year % 100, width: 2)
  }

  /// Four fields: degrees and minutes with a hemisphere each, `ddmm.mmmmm,N,dddmm.mmmmm,E`.
  mutating func fields(place: Coordinate?) {
    guard let place else { return emptyFields(4) }
    angle(place.latitude, degreeDigits: 2)
    field(place.latitude < 0 ? "S" : "N")
    angle(place.longitude, degreeDigits: 3)
    field(place.longitude < 0 ? "W" : "E")
  }

  private mutating func angle(_ degrees: Double, degreeDigits: Int) {
    // Rounded as a whole first: rounding the minutes alone could give 60.00000 of them.
    let minutes = (degrees.magnitude * 60 * 100_000).rounded()
    let wholeDegrees = Int(minutes) / 6_000_000
    bytes.append(",")
    bytes.append(whole: wholeDegrees, width: degreeDigits)
    bytes.append(decimal: (minutes - Double(wholeDegrees) * 6_000_000) / 100_000, places: 5, width: 2)
  }

  /// The whole sentence with checksum (exclusive or of all between `$` and `*`), CR and LF.
  func finished() -> [UInt8] {
    let checksum = bytes.dropFirst().reduce(0, ^)
    var whole = bytes
    whole.append("*")
    whole.append(Self.hexadecimal(checksum >> 4))
    whole.append(Self.hexadecimal(checksum & 15))
    whole.append("\r\n")
    return whole
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
  }
}

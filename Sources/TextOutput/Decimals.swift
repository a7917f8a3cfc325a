/// What becomes of zeros at the end of a fraction.
public enum TrailingZeros: Sendable {
  /// `12.500`: every number of a column has the same number of places.
  case kept
  /// `12.5`, and `12` rather than `12.`.
  case trimmed
}

/// Numbers as xsd:decimal, JSON and CSV all take them: digits and a point, in every locale; no exponent, no `-0`.
extension TextBuffer {
  /// The most places a number may have.
  public static let mostPlaces = 18

  /// Adds a number given in units of 10^−`places`: 471 234 567 with 7 places is `47.1234567`.
  ///
  /// - Precondition: `places` lies in 0...18.
  public mutating func append(decimal scaled: Int64, places: Int, zeros: TrailingZeros = .kept) {
    append(Sign(of: scaled), scaled.magnitude, places: places, zeros: zeros)
  }

  /// Adds a whole number.
  public mutating func append(integer: Int64) { append(decimal: integer, places: 0) }

  /// Adds a whole number.
  public mutating func append(integer: Int) { append(decimal: Int64(integer), places: 0) }

  enum Sign {
    case plus, minus
    init(of value: Int64) { self = value < 0 ? .minus : .plus }
    init(of value: Double) { self = value < 0 ? .minus : .plus }
  }

  mutating func append(_ sign: Sign, _ magnitude: UInt64, places: Int, zeros: TrailingZeros) {
    precondition((0...Self.mostPlaces).contains(places), "a number has 0 to 18 places")
    var digits = magnitude
    var places = places
    if zeros == .trimmed {
      while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
    }
    // A value that rounds to nothing has no direction either.
    let hasSign = sign == .minus && magnitude != 0
    let count = max(digits.decimalDigitCount, places + 1) + (places > 0 ? 1 : 0) + (hasSign ? 1 : 0)
    append(atMost: count) { output in
      output.withUnsafeMutableBufferPointer { text, initialized in
        let room = UnsafeMutableBufferPointer(rebasing: text[initialized..<initialized + count])
        Self.write(digits, places: places, into: room)
        if hasSign { text[initialized] = UInt8(ascii: "-") }
        initialized += count
      }
    }
  }

  /// Fills the room from its end: the fraction, the point, the whole and zeros in front.
  private static func write(_ digits: UInt64, places: Int, into text: UnsafeMutableBufferPointer<UInt8>) {
    var rest = digits
    var index = text.count
    func put(_ digit: UInt64) {
      index -= 1
      text[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
    }
    // Two digits a division.
    for _ in 0..<places / 2 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      put(pair % 10)
      put(pair / 10)
      rest = quotient
    }
    if places % 2 == 1 {
      put(rest % 10)
      rest /= 10
    }
    if places > 0 {
      index -= 1
      text[index] = UInt8(ascii: ".")
    }
    while index > 1 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      put(pair % 10)
      put(pair / 10)
      rest = quotient
    }
    if index > 0 { put(rest % 10) }
  }
}

extension UInt64 {
  /// How many digits it has, one for 0: from its bits, by a number just above log10(2).
  fileprivate var decimalDigitCount: Int {
    let bits = UInt64.bitWidth - (self | 1).leadingZeroBitCount
    let estimate = (bits * 1233) >> 12
    return estimate + (self >= powersOfTen[estimate] ? 1 : 0)
  }
}

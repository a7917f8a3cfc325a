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
    let digits = Digits(magnitude, places: places, zeros: zeros)
    // A value that rounds to nothing has no direction either.
    let hasSign = sign == .minus && magnitude != 0
    append(atMost: Digits.capacity + 2) { output in
      if hasSign { output.append(UInt8(ascii: "-")) }
      digits.write(to: &output)
    }
  }
}

/// The digits of a number, right-aligned, with as many leading zeros as its places ask for.
private struct Digits {
  static let capacity = 20
  private static let zero = UInt8(ascii: "0")

  private var text = InlineArray<20, UInt8>(repeating: Digits.zero)
  private let start: Int
  private let point: Int
  private var end = Digits.capacity

  init(_ magnitude: UInt64, places: Int, zeros: TrailingZeros) {
    precondition((0...TextBuffer.mostPlaces).contains(places), "a number has 0 to 18 places")
    point = Digits.capacity - places
    var rest = magnitude
    var first = Digits.capacity
    while rest != 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      first -= 1
      text[first] = Digits.zero + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    start = min(first, point - 1)
    guard zeros == .trimmed else { return }
    while end > point, text[end - 1] == Digits.zero { end -= 1 }
  }

  func write(to output: inout OutputSpan<UInt8>) {
    for index in start..<point { output.append(text[index]) }
    guard end > point else { return }
    output.append(UInt8(ascii: "."))
    for index in point..<end { output.append(text[index]) }
  }
}

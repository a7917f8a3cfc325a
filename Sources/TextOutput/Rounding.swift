/// Binary floating point as decimals.
extension TextBuffer {
  /// Adds a number rounded to `places` decimals, half away from zero; of any size, never with an exponent.
  ///
  /// What is rounded is the exact binary value, so that 0.285 with 2 places is `0.28`: its double lies below the half.
  ///
  /// - Precondition: `places` lies in 0...18.
  /// - Returns: false when `value` is not a number or infinite; nothing has been added then.
  @discardableResult
  public mutating func append(_ value: Double, places: Int, zeros: TrailingZeros = .kept) -> Bool {
    guard value.isFinite else { return false }
    let (significand, shift) = value.integerParts
    switch shift {
    case 1...:
      append(Sign(of: value), whole: LargeNumber(significand, timesTwoTo: shift), places: places, zeros: zeros)
    default:
      append(Sign(of: value), scaled(significand, shiftedRight: -shift, places: places), places: places, zeros: zeros)
    }
    return true
  }

  /// significand × 10^places / 2^shift, rounded half up; exact, since 53 and 60 bits fit into 128.
  private func scaled(_ significand: UInt64, shiftedRight shift: Int, places: Int) -> UInt128 {
    let (high, low) = significand.multipliedFullWidth(by: powersOfTen[places])
    let product = UInt128(high) << 64 | UInt128(low)
    // The product is below 2^114: from there on even its half is less than one unit.
    guard shift > 0, shift < 120 else { return shift == 0 ? product : 0 }
    return (product + 1 << (shift - 1)) >> shift
  }

  private mutating func append(_ sign: Sign, _ scaled: UInt128, places: Int, zeros: TrailingZeros) {
    if let magnitude = UInt64(exactly: scaled) { return append(sign, magnitude, places: places, zeros: zeros) }
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: UInt128(powersOfTen[places]))
    // Not beyond 64 bits: a value with binary places is below 2^53.
    append(sign, UInt64(whole), places: 0, zeros: .kept)
    var tail = TextBuffer()
    tail.append(.plus, UInt64(fraction), places: places, zeros: zeros)
    append(bytes: tail.bytes.dropFirst())
  }

  private mutating func append(_ sign: Sign, whole: LargeNumber, places: Int, zeros: TrailingZeros) {
    if sign == .minus { append(byte: UInt8(ascii: "-")) }
    append(whole.description)
    guard places > 0, zeros == .kept else { return }
    append(byte: UInt8(ascii: "."))
    append(bytes: repeatElement(UInt8(ascii: "0"), count: places))
  }
}

/// 10^0 to 10^19.
let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
  100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
  10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
  10_000_000_000_000_000_000,
]

extension Double {
  /// The magnitude as significand × 2^shift, as IEEE 754 stores it.
  fileprivate var integerParts: (significand: UInt64, shift: Int) {
    let bits = Int(exponentBitPattern)
    guard bits > 0 else { return (significandBitPattern, -1074) }
    return (significandBitPattern | 1 << 52, bits - 1075)
  }
}

/// A whole number beyond 64 bits, for the rare double that is one: doubled digit by digit.
private struct LargeNumber: CustomStringConvertible {
  private static let base: UInt64 = 1_000_000_000_000_000_000
  private var limbs: [UInt64]

  init(_ significand: UInt64, timesTwoTo shift: Int) {
    limbs = [significand]
    for _ in 0..<shift { double() }
  }

  private mutating func double() {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let doubled = limbs[index] * 2 + carry
      (carry, limbs[index]) = doubled.quotientAndRemainder(dividingBy: LargeNumber.base)
    }
    if carry > 0 { limbs.append(carry) }
  }

  var description: String {
    limbs.reversed().enumerated().reduce(into: "") { text, limb in
      let digits = String(limb.element)
      text += (limb.offset == 0 ? "" : String(repeating: "0", count: 18 - digits.count)) + digits
    }
  }
}

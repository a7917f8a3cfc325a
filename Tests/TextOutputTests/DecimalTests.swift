import Foundation
import Testing
import TextOutput

@Suite("Decimals")
struct DecimalTests {
  @Test(
    "A scaled number is written with its point in place",
    arguments: [
      (471_234_567, 7, "47.1234567"), (-89, 7, "-0.0000089"), (0, 7, "0.0000000"), (5, 1, "0.5"), (42, 0, "42"),
      (-1, 0, "-1"), (1, 18, "0.000000000000000001"), (Int64.max, 18, "9.223372036854775807"),
      (Int64.min, 0, "-9223372036854775808"), (Int64.min, 18, "-9.223372036854775808"),
    ] as [(Int64, Int, String)])
  func kept(scaled: Int64, places: Int, expected: String) {
    #expect(written { $0.append(decimal: scaled, places: places, zeros: .kept) } == expected)
  }

  @Test(
    "Trimming never leaves a bare point nor touches the whole part",
    arguments: [
      (0, 7, "0"), (1_000_000, 3, "1000"), (1_250, 3, "1.25"), (-500, 3, "-0.5"), (100, 0, "100"),
      (-10_000_000, 7, "-1"),
    ] as [(Int64, Int, String)])
  func trimmed(scaled: Int64, places: Int, expected: String) {
    #expect(written { $0.append(decimal: scaled, places: places, zeros: .trimmed) } == expected)
  }

  @Test(
    "A number near zero is written without an exponent",
    arguments: [
      (-0.0000246, 7, "-0.0000246"), (0.0000001, 7, "0.0000001"), (1.2e-6, 4, "0.0000"), (-1.2e-6, 4, "0.0000"),
      (-0.0, 2, "0.00"), (.leastNonzeroMagnitude, 18, "0.000000000000000000"), (-0.04, 1, "0.0"),
    ])
  func tiny(value: Double, places: Int, expected: String) {
    #expect(written { $0.append(value, places: places) } == expected)
  }

  @Test(
    "Halves are rounded away from zero, by the exact binary value",
    arguments: [
      (0.5, 0, "1"), (-0.5, 0, "-1"), (1.5, 0, "2"), (2.5, 0, "3"), (0.125, 2, "0.13"), (-0.125, 2, "-0.13"),
      (0.285, 2, "0.28"), (1.005, 2, "1.00"), (0.49999999999999994, 0, "0"), (9.995, 2, "9.99"), (99.96, 1, "100.0"),
    ])
  func halves(value: Double, places: Int, expected: String) {
    #expect(written { $0.append(value, places: places) } == expected)
  }

  @Test(
    "A number of any size is written in full",
    arguments: [
      1e15, -1e15, 9.007199254740993e15, 1.8446744073709552e19, -9.3e18, 1e22, 1e300, .greatestFiniteMagnitude,
    ])
  func huge(value: Double) {
    #expect(written { $0.append(value, places: 0) } == String(format: "%.0f", value))
    #expect(written { $0.append(value, places: 3) } == String(format: "%.3f", value))
    #expect(written { $0.append(value, places: 3, zeros: .trimmed) } == String(format: "%.0f", value))
  }

  @Test("What is not a number is never written", arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
  func nonFinite(value: Double) {
    var buffer = TextBuffer()
    let isWritten = buffer.append(value, places: 3)
    #expect(!isWritten)
    #expect(buffer.isEmpty)
  }

  @Test("Scaled numbers read back as the same decimal")
  func scaledAgainstDecimal() {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let scaled = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
      let places = Int.random(in: 0...18, using: &random)
      let exact = Decimal(scaled) * Decimal(sign: .plus, exponent: -places, significand: 1)
      for zeros in [TrailingZeros.kept, .trimmed] {
        let text = written { $0.append(decimal: scaled, places: places, zeros: zeros) }
        #expect(Decimal(string: text) == exact, "seed \(seed): \(scaled) with \(places) places is \(text)")
        #expect(text.isXSDDecimal, "seed \(seed): \(text)")
      }
    }
  }

  @Test("Doubles agree with printf wherever it has no tie to break")
  func doublesAgainstPrintf() {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      // Random significands have no ties at few places: a tie needs a significand that ends in zeros.
      let value = Double(
        sign: Bool.random(using: &random) ? .plus : .minus, exponent: Int.random(in: -70...140, using: &random),
        significand: Double.random(in: 1..<2, using: &random).nextUp)
      let places = Int.random(in: 0...18, using: &random)
      guard !value.isTie(places: places) else { continue }
      let text = written { $0.append(value, places: places) }
      let printed = String(format: "%.\(places)f", value)
      let isZero = !printed.contains { "123456789".contains($0) }
      #expect(
        text == (isZero ? printed.replacing("-", with: "") : printed), "seed \(seed): \(value) with \(places) places")
    }
  }
}

extension Double {
  /// The number of binary digits after the point.
  private var binaryPlaces: Int {
    isZero ? 0 : Swift.max(0, 52 - significandBitPattern.trailingZeroBitCount - Int(exponent))
  }

  /// Whether the value may end exactly in half a unit of the last place, which takes at most `places + 1` of them.
  fileprivate func isTie(places: Int) -> Bool { binaryPlaces <= places + 1 && binaryPlaces > 0 }
}

extension String {
  /// The lexical form of xsd:decimal, without a sign on zero.
  fileprivate var isXSDDecimal: Bool {
    wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil && !(first == "-" && Double(self) == 0)
  }
}

import Glibc

/// Random numbers that follow from a seed alone, so that every run of a simulation gives the same bytes.
///
/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014). The
/// variates are made here and not by the standard library, whose algorithms may change between releases.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private static let goldenGamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64
  private var spareVariate: Double?

  /// Creates the generator of a seed.
  public init(seed: UInt64) { state = seed }

  /// Creates the generator of one purpose of a seed: purposes do not disturb one another when one draws more.
  public init(seed: UInt64, purpose: UInt64) {
    var mixer = SeededGenerator(seed: seed ^ (purpose &* Self.goldenGamma).byteSwapped)
    state = mixer.next()
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= Self.goldenGamma
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A variate that is uniform in [0, 1), from the upper 53 bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A variate that is uniform between two bounds.
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// −1 or 1, each as likely.
  public mutating func sign() -> Double { next() >> 63 == 0 ? 1 : -1 }

  /// A Gaussian variate of mean 0 and variance 1 by the polar method (D. Knuth, TAOCP vol. 2, 3.4.1 C).
  public mutating func gaussian() -> Double {
    if let spare = spareVariate {
      spareVariate = nil
      return spare
    }
    while true {
      let x = uniform(-1...1)
      let y = uniform(-1...1)
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let factor = (-2 * log(square) / square).squareRoot()
      spareVariate = y * factor
      return x * factor
    }
  }
}

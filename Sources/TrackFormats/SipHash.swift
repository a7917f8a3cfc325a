/// SipHash-2-4: 64 bits that nobody can foretell or turn back who does not know the key.
///
/// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012.
struct SipHash {
  private let key: (UInt64, UInt64)

  /// Takes a key of 128 bits.
  init(key: (UInt64, UInt64)) { self.key = key }

  /// The hash of a message of whole words, each in its eight little-endian bytes.
  func hash(_ words: [UInt64]) -> UInt64 {
    var state = State(key)
    for word in words { state.absorb(word) }
    // The last block holds the length modulo 256 in its highest byte; there are no bytes beyond whole words.
    state.absorb(UInt64(truncatingIfNeeded: words.count * 8) << 56)
    return state.finished()
  }

  private struct State {
    private var v0, v1, v2, v3: UInt64

    init(_ key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736f_6d65_7073_6575
      v1 = key.1 ^ 0x646f_7261_6e64_6f6d
      v2 = key.0 ^ 0x6c79_6765_6e65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { round() }
      v0 ^= word
    }

    mutating func finished() -> UInt64 {
      v2 ^= 0xff
      for _ in 0..<4 { round() }
      return v0 ^ v1 ^ v2 ^ v3
    }

    private mutating func round() {
      v0 &+= v1
      v1 = rotated(v1, 13) ^ v0
      v0 = rotated(v0, 32)
      v2 &+= v3
      v3 = rotated(v3, 16) ^ v2
      v0 &+= v3
      v3 = rotated(v3, 21) ^ v0
      v2 &+= v1
      v1 = rotated(v1, 17) ^ v2
      v2 = rotated(v2, 32)
    }

    private func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
  }
}

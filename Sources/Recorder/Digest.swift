/// A fingerprint of an input, to know it again: FNV-1a over 64-bit words, twice with different beginnings.
///
/// It guards against importing a file twice by mistake, not against anybody who wants it to.
struct Digest {
  private var low: UInt64 = 0xcbf2_9ce4_8422_2325
  private var high: UInt64 = 0x6c62_272e_07bb_0142
  private var pending: UInt64 = 0
  private var bytes = 0

  /// Adds bytes; how they are cut into pieces makes no difference.
  mutating func add(_ piece: UnsafeRawBufferPointer) {
    var rest = piece[...]
    while !rest.isEmpty {
      if bytes & 7 == 0, rest.count >= 8 {
        mix(UInt64(bigEndian: piece.loadUnaligned(fromByteOffset: rest.startIndex, as: UInt64.self)))
        rest = rest.dropFirst(8)
        bytes += 8
      } else {
        pending = pending << 8 | UInt64(rest.removeFirst())
        bytes += 1
        if bytes & 7 == 0 { mix(pending) }
      }
    }
  }

  var text: String {
    var copy = self
    copy.mix(pending << 1 | 1)
    copy.mix(UInt64(bytes))
    return String(copy.high, radix: 16) + "-" + String(copy.low, radix: 16)
  }

  private mutating func mix(_ word: UInt64) {
    low = (low ^ word) &* 0x0000_0100_0000_01b3
    high = (high ^ (word << 32 | word >> 32)) &* 0x9e37_79b9_7f4a_7c15
    low ^= low >> 29
    pending = 0
  }
}

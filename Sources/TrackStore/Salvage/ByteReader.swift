/// Reads numbers from bytes that may be anything; whatever is not there is nil.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], from position: Int = 0, to end: Int? = nil) {
    self.bytes = bytes
    self.position = position
    self.end = min(end ?? bytes.count, bytes.count)
  }

  /// How many bytes are left.
  var count: Int { end - position }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, position >= 0, position <= end - count else { return nil }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  /// A big-endian number without a sign.
  mutating func unsigned(bytes count: Int) -> UInt64? { take(count)?.reduce(0) { $0 << 8 | UInt64($1) } }

  /// A big-endian number in two's complement.
  mutating func signed(bytes count: Int) -> Int64? {
    unsigned(bytes: count).map { Int64(bitPattern: $0 << UInt64(64 - 8 * count)) >> Int64(64 - 8 * count) }
  }

  /// SQLite's number of variable length, section 1.6 of its file format: seven bits a byte, eight in the ninth.
  mutating func varint() -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard let byte = unsigned(bytes: 1) else { return nil }
      if index == 8 { return Int64(bitPattern: value << 8 | byte) }
      value = value << 7 | byte & 0x7f
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}

extension [UInt8] {
  /// The big-endian number of four bytes at an offset; nil where it does not fit.
  func bigEndian(at offset: Int) -> UInt32? {
    var reader = ByteReader(self, from: offset)
    return reader.unsigned(bytes: 4).map { UInt32($0) }
  }
}

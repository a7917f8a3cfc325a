/// What a sentence of NMEA 0183 looks like.
enum NMEASentence {
  /// Without the blanks behind it.
  static func trimmed(_ line: [UInt8]) -> [UInt8] {
    Array(line[..<(line.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0)])
  }

  /// Whether gpsd surely repeats a line: a sentence of the standard (an address of five characters, of which the first
  /// is not the P of a maker's own) whose checksum is right, or that has none.
  static func isRepeated(_ line: [UInt8]) -> Bool {
    guard line.count > 7, line[0] == UInt8(ascii: "$") || line[0] == UInt8(ascii: "!"), line[6] == UInt8(ascii: ","),
      line[1] != UInt8(ascii: "P"), line[1...5].allSatisfy({ isUpperCase($0) || isDigit($0) })
    else { return false }
    guard let star = line.lastIndex(of: UInt8(ascii: "*")) else { return true }
    return line.count == star + 3 && checksum(line[1..<star]) == byte(line[star + 1], line[star + 2])
  }

  /// All bytes between the beginning and the star, one over the other.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 { bytes.reduce(0, ^) }

  private static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
  }

  private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

import Glibc

/// Puts pieces of a stream together into lines; memory is bounded whatever comes.
public struct LineAssembler: ~Copyable {
  /// gpsd's longest line has 10 kB (20 kB in newer releases); a longer one is not from gpsd.
  public static let longestLine = 65_536

  /// What the stream holds next.
  public enum Piece {
    /// A line without its end; the byte after it is 0, as C wants it.
    case line(UnsafeMutableBufferPointer<UInt8>)
    /// A line that was longer than any of gpsd's; it was left out.
    case tooLong
  }

  private var storage: [UInt8]
  private var filled = 0
  private var isSkipping = false

  /// Creates an assembler with nothing in it.
  public init() { storage = [UInt8](repeating: 0, count: 2 * Self.longestLine) }

  /// Lets `read` put bytes into the free room and hands out every line that is complete then.
  ///
  /// - Returns: what `read` returned: how many bytes it brought, 0 at the end of the stream, negative for an error.
  public mutating func fill(
    _ read: (UnsafeMutableRawBufferPointer) -> Int, handle: (Piece) throws -> Void
  ) rethrows -> Int {
    let start = filled
    let count = storage.withUnsafeMutableBytes { read(UnsafeMutableRawBufferPointer(rebasing: $0[start...])) }
    guard count > 0 else { return count }
    filled += count
    try drain(newFrom: start, handle)
    return count
  }

  /// Hands out what is left at the end of a file that does not end its last line.
  public mutating func finish(handle: (Piece) throws -> Void) rethrows {
    guard filled > 0 || isSkipping else { return }
    storage[filled] = UInt8(ascii: "\n")
    filled += 1
    try drain(newFrom: filled - 1, handle)
  }

  /// Forgets the beginning of a line: the stream was cut.
  public mutating func reset() {
    filled = 0
    isSkipping = false
  }

  private mutating func drain(newFrom: Int, _ handle: (Piece) throws -> Void) rethrows {
    let end = filled
    var start = 0
    var position = newFrom
    var skipping = isSkipping
    defer {
      filled = storage.withUnsafeMutableBufferPointer { bytes in
        let rest = end - start
        if start > 0, let base = bytes.baseAddress { base.update(from: base + start, count: rest) }
        return rest
      }
      if filled > Self.longestLine {
        filled = 0
        skipping = true
      }
      isSkipping = skipping
    }
    try storage.withUnsafeMutableBufferPointer { bytes in
      while position < end, let base = bytes.baseAddress,
        let found = memchr(base + position, Int32(UInt8(ascii: "\n")), end - position)
      {
        position = found.assumingMemoryBound(to: UInt8.self) - UnsafeMutablePointer(base)
        bytes[position] = 0
        let line = UnsafeMutableBufferPointer(rebasing: bytes[start..<position])
        start = position + 1
        position = start
        if skipping || line.count > Self.longestLine {
          skipping = false
          try handle(.tooLong)
        } else {
          try handle(.line(line))
        }
      }
    }
  }
}

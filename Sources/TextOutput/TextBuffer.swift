/// Text on its way out: UTF-8 bytes that grow at the end.
///
/// Exporters stream millions of rows through one buffer: write a row, hand `bytes` on, `removeAll()`, so that nothing
/// is allocated per row.
public struct TextBuffer: Sendable {
  /// What becomes of the memory of a buffer that is emptied.
  public enum Capacity: Sendable {
    /// Kept for the next row.
    case kept
    /// Given back.
    case released
  }

  /// The text so far, in UTF-8.
  public private(set) var bytes: [UInt8]

  /// Creates an empty buffer.
  public init() { bytes = [] }

  /// Creates an empty buffer with room for a number of bytes.
  public init(reserving capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// The text so far.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes so far.
  public var count: Int { bytes.count }

  /// Whether nothing has been written.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Adds text as it is, with nothing escaped.
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Adds one byte.
  public mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Adds bytes, which the caller knows to be UTF-8.
  public mutating func append(bytes more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Adds all that another buffer holds.
  public mutating func append(_ other: TextBuffer) { bytes.append(contentsOf: other.bytes) }

  /// Empties the buffer.
  public mutating func removeAll(_ capacity: Capacity = .kept) { bytes.removeAll(keepingCapacity: capacity == .kept) }

  /// Adds at most `capacity` bytes that `write` initialises in place, without a check for room per byte.
  public mutating func append(atMost capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    bytes.append(addingCapacity: capacity, initializingWith: write)
  }

  /// The buffer as a value of its own, leaving this one empty: a writer can hold it without copying its bytes.
  mutating func taken() -> TextBuffer {
    var result = TextBuffer()
    swap(&result, &self)
    return result
  }
}

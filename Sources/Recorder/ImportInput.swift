import Glibc

/// An input that is to be imported: its bytes, what they are by the look of their beginning, and their fingerprint.
struct ImportInput: ~Copyable {
  /// What kind of recording.
  enum Content: Equatable {
    case gpsdJSON, xml, nmea
    case unknown
  }

  /// A recording that begins with so many blanks is none.
  private static let longestHead = 4096

  private let descriptor: Int32
  /// What was read to see what it is.
  private var head: [UInt8] = []
  /// How much of that was handed out.
  private var handedOut = 0
  private var digest = Digest()
  private let tell: (_ bytes: Int) -> Void

  /// `tell` hears of every piece that is handed out.
  init(_ descriptor: Int32, tell: @escaping (_ bytes: Int) -> Void = { _ in }) {
    self.descriptor = descriptor
    self.tell = tell
  }

  /// Of everything that was handed out.
  var fingerprint: String { digest.text }

  /// What it is, by its first character outside of comments.
  mutating func content() throws(ImportError) -> Content {
    while head.count < Self.longestHead {
      if let content = Content(head) { return content }
      var piece = [UInt8](repeating: 0, count: Self.longestHead - head.count)
      let count = piece.withUnsafeMutableBytes { readOn(into: $0) }
      guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
      if count == 0 { return .unknown }
      head += piece[..<count]
    }
    return Content(head) ?? .unknown
  }

  /// Copies the next bytes into a buffer; gives how many, 0 at the end, less with `errno`.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var count = min(head.count - handedOut, buffer.count)
    if count > 0 {
      buffer.copyBytes(from: head[handedOut..<handedOut + count])
      handedOut += count
    } else {
      count = readOn(into: buffer)
    }
    if count > 0 {
      digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      tell(count)
    }
    return count
  }

  private func readOn(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }
}

extension ImportInput.Content {
  /// By the first character that is no blank, no byte order mark and not of a line that begins with `#`, as those do in
  /// which gpsd's own logs say what they are; nil if there is none yet.
  fileprivate init?(_ bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D]
    var rest = bytes.drop(while: marks.contains)
    while rest.first == UInt8(ascii: "#") {
      rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop(while: marks.contains)
    }
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "{"): self = .gpsdJSON
    case UInt8(ascii: "<"): self = .xml
    case UInt8(ascii: "$"), UInt8(ascii: "!"): self = .nmea
    default: self = Self.hasSentence(rest) ? .nmea : .unknown
    }
  }

  /// Whether a receiver that spoke otherwise before, or not at all, was heard to say a sentence.
  private static func hasSentence(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      let start = line.lastIndex(of: UInt8(ascii: "$")) ?? line.endIndex
      let sentence = NMEASentence.trimmed(Array(line[start...]))
      return sentence.contains(UInt8(ascii: "*")) && NMEASentence.isRepeated(sentence)
    }
  }
}

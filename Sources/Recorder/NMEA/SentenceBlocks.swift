/// Some sentences of a log, and how one knows that gpsd has read them.
struct SentenceBlock: Equatable {
  /// Whole lines.
  var text: [UInt8] = []
  /// The last sentence that gpsd repeats, and how often it stands in the text; nil if it repeats none of them.
  var echo: Echo?

  /// What gpsd repeats.
  struct Echo: Equatable {
    var sentence: [UInt8]
    var times: Int
  }
}

/// Cuts a log of NMEA 0183 into blocks.
///
/// gpsd never waits for a client: what does not fit into its buffers is lost. But a client that asks for it hears each
/// sentence again, and so can hold the next block back until gpsd is through with this one.
struct SentenceBlocks {
  /// Enough that waiting does not matter, and so little that what gpsd says about it fits into any buffer.
  private static let usualLength = 2_048
  /// Without a sentence that gpsd repeats, in bytes.
  private static let greatestLength = 16_384

  private var text: [UInt8] = []
  private var repeated: [Range<Int>] = []

  /// Adds a line without its end; gives the block that it completes.
  mutating func add(_ line: some Collection<UInt8>) -> SentenceBlock? {
    let sentence = NMEASentence.trimmed(Array(line))
    let start = text.count
    text += sentence
    if NMEASentence.isRepeated(sentence) { repeated.append(start..<text.count) }
    text += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    let isEnd = text.count >= Self.usualLength && repeated.last?.lowerBound == start
    return isEnd || text.count >= Self.greatestLength ? finish() : nil
  }

  /// What is left, if anything.
  mutating func finish() -> SentenceBlock? {
    guard !text.isEmpty else { return nil }
    defer { (text, repeated) = ([], []) }
    let echo = repeated.last.map { last in
      SentenceBlock.Echo(
        sentence: Array(text[last]), times: repeated.count { text[$0].elementsEqual(text[last]) })
    }
    return SentenceBlock(text: text, echo: echo)
  }
}

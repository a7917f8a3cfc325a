import GPSClient
import Glibc
public import Positioning
public import TrackStore
import Tracking

/// Why an input could not be imported.
public enum ImportError: Error, Equatable {
  /// The file cannot be read; why.
  case unreadable(String)
  /// No line of the input is gpsd's.
  case notGPSD
}

/// Brings recorded gpsd JSON, as `gpspipe -w` writes it, through the very pipeline of a live recording.
public enum Importer {
  /// What an import did.
  public struct Summary: Equatable, Sendable {
    /// The sessions it made, more than one where the receiver's clock stepped back.
    public var sessions: [Int64]
    /// Lines read.
    public var lines: Int
  }

  /// So many facts are kept in memory at most.
  private static let batch = 512

  /// Imports everything that a descriptor gives, all or nothing.
  public static func run(
    reading descriptor: Int32, named name: String, _ settings: Recording.Settings, into writer: consuming TrackWriter,
    present: Timestamp?
  ) throws -> Summary {
    try writer.open()
    // Whatever fails from here on, the transaction is taken back when the connection closes.
    var recording = Recording(settings, bootID: Identity.bootID())
    recording.open()
    let (lines, digest) = try feed(&recording, into: &writer, from: descriptor, present: present)
    recording.end(.imported)
    try commit(&recording, to: &writer)
    try writer.remember(import: digest, name: name)
    let sessions = writer.sessions
    try writer.close()
    return Summary(sessions: sessions, lines: lines)
  }

  private static func commit(_ recording: inout Recording, to writer: inout TrackWriter) throws(StoreError) {
    try writer.commit(recording.facts, recording.snapshot, .process)
    recording.noteStored()
  }

  private static func feed(
    _ recording: inout Recording, into writer: inout TrackWriter, from descriptor: Int32, present: Timestamp?
  ) throws -> (lines: Int, digest: String) {
    let decoder = ReportDecoder()
    var lines = LineAssembler()
    var digest = Digest()
    var count = 0
    var known = 0
    let handle: (LineAssembler.Piece, inout Recording, inout TrackWriter) throws -> Void = { piece, recording, writer in
      let message = decoder.decode(piece)
      count += 1
      if case .malformed = message {} else if message != .other { known += 1 }
      if case .version = message { recording.step(.interrupted(.gpsdGone)) }
      recording.take(message, from: decoder, at: nil, present: present)
      if recording.facts.count >= batch { try commit(&recording, to: &writer) }
    }
    while true {
      let bytes = try lines.fill(
        { buffer in
          let bytes = read(descriptor, buffer.baseAddress, buffer.count)
          if bytes > 0 { digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<bytes])) }
          return bytes
        }, handle: { try handle($0, &recording, &writer) })
      if bytes < 0 {
        if errno == EINTR { continue }
        throw ImportError.unreadable(String(cString: strerror(errno)))
      }
      if bytes == 0 { break }
    }
    try lines.finish { try handle($0, &recording, &writer) }
    guard known > 0 else { throw ImportError.notGPSD }
    return (count, digest.text)
  }
}

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

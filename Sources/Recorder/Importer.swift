import GPSClient
import Glibc
public import Positioning
public import TrackReaders
public import TrackStore
public import Tracking

/// Why an input could not be imported.
public enum ImportError: Error, Equatable {
  /// The file cannot be read; why.
  case unreadable(String)
  /// No line of the input is gpsd's.
  case notGPSD
  /// It is what the receiver said, and gpsd cannot be let read it; why.
  case nmea(NMEAFault)
  /// A GPX file is damaged, and only a whole one was wanted.
  case damaged(GPXFault)
  /// A GPX file has no point that could be part of a track.
  case noTrack(Importer.GPXSummary)
}

/// Brings recordings in through the very pipeline of a live one, each all or nothing: gpsd's JSON as `gpspipe -w` writes
/// it, NMEA by way of gpsd, and GPX.
public enum Importer {
  /// How an input is to be taken.
  public struct Settings: Sendable {
    /// How fixes become sessions.
    public var recording: Recording.Settings
    /// The same for points of a GPX file, in which somebody has chosen already what to keep.
    public var points: TrackPipeline.Settings
    /// The present time where somebody named one, for receivers that are wrong about it.
    public var present: Timestamp?
    /// What becomes of a damaged file.
    public var damage = Damage.refused

    /// What becomes of a damaged file.
    public enum Damage: Sendable {
      /// Nothing of it is taken, unless all that is wrong is that it ends early.
      case refused
      /// What comes before the damage is taken.
      case cutOff
    }

    /// Creates settings.
    public init(recording: Recording.Settings, points: TrackPipeline.Settings, present: Timestamp?) {
      (self.recording, self.points, self.present) = (recording, points, present)
    }
  }

  /// What an import did.
  public struct Summary: Equatable, Sendable {
    /// The sessions it made, more than one where the receiver's clock stepped back or the file holds several.
    public var sessions: [Int64]
    /// What was read.
    public var content: Content
  }

  /// What was read.
  public enum Content: Equatable, Sendable {
    /// So many lines of gpsd.
    case lines(Int)
    case gpx(GPXSummary)
  }

  /// So many facts are kept in memory at most.
  private static let batch = 512

  /// Imports everything that a descriptor gives, all or nothing; `tell` hears how many bytes were taken.
  public static func run(
    reading descriptor: Int32, named name: String, _ settings: Settings, into writer: consuming TrackWriter,
    tell: @escaping (_ bytes: Int) -> Void = { _ in }
  ) throws -> Summary {
    var input = ImportInput(descriptor, tell: tell)
    // Whatever fails from here on, the transaction is taken back when the connection closes.
    try writer.open()
    let content: Content =
      switch try input.content() {
      case .xml: .gpx(try takeGPX(&input, settings, into: &writer))
      case .nmea: .lines(try takeNMEA(&input, settings, into: &writer))
      case .gpsdJSON, .unknown: .lines(try takeLines(&input, settings, into: &writer))
      }
    try writer.remember(import: input.fingerprint, name: name)
    let sessions = writer.sessions
    try writer.close()
    return Summary(sessions: sessions, content: content)
  }

  static func commit(_ recording: inout Recording, to writer: inout TrackWriter) throws(StoreError) {
    try writer.commit(recording.facts, recording.snapshot, .process)
    recording.noteStored()
  }

  static func commitBatch(_ recording: inout Recording, to writer: inout TrackWriter) throws(StoreError) {
    if recording.facts.count >= batch { try commit(&recording, to: &writer) }
  }
}

// MARK: - JSON of gpsd

extension Importer {
  private static func takeLines(
    _ input: inout ImportInput, _ settings: Settings, into writer: inout TrackWriter
  ) throws -> Int {
    var recording = Recording(settings.recording, bootID: Identity.bootID())
    recording.open()
    let lines = try feed(&recording, into: &writer, from: &input, present: settings.present)
    recording.end(.imported)
    try commit(&recording, to: &writer)
    return lines
  }

  private static func feed(
    _ recording: inout Recording, into writer: inout TrackWriter, from input: inout ImportInput, present: Timestamp?
  ) throws -> Int {
    let decoder = ReportDecoder()
    var lines = LineAssembler()
    var count = 0
    var known = 0
    let handle: (LineAssembler.Piece, inout Recording, inout TrackWriter) throws -> Void = { piece, recording, writer in
      let message = decoder.decode(piece)
      count += 1
      if case .malformed = message {} else if message != .other { known += 1 }
      if case .version = message { recording.step(.interrupted(.gpsdGone)) }
      recording.take(message, from: decoder, at: nil, present: present)
      try commitBatch(&recording, to: &writer)
    }
    while true {
      let bytes = try lines.fill({ input.read(into: $0) }, handle: { try handle($0, &recording, &writer) })
      if bytes < 0 { throw ImportError.unreadable(String(cString: strerror(errno))) }
      if bytes == 0 { break }
    }
    try lines.finish { try handle($0, &recording, &writer) }
    guard known > 0 else { throw ImportError.notGPSD }
    return count
  }
}

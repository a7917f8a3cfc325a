import Glibc
import TrackReaders
import TrackStore

// MARK: - GPX

extension Importer {
  private static let pieceLength = 65_536

  static func takeGPX(
    _ input: inout ImportInput, _ settings: Settings, into writer: inout TrackWriter
  ) throws -> GPXSummary {
    var sessions = GPXSessions(settings, present: settings.present ?? Clocks.present())
    var fault: GPXFault?
    do { try feed(&sessions, into: &writer, from: &input) } catch let found as GPXFault { fault = found }
    if let fault, !fault.endsEarly, settings.damage == .refused { throw ImportError.damaged(fault) }
    // The fingerprint is that of the whole input.
    try skipRest(of: &input)
    sessions.finish(at: fault)
    try commit(&sessions.recording, to: &writer)
    guard sessions.hasTrack else { throw ImportError.noTrack(sessions.summary) }
    return sessions.summary
  }

  private static func feed(
    _ sessions: inout GPXSessions, into writer: inout TrackWriter, from input: inout ImportInput
  ) throws {
    var reader = GPXReader()
    let handle: (GPXItem, inout GPXSessions, inout TrackWriter) throws -> Void = { item, sessions, writer in
      sessions.take(item)
      try commitBatch(&sessions.recording, to: &writer)
    }
    try forEachPiece(of: &input) { piece in try reader.read(piece) { try handle($0, &sessions, &writer) } }
    try reader.finish { try handle($0, &sessions, &writer) }
  }

  private static func skipRest(of input: inout ImportInput) throws { try forEachPiece(of: &input) { _ in } }

  private static func forEachPiece(
    of input: inout ImportInput, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 1)
    defer { piece.deallocate() }
    while true {
      let count = input.read(into: piece)
      if count < 0 { throw ImportError.unreadable(String(cString: strerror(errno))) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
  }
}

extension GPXFault {
  fileprivate var endsEarly: Bool { kind == .endsEarly }
}

import GPSClient
import Glibc
import Positioning
import TrackStore

// MARK: - NMEA

extension Importer {
  /// Lets a gpsd of its own read the log, and takes what that reports as if it were recorded.
  static func takeNMEA(
    _ input: inout ImportInput, _ settings: Settings, into writer: inout TrackWriter
  ) throws -> Int {
    do { return try replay(&input, settings, into: &writer) } catch let fault as NMEAFault {
      throw ImportError.nmea(fault)
    }
  }

  private static func replay(
    _ input: inout ImportInput, _ settings: Settings, into writer: inout TrackWriter
  ) throws -> Int {
    var replay = try NMEAReplay.start()
    var recording = Recording(settings.recording, bootID: Identity.bootID())
    recording.open()
    let decoder = ReportDecoder()
    var datedFixes = 0
    func take(_ piece: LineAssembler.Piece) throws {
      let message = decoder.decode(piece)
      if case .report(let report) = message, report.time != nil, report.coordinate != nil { datedFixes += 1 }
      recording.take(message, from: decoder, at: nil, present: settings.present)
      try commitBatch(&recording, to: &writer)
    }
    var blocks = SentenceBlocks()
    var lines = 0
    try forEachLine(of: &input) { line in
      lines += 1
      if let block = blocks.add(line) { try replay.play(block, report: take) }
    }
    if let block = blocks.finish() { try replay.play(block, report: take) }
    try replay.finish(report: take)
    guard datedFixes > 0 else { throw NMEAFault.noFix }
    recording.end(.imported)
    try commit(&recording, to: &writer)
    return lines
  }

  private static func forEachLine(
    of input: inout ImportInput, _ body: (UnsafeMutableBufferPointer<UInt8>) throws -> Void
  ) throws {
    var lines = LineAssembler()
    let handle: (LineAssembler.Piece) throws -> Void = { if case .line(let line) = $0 { try body(line) } }
    while true {
      let bytes = try lines.fill({ input.read(into: $0) }, handle: handle)
      if bytes < 0 { throw ImportError.unreadable(String(cString: strerror(errno))) }
      if bytes == 0 { break }
    }
    try lines.finish(handle: handle)
  }
}

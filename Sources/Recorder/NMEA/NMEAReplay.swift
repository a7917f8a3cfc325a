import GPSClient
import Glibc

/// Why a log of NMEA could not be imported.
public enum NMEAFault: Error, Equatable {
  /// This machine has none.
  case noGPSD
  /// It does not do what it is there for; why.
  case gpsdFailed(String)
  /// It finds no fix with a date in the log.
  case noFix
}

/// Plays a log to a gpsd of its own, as fast as that can read.
struct NMEAReplay: ~Copyable {
  /// So many milliseconds gpsd has for an answer.
  private static let patience: Int32 = 2_000
  /// So many blocks in a row that gpsd did not repeat are too many.
  private static let mostMisses = 3
  private static let watch = #"?WATCH={"enable":true,"json":true,"nmea":true};"# + "\n"
  private static let question = "?VERSION;\n"

  private let gpsd: PrivateGPSD
  private var lines = LineAssembler()
  private var misses = 0

  /// Starts gpsd and subscribes.
  static func start() throws -> NMEAReplay {
    guard let program = PrivateGPSD.program() else { throw NMEAFault.noGPSD }
    var replay = NMEAReplay(gpsd: try PrivateGPSD.start(program))
    try replay.ask(Self.watch, until: "WATCH") { _ in }
    return replay
  }

  private init(gpsd: consuming PrivateGPSD) { self.gpsd = gpsd }

  /// Plays a block; hands out what gpsd reports meanwhile.
  mutating func play(_ block: SentenceBlock, report: (LineAssembler.Piece) throws -> Void) throws {
    guard gpsd.receiver.send(block.text) else { throw NMEAFault.gpsdFailed("it does not listen any more") }
    guard let echo = block.echo else { return }
    var left = echo.times
    let isHeard = try hear(report) { line in
      if NMEASentence.trimmed(Array(line)) == echo.sentence { left -= 1 }
      return left <= 0
    }
    misses = isHeard ? 0 : misses + 1
    if misses >= Self.mostMisses { throw NMEAFault.gpsdFailed("it does not repeat what it hears") }
  }

  /// Hands out the last reports: gpsd answers a question only when it has read everything.
  mutating func finish(report: (LineAssembler.Piece) throws -> Void) throws {
    try ask(Self.question, until: "VERSION", report)
  }

  private mutating func ask(
    _ question: String, until answer: String, _ report: (LineAssembler.Piece) throws -> Void
  ) throws {
    let beginning = Array("{\"class\":\"\(answer)\"".utf8)
    guard gpsd.client.send(Array(question.utf8)), try hear(report, until: { $0.starts(with: beginning) }) else {
      throw NMEAFault.gpsdFailed("it does not answer")
    }
  }

  /// Listens until a line is what is waited for; whether it came in time.
  private mutating func hear(
    _ report: (LineAssembler.Piece) throws -> Void, until isLast: (UnsafeMutableBufferPointer<UInt8>) -> Bool
  ) throws -> Bool {
    var isOver = false
    while !isOver {
      guard isReadable() else { return false }
      let descriptor = gpsd.client.descriptor
      let count = try lines.fill({ read(descriptor, $0.baseAddress, $0.count) }) { piece in
        guard case .line(let line) = piece else { return }
        if isLast(line) { isOver = true }
        if Self.isReport(line) { try report(.line(DeviceName.replaced(gpsd.device, in: line))) }
      }
      if count <= 0 { throw NMEAFault.gpsdFailed("it ended") }
    }
    return true
  }

  private func isReadable() -> Bool {
    var waiting = pollfd(fd: gpsd.client.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, Self.patience) > 0
  }

  private static func isReport(_ line: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    ["TPV", "SKY"].contains { line.starts(with: "{\"class\":\"\($0)\"".utf8) }
  }
}

/// The receiver's name in gpsd's lines.
enum DeviceName {
  /// The same line about a receiver that is called NMEA, not after a port that nobody will know any more.
  static func replaced(
    _ device: String, in line: UnsafeMutableBufferPointer<UInt8>
  ) -> UnsafeMutableBufferPointer<UInt8> {
    let (old, new) = (Array("\"\(device)\"".utf8), Array("\"NMEA\"".utf8))
    guard let start = line.indices.first(where: { line[$0...].starts(with: old) }) else { return line }
    let tail = Array(line[(start + old.count)...])
    let end = start + new.count + tail.count
    for (index, byte) in zip(start..., new + tail) { line[index] = byte }
    // As C wants it.
    line[end] = 0
    return UnsafeMutableBufferPointer(rebasing: line[..<end])
  }
}

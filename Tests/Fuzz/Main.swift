import GPSClient
import Glibc
import MutatedLines
import Positioning
import Simulation

/// Sends mutated lines through the decoder, in pieces as a socket hands them out: `waylog-fuzz LINES SEED`. No line may
/// bring it down, and what it reports must be possible. `scripts/fuzz` runs it under AddressSanitizer.
@main
enum Main {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 2, let lines = words.first.flatMap({ Int($0) }), let seed = words.last.flatMap({ UInt64($0) })
    else { fail("waylog-fuzz LINES SEED") }
    var run = Run(lines: lines, seed: seed)
    run.decodeAll()
    print("\(run.decoded) lines decoded, \(run.reports) of them reports")
    guard run.decoded == lines else { fail("not every line was decoded") }
    guard run.reports > lines / 10, run.reports < lines else { fail("too few of the lines are good, or all") }
  }

  fileprivate static func fail(_ why: String) -> Never {
    print("waylog-fuzz: \(why)")
    exit(1)
  }
}

private struct Run {
  let lines: Int
  let seed: UInt64
  private(set) var decoded = 0
  private(set) var reports = 0
  private let decoder = ReportDecoder()

  init(lines: Int, seed: UInt64) {
    self.lines = lines
    self.seed = seed
  }

  mutating func decodeAll() {
    var mutator = Mutator(seed: seed)
    var random = SeededGenerator(seed: seed, purpose: 1)
    var assembler = LineAssembler()
    var stream: [UInt8] = []
    for number in 0..<lines {
      stream += mutator.line() + [0x0a]
      guard stream.count > 4_096 || number == lines - 1 else { continue }
      while !stream.isEmpty {
        let length = min(stream.count, Int.random(in: 1...6_000, using: &random))
        _ = assembler.fill(
          { room in
            room.copyBytes(from: stream[..<length])
            return length
          },
          handle: { take($0) })
        stream.removeFirst(length)
      }
    }
  }

  private mutating func take(_ piece: LineAssembler.Piece) {
    decoded += 1
    guard case .report(let report) = decoder.decode(piece) else { return }
    reports += 1
    let faults = report.faults
    if !faults.isEmpty { Main.fail("line \(decoded): \(faults.joined(separator: ", "))") }
  }
}

extension Report {
  /// What no report may say.
  fileprivate var faults: [String] {
    let numbers = [
      measurements.altitudeMSLMetres, measurements.altitudeHAEMetres, measurements.speedMPS,
      measurements.courseDegrees, measurements.climbMPS, measurements.horizontalErrorMetres,
      measurements.verticalErrorMetres, measurements.hdop,
    ].compactMap { $0 }
    let errors = [measurements.horizontalErrorMetres, measurements.verticalErrorMetres].compactMap { $0 }
    var faults: [String] = []
    if numbers.contains(where: { !$0.isFinite }) { faults.append("a number that is not finite") }
    if errors.contains(where: { $0 < 0 }) { faults.append("an error below zero") }
    if let place = coordinate {
      if !(-90...90).contains(place.latitude) { faults.append("latitude") }
      if !(-180...180).contains(place.longitude) { faults.append("longitude") }
    }
    if let time, !(1...9999).contains(Calendar.civil(time.milliseconds).year) { faults.append("year") }
    if measurements.mode != .threeD, measurements.altitudeMSLMetres != nil || measurements.altitudeHAEMetres != nil {
      faults.append("a height without 3D")
    }
    return faults
  }
}

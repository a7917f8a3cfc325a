import Foundation
import Positioning
import Simulation
import Testing

@testable import GPSClient

/// `scripts/fuzz` runs this with many lines, under AddressSanitizer.
@Suite("Mutated lines")
struct MutatedLinesFuzz {
  private static let environment = ProcessInfo.processInfo.environment
  private static let lines = environment["WAYLOG_FUZZ_LINES"].flatMap(Int.init) ?? 20_000
  private static let seed = environment["WAYLOG_FUZZ_SEED"].flatMap(UInt64.init) ?? freshSeed()
  private static let years = 1...9999

  @Test("No line brings the decoder down, and what it reports is possible")
  func decode() {
    print("fuzz: \(Self.lines) lines, seed \(Self.seed)")
    var mutator = Mutator(seed: Self.seed)
    var random = SeededGenerator(seed: Self.seed, purpose: 1)
    var assembler = LineAssembler()
    let decoder = ReportDecoder()
    var stream: [UInt8] = []
    var decoded = 0
    var reports = 0
    for number in 0..<Self.lines {
      stream += mutator.line() + [0x0a]
      guard stream.count > 4_096 || number == Self.lines - 1 else { continue }
      while !stream.isEmpty {
        let length = min(stream.count, Int.random(in: 1...6_000, using: &random))
        _ = assembler.fill(
          { room in
            room.copyBytes(from: stream[..<length])
            return length
          },
          handle: { piece in
            decoded += 1
            guard case .report(let report) = decoder.decode(piece) else { return }
            reports += 1
            let faults = Self.faults(of: report)
            #expect(faults.isEmpty, "seed \(Self.seed): line \(decoded): \(faults)")
          })
        stream.removeFirst(length)
      }
    }
    print("fuzz: \(decoded) lines decoded, \(reports) of them reports")
    #expect(decoded == Self.lines)
    #expect(reports > Self.lines / 10)
    #expect(reports < Self.lines)
  }

  /// What no report may say.
  private static func faults(of report: Report) -> [String] {
    let measured = report.measurements
    let numbers = [
      measured.altitudeMSLMetres, measured.altitudeHAEMetres, measured.speedMPS, measured.courseDegrees,
      measured.climbMPS,
      measured.horizontalErrorMetres, measured.verticalErrorMetres, measured.hdop,
    ].compactMap { $0 }
    let errors = [measured.horizontalErrorMetres, measured.verticalErrorMetres].compactMap { $0 }
    var faults: [String] = []
    if numbers.contains(where: { !$0.isFinite }) { faults.append("a number that is not finite") }
    if errors.contains(where: { $0 < 0 }) { faults.append("an error below zero") }
    if let place = report.coordinate {
      if !(-90...90).contains(place.latitude) { faults.append("latitude") }
      if !(-180...180).contains(place.longitude) { faults.append("longitude") }
    }
    if let time = report.time, !years.contains(Calendar.civil(time.milliseconds).year) { faults.append("year") }
    if measured.mode != .threeD, measured.altitudeMSLMetres != nil || measured.altitudeHAEMetres != nil {
      faults.append("a height without 3D")
    }
    return faults
  }
}

import CAllocations
import Glibc
import Positioning
import Simulation
import Tracking

/// Measures the pure pipeline: time and allocations per fix, early and late in a long run.
@main
enum Main {
  static func main() {
    for (name, perSecond, speeds) in [
      ("1 Hz, Doppler", 1, true), ("1 Hz, positions only", 1, false), ("10 Hz, Doppler", 10, true),
    ] {
      let reports = drive(perSecond: perSecond, withSpeeds: speeds)
      measure(name, reports)
    }
  }

  private static func drive(perSecond: Int, withSpeeds: Bool) -> [Report] {
    let drive = Drive(seed: 1)
    var reports: [Report] = []
    for epoch in Epochs(of: drive, by: Receiver(seed: 1), perSecond: Double(perSecond)) {
      var report = epoch.report
      if !withSpeeds { report.measurements.speedMPS = nil }
      reports.append(report)
    }
    return reports
  }

  private static func measure(_ name: String, _ reports: [Report]) {
    var pipeline = TrackPipeline(.init())
    var rows = 0
    var shift: Int64 = 0
    func step(_ report: Report) {
      var report = report
      report.time = report.time.map { $0 + shift }
      pipeline.step(.report(report, at: nil, present: nil)) { if case .row = $0 { rows += 1 } }
    }
    func nanosecondsOfARound() -> Double {
      let start = ContinuousClock.now
      for report in reports { step(report) }
      let time = ContinuousClock.now - start
      // Each round is a drive of its own, an hour after the one before.
      shift += 3_600_000
      let (seconds, attoseconds) = time.components
      return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(reports.count)
    }
    let rounds = (0..<(600_000 / reports.count + 2)).map { _ in nanosecondsOfARound() }
    let early = rounds[1..<(rounds.count / 4 + 2)].min() ?? 0
    let late = rounds[(rounds.count * 3 / 4)...].min() ?? 0
    let allocating = reports.count { report in
      let before = waylog_allocations()
      step(report)
      return waylog_allocations() != before
    }
    print(
      "pipeline, \(name): \(Int(early)) ns a fix early, \(Int(late)) ns late, \(Int(1e9 / late)) fixes/s,",
      "\(allocating) of \(reports.count) steps allocate")
  }
}

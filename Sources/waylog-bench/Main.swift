import CAllocations
import Glibc
import Positioning
import Simulation
import Tracking

/// Measures the pure pipeline: time and allocations per fix, early and late in a long run.
@main
enum Main {
  static func main() {
    for (name, perSecond, speeds) in [("1 Hz, Doppler", 1, true), ("1 Hz, positions only", 1, false), ("10 Hz, Doppler", 10, true)] {
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
    func once() -> (nanoseconds: Double, allocations: Double) {
      let before = waylog_allocations()
      let start = ContinuousClock.now
      for report in reports {
        var report = report
        report.time = report.time.map { $0 + shift }
        pipeline.step(.report(report, at: nil, present: nil)) { if case .row = $0 { rows += 1 } }
      }
      let time = ContinuousClock.now - start
      shift += 2_000_000
      let nanoseconds = Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9
      return (nanoseconds / Double(reports.count), Double(waylog_allocations() - before) / Double(reports.count))
    }
    let rounds = 600_000 / reports.count + 2
    let all = (0..<rounds).map { _ in once() }
    let early = all[1..<(rounds / 4 + 2)].map(\.nanoseconds).min() ?? 0
    let late = all[(rounds * 3 / 4)...].map(\.nanoseconds).min() ?? 0
    print(
      "pipeline, \(name): \(Int(early)) ns a fix early, \(Int(late)) ns late,",
      "\(Int(1e3 / late * 1e6)) fixes/s, \(all.last?.allocations ?? 0) allocations a fix")
  }
}

import Positioning
import Simulation
import Tracking

/// A feed that nobody would choose: movement, rest, holes, noise, other receivers and nonsense, all from a seed.
struct RandomFeed {
  var reports: [Report] = []

  init(seed: UInt64, count: Int, nonsense: Bool = true) {
    var random = SeededGenerator(seed: seed)
    let interval: Double = [0.05, 0.1, 0.2, 1, 1, 1, 2, 5, 10].randomElement(using: &random) ?? 1
    let hasDoppler = Bool.random(using: &random)
    let hasHeight = Bool.random(using: &random)
    let noise = Double.random(in: 0.01...4, using: &random)
    var seconds = 0.0
    var place = PlanePoint(east: 0, north: 0)
    var velocity = PlanePoint(east: 0, north: 0)
    var isResting = false
    var height = 400.0
    for _ in 0..<count {
      seconds += interval
      if Double.random(in: 0..<1, using: &random) < 0.005 { isResting.toggle() }
      if isResting {
        velocity = velocity * 0.5
      } else {
        let push = PlanePoint(east: random.gaussian(), north: random.gaussian()) * (2 * interval.squareRoot())
        velocity = (velocity + push) * (velocity.length > 30 ? 0.9 : 1)
      }
      place = place + velocity * interval
      height += random.gaussian() * 0.5 * interval
      if Double.random(in: 0..<1, using: &random) < 0.002 { seconds += Double.random(in: 1...4_000, using: &random) }
      var report = Report.at(
        seconds, north: place.north + random.gaussian() * noise, east: place.east + random.gaussian() * noise,
        speed: hasDoppler ? (velocity.length + random.gaussian() * 0.1).magnitude : nil,
        error: Bool.random(using: &random) ? noise * 2 : nil, altitude: hasHeight ? height : nil)
      if nonsense { Self.spoil(&report, &random) }
      reports.append(report)
    }
  }

  private static func spoil(_ report: inout Report, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<200, using: &random) {
    case 0: report.time = nil
    case 1: report.coordinate = nil
    case 2: report.measurements.mode = .noFix
    case 3: report.coordinate = LocalPlane.place(0, 0)
    case 4: report.time = report.time.map { $0 + Int64.random(in: -100_000...100_000, using: &random) }
    case 5:
      report.time = report.time.map { $0 + Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random) }
    case 6: report.device = DeviceID(number: Int32.random(in: 0..<3, using: &random))
    case 7: report.measurements.speedMPS = [-1, 1e9, .infinity, .nan].randomElement(using: &random)
    case 8: report.coordinate = LocalPlane.place(Double.random(in: -90...90, using: &random), 179.99)
    case 9: report.measurements.horizontalErrorMetres = [0, 1e9, .infinity].randomElement(using: &random)
    default: break
    }
  }
}

/// Seeds for one run, printed so that a failure can be had again.
func seeds(_ count: Int) -> [UInt64] {
  let first = UInt64.random(in: 0..<1_000_000_000)
  print("seeds \(first)..<\(first + UInt64(count))")
  return (0..<UInt64(count)).map { first + $0 }
}

import Positioning
import Testing

@testable import Simulation

@Suite("The errors of a receiver")
struct ReceiverTests {
  /// Errors wander for minutes, so that one drive holds some twenty independent ones: many drives are needed.
  static let drives: [[Epoch]] = (1...60).map { seed in
    Array(Epochs(of: Drive(seed: seed), by: Receiver(seed: seed)))
  }

  static let fixes = drives.joined().filter { $0.reception == .threeD }

  static func horizontalError(of epoch: Epoch) -> Double {
    epoch.report.coordinate.map { Ellipsoid.distance(epoch.truth.coordinate, $0) } ?? .nan
  }

  static func rootMeanSquare(_ values: some Collection<Double>) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }

  @Test("The stated error holds 95 of 100 measured errors")
  func statedErrorHolds() {
    let horizontal = Self.fixes.count { epoch in
      epoch.report.measurements.horizontalErrorMetres.map { Self.horizontalError(of: epoch) <= $0 } ?? false
    }
    let vertical = Self.fixes.count { epoch in
      guard let measured = epoch.report.measurements.altitudeMSLMetres,
        let stated = epoch.report.measurements.verticalErrorMetres
      else { return false }
      return (measured - epoch.truth.altitudeMetres).magnitude <= stated
    }
    let count = Double(Self.fixes.count)
    #expect((0.935...0.965).contains(Double(horizontal) / count))
    #expect((0.935...0.965).contains(Double(vertical) / count))
  }

  @Test("The stated error follows from HDOP and the range error")
  func statedErrorFollowsFromDilution() throws {
    for epoch in Self.fixes.prefix(1000) {
      let hdop = try #require(epoch.report.measurements.hdop)
      let deviations = try #require(epoch.deviations)
      let stated = try #require(epoch.report.measurements.horizontalErrorMetres)
      #expect((deviations.perAxisMetres * 2.0.squareRoot() - 2.5 * hdop).magnitude < 1e-9)
      #expect((stated - 2.4477 * deviations.perAxisMetres).magnitude < 1e-3)
    }
  }

  @Test("Speed is off by 5 cm/s, moving or not")
  func speedIsHonest() {
    let moving = Self.fixes.filter { $0.truth.speedMPS > 5 }
      .compactMap { epoch in epoch.report.measurements.speedMPS.map { $0 - epoch.truth.speedMPS } }
    let resting = Self.fixes.filter { $0.truth.state == .stopped }.compactMap { $0.report.measurements.speedMPS }
    #expect((0.048...0.052).contains(Self.rootMeanSquare(moving)))
    // Two axes of noise: the length has √2 times the deviation of each.
    #expect((0.069...0.073).contains(Self.rootMeanSquare(resting)))
    #expect(resting.allSatisfy { $0 > 0 && $0 < 0.4 })
  }

  @Test("At rest the position wanders by metres while the course is left out or random")
  func restIsNoisy() throws {
    let rest = Self.drives[0].filter { $0.truth.state == .stopped && $0.reception == .threeD }.suffix(180)
    let places = rest.compactMap(\.report.coordinate)
    let first = try #require(places.first)
    let farthest = try #require(places.map { Ellipsoid.distance(first, $0) }.max())
    #expect((1...20).contains(farthest))
    let courses = rest.compactMap(\.report.measurements.courseDegrees)
    #expect((80...140).contains(courses.count))
    #expect((0..<4).allSatisfy { quarter in courses.contains { Int($0 / 90) == quarter } })
  }

  @Test("On the move the course is that of the car")
  func courseIsHonest() {
    let errors = Self.fixes.filter { $0.truth.speedMPS > 10 }.compactMap { epoch in
      epoch.report.measurements.courseDegrees.map { Angle.difference($0, epoch.truth.courseDegrees) }
    }
    #expect(Self.rootMeanSquare(errors) < 0.3)
  }

  @Test("After a tunnel the error is larger for some seconds")
  func tunnelLeavesAnError() {
    let after = Self.drives.flatMap { epochs in
      let exit = epochs.lastIndex { $0.truth.surroundings == .tunnel } ?? 0
      return epochs[exit...].filter { $0.reception != .none }.prefix(5).map(Self.horizontalError)
    }
    let usual = Self.fixes.map(Self.horizontalError)
    #expect(Self.rootMeanSquare(after) > 1.8 * Self.rootMeanSquare(usual))
  }

  @Test("There is no fix at first and none in the tunnel, and the clock is set before the first fix")
  func receptionFollowsTheSky() {
    for epochs in Self.drives {
      #expect(epochs.prefix(24).allSatisfy { $0.reception == .none && $0.report.coordinate == nil })
      #expect(epochs.prefix(5).allSatisfy { $0.report.time == nil })
      #expect(epochs.dropFirst(5).allSatisfy { $0.report.time == $0.truth.time })
      let tunnel = epochs.filter { $0.truth.surroundings == .tunnel }
      #expect(tunnel.allSatisfy { $0.reception == .none && $0.report.measurements.mode == .noFix })
      let kinds = DriveTests.runs(of: epochs.map(\.reception)).map(\.value)
      #expect(kinds == [.none, .twoD, .threeD, .none, .twoD, .threeD])
    }
  }

  @Test("A poorer receiver has and states larger errors")
  func rangeErrorScales() {
    let good = Array(Epochs(of: Drive(seed: 5), by: Receiver(seed: 5)))
    let poor = Array(Epochs(of: Drive(seed: 5), by: Receiver(seed: 5, rangeErrorMetres: 5)))
    for (better, worse) in zip(good, poor) where better.reception == .threeD {
      #expect((Self.horizontalError(of: worse) / Self.horizontalError(of: better) - 2).magnitude < 0.01)
    }
  }
}

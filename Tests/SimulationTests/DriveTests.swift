import Positioning
import Testing

@testable import Simulation

@Suite("The truth of a drive")
struct DriveTests {
  static let seeds: [UInt64] = Array(1...12)

  /// Runs of equal values with their lengths.
  static func runs<Value: Equatable>(of values: [Value]) -> [(value: Value, length: Int)] {
    values.reduce(into: []) { runs, value in
      if let last = runs.last, last.value == value {
        runs[runs.count - 1].length += 1
      } else {
        runs.append((value, 1))
      }
    }
  }

  static func truths(ofSeed seed: UInt64, perSecond: Int) -> [Truth] {
    let drive = Drive(seed: seed)
    return (0...Int(drive.durationSeconds) * perSecond).map { drive.truth(atSecond: Double($0) / Double(perSecond)) }
  }

  @Test("It takes 25 to 30 minutes")
  func lengthIsAsPromised() {
    for seed in 1...1000 as ClosedRange<UInt64> {
      #expect((25 * 60...30 * 60).contains(Drive(seed: seed).durationSeconds))
    }
  }

  @Test("It starts where and when it is told to")
  func startIsAsTold() throws {
    #expect(Drive(seed: 1).truth(atSecond: 0).time == Timestamp(iso8601: "2026-05-01T06:00:00Z"))
    let place = try #require(Coordinate(latitude: -33.5, longitude: -70.25))
    let drive = Drive(seed: 1, from: place, starting: Timestamp(milliseconds: 5_000))
    #expect(drive.truth(atSecond: 1.5).time == Timestamp(milliseconds: 6_500))
    #expect(drive.truth(atSecond: 0).coordinate == place)
  }

  @Test("Acceleration and braking stay below 3 m/s², lateral acceleration too", arguments: seeds)
  func accelerationIsThatOfACar(seed: UInt64) {
    let truths = Self.truths(ofSeed: seed, perSecond: 10)
    for (before, after) in zip(truths, truths.dropFirst()) {
      #expect((after.speedMPS - before.speedMPS).magnitude / 0.1 <= 3)
      let turnedRadians = Angle.difference(before.courseDegrees, after.courseDegrees) * .pi / 180
      #expect(before.speedMPS * turnedRadians / 0.1 <= 3)
      #expect(after.speedMPS <= 33)
      #expect(after.climbMPS.magnitude <= 0.021 * after.speedMPS)
    }
  }

  @Test("Place, course, height and speed tell the same story", arguments: seeds)
  func partsAgree(seed: UInt64) {
    let truths = Self.truths(ofSeed: seed, perSecond: 10)
    for (before, after) in zip(truths, truths.dropFirst()) {
      let metres = Ellipsoid.distance(before.coordinate, after.coordinate)
      let meanSpeed = (before.speedMPS + after.speedMPS) / 2
      // Between two samples a leg may end: speed is then not even over the tenth of a second.
      #expect((metres - meanSpeed * 0.1).magnitude < 0.01)
      let climbed = after.altitudeMetres - before.altitudeMetres
      #expect((climbed - (before.climbMPS + after.climbMPS) / 2 * 0.1).magnitude < 0.01)
      if metres > 0.5 {
        let step = LocalPlane(at: before.coordinate).point(of: after.coordinate)
        let (sine, cosine) = Angle.sineAndCosine(ofDegrees: before.courseDegrees)
        #expect((step.east * sine + step.north * cosine) / metres > 0.99)
      }
    }
  }

  @Test("Red lights, a long stop, a tunnel and a motorway are all there", arguments: seeds)
  func everythingIsThere(seed: UInt64) {
    let truths = Self.truths(ofSeed: seed, perSecond: 1)
    let stops = Self.runs(of: truths.map(\.state)).filter { $0.value == .stopped }.map(\.length)
    #expect(stops.count == 8)
    #expect(stops.first.map { (94...141).contains($0) } == true)
    #expect(stops.last.map { (199...241).contains($0) } == true)
    #expect(stops.dropFirst().dropLast().count { (10...61).contains($0) } == 5)
    #expect(stops.dropFirst().dropLast().count { $0 >= 300 } == 1)
    let tunnels = Self.runs(of: truths.map { $0.surroundings == .tunnel }).filter(\.value).map(\.length)
    #expect(tunnels.count == 1)
    #expect(tunnels.allSatisfy { (60...120).contains($0) })
    #expect(truths.count { $0.speedMPS > 28 } > 100)
    #expect(truths.allSatisfy { $0.surroundings != .tunnel || $0.state == .moving })
  }

  @Test("A car that stands keeps its place, course and height exactly", arguments: seeds)
  func standingIsExact(seed: UInt64) {
    let truths = Self.truths(ofSeed: seed, perSecond: 1)
    for (before, after) in zip(truths, truths.dropFirst()) where before.state == .stopped && after.state == .stopped {
      #expect(before.coordinate == after.coordinate)
      #expect(before.courseDegrees == after.courseDegrees)
      #expect(before.altitudeMetres == after.altitudeMetres)
      #expect(after.speedMPS == 0)
    }
  }

  @Test("The epoch rate does not change the truth")
  func rateDoesNotMatter() {
    let slow = Self.truths(ofSeed: 3, perSecond: 1)
    let fast = Self.truths(ofSeed: 3, perSecond: 5)
    for (index, truth) in slow.enumerated() { #expect(truth == fast[index * 5]) }
  }

  @Test("Other seeds are other drives")
  func seedsDiffer() {
    #expect(Drive(seed: 1).manoeuvres == Drive(seed: 1).manoeuvres)
    #expect(Drive(seed: 1).manoeuvres != Drive(seed: 2).manoeuvres)
  }
}

import Positioning
import Simulation
import Testing
import Tracking

@Suite("Rest")
struct RestTests {
  private func still(_ seconds: Range<Int>, at north: Double) -> [Report] {
    seconds.map { .at(Double($0), north: north + ($0 % 3 == 0 ? 0.4 : -0.2), speed: 0.03) }
  }

  @Test("A stop begins and ends when it truly did, though it is known later")
  func stop() throws {
    let reports = walk(0..<60) + still(60..<180, at: 82.6) + walk(180..<240, from: 82.6)
    let track = Track(reports.map(\.input))
    let rest = try #require(track.restsInOrder.first)
    #expect(track.rests.count == 1)
    #expect(abs(rest.arrival - (start + 60_000)) <= 1_000 && rest.detected - rest.arrival <= 6_000)
    let departure = try #require(rest.departure)
    #expect(abs(departure - (start + 179_000)) <= 1_000)
    let released = try #require(rest.released)
    #expect(released - departure <= 6_000)
    #expect(rest.radiusMetres < 3 && rest.fixes >= 118)
  }

  @Test("At rest one update is delivered, then none, and no row is added")
  func silence() {
    let track = Track((walk(0..<20) + still(20..<1_000, at: 26.6)).map(\.input))
    #expect(track.updates < 30)
    #expect(track.rows.count < 6 && track.ledger.held > 970)
  }

  @Test("A rest that goes on is touched every five minutes")
  func touching() {
    var pipeline = TrackPipeline(.init())
    var touches: [Timestamp] = []
    for report in still(0..<2_000, at: 0) {
      pipeline.step(report.input) { if case .rest(let rest) = $0 { touches.append(rest.seen) } }
    }
    #expect(touches.count >= 7)
    #expect(zip(touches, touches.dropFirst()).allSatisfy { $1 - $0 <= 300_000 })
  }

  @Test("At the end of a session an open rest departs at its last fix")
  func end() {
    let track = Track((walk(0..<20) + still(20..<100, at: 26.6)).map(\.input))
    #expect(track.restsInOrder.last?.departure == start + 99_000)
    #expect(track.ended == start + 99_000)
  }

  @Test("Losing the fix is not leaving: the rest goes on where the receiver still is, and the gap is told")
  func lostFix() {
    let reports = still(0..<100, at: 0) + (100..<200).map { .noFix(Double($0)) } + still(200..<300, at: 0)
    let track = Track(reports.map(\.input))
    #expect(track.rests.count == 1 && track.gaps.map(\.reason) == [.noFix])
    #expect(track.restsInOrder.first?.gapMilliseconds == 101_000)
  }

  @Test("A rest whose receiver is elsewhere after a hole ended at its last fix")
  func movedInAHole() {
    let track = Track((still(0..<100, at: 0) + still(400..<500, at: 3_000)).map(\.input))
    #expect(track.rests.count == 2)
    #expect(track.restsInOrder.first?.departure == start + 99_000)
  }

  @Test("The radius covers every fix of the rest", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func radius(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let reports = (0..<600).map {
      Report.at(Double($0), north: generator.gaussian() * 3, east: generator.gaussian() * 3, speed: 0.02)
    }
    let track = Track(reports.map(\.input))
    let rest = try #require(track.restsInOrder.first)
    let furthest = reports.compactMap(\.coordinate).map { Ellipsoid.distance($0, rest.centre) }.max() ?? 0
    #expect(rest.radiusMetres >= furthest - 1e-3 && rest.radiusMetres <= furthest * 1.05)
  }

  @Test("With every fix kept, rests are the same and every fix is a row")
  func keepAll() {
    let reports = walk(0..<60) + still(60..<180, at: 82.6) + walk(180..<240, from: 82.6)
    let all = Track(reports.map(\.input), .init(thinning: .keepAll))
    #expect(all.rows.count == 240 && all.ledger.held == 0)
    #expect(all.restsInOrder.map(\.arrival) == Track(reports.map(\.input)).restsInOrder.map(\.arrival))
    #expect(all.rows.filter(\.isStationary).count > 100)
  }

  @Test("Night on a window sill is one rest without distance")
  func night() {
    var generator = SeededGenerator(seed: 7)
    var drift = PlanePoint(east: 0, north: 0)
    let reports = (0..<2_880).map { index in
      drift = drift * 0.97 + PlanePoint(east: generator.gaussian() * 1.5, north: generator.gaussian() * 1.5)
      return Report.at(Double(index) * 10, north: drift.north, east: drift.east, error: 12)
    }
    let track = Track(reports.map(\.input))
    #expect(track.rests.count == 1 && track.distanceMetres < 50 && track.rows.count < 20)
  }
}

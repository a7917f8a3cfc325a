import Positioning
import Testing

@testable import TrackFormats

@Suite("Simpler lines")
struct SimplifierTests {
  private static let home = Coordinate(latitude: 60.2, longitude: 179.99)

  private static func drawn(_ points: [TrackPoint], _ metres: Double) -> [TrackPoint] {
    var simplifier = Simplifier(toleranceMetres: metres)
    var drawn: [TrackPoint] = []
    for point in points { simplifier.step(point) { drawn.append($0) } }
    simplifier.end { drawn.append($0) }
    return drawn
  }

  /// A walk that turns back, stands still and leaps now and then.
  private static func walk(seed: UInt64) throws -> [TrackPoint] {
    let plane = LocalPlane(at: try #require(home))
    var random = Numbers(state: seed)
    var spot = PlanePoint(east: 0, north: 0)
    var step = PlanePoint(east: 5, north: 0)
    var segment: Int64 = 1
    return (0..<400).map { index in
      let kind = random.next(in: 0...1)
      let reach = kind < 0.02 ? 500.0 : 3
      if kind > 0.97 { step = step * -1 }
      if kind < 0.01 { segment += 1 }
      step = step + PlanePoint(east: random.next(in: -1...1), north: random.next(in: -1...1))
      spot =
        spot + step * (kind > 0.5 && kind < 0.6 ? 0 : 1)
        + PlanePoint(east: random.next(in: -reach...reach), north: random.next(in: -reach...reach))
      let place = plane.place(of: spot)
      return point(
        segment, at: Int64(index) * 1000, Int64((place.latitude * 1e9).rounded()),
        Int64((place.longitude * 1e9).rounded()))
    }
  }

  @Test(
    "Every fix lies within the tolerance of the line that is drawn, and both ends of a segment are kept",
    arguments: 0..<30 as Range<UInt64>, [2.0, 10, 50])
  func tolerance(seed: UInt64, metres: Double) throws {
    let points = try Self.walk(seed: seed)
    let drawn = Self.drawn(points, metres)
    let plane = LocalPlane(at: try #require(Self.home))
    func spot(_ point: TrackPoint) throws -> PlanePoint {
      plane.point(
        of: try #require(
          Coordinate(latitude: Double(point.latitudeE9) / 1e9, longitude: Double(point.longitudeE9) / 1e9)))
    }

    #expect(drawn.map(\.time) == drawn.map(\.time).sorted())
    for segment in Set(points.map(\.segment)) {
      let all = points.filter { $0.segment == segment }
      let kept = drawn.filter { $0.segment == segment }
      #expect((kept.first, kept.last) == (all.first, all.last))
      for (start, end) in zip(kept, kept.dropFirst()) {
        let (a, b) = (try spot(start), try spot(end))
        for between in all where (start.time...end.time).contains(between.time) {
          #expect(try spot(between).distance(toLineFrom: a, to: b) <= metres)
        }
      }
    }
    if metres == 50 { #expect(drawn.count < points.count / 3) }
  }

  @Test("A straight line is its ends, and a lone fix is kept")
  func straight() {
    let points = (0..<100).map { point(1, at: $0 * 1000, 47_000_000_000 + $0 * 10_000, 8_000_000_000) }
    #expect(Self.drawn(points, 1) == [points[0], points[99]])
    #expect(Self.drawn([points[0]], 1) == [points[0]])
    #expect(Self.drawn([], 1) == [])
  }
}

extension PlanePoint {
  fileprivate func distance(toLineFrom a: PlanePoint, to b: PlanePoint) -> Double {
    let line = b - a
    let square = line.east * line.east + line.north * line.north
    let along = (self - a).east * line.east + (self - a).north * line.north
    let share = square > 0 ? min(1, max(0, along / square)) : 0
    return (self - (a + line * share)).length
  }
}

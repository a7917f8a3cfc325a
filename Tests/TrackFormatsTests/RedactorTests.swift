import Positioning
import Testing

@testable import TrackFormats

/// Keeps what it is handed.
private struct Collector: TrackSink {
  final class Received {
    var sessions: [TrackSession] = []
    var points: [TrackPoint] = []
    var stops: [TrackStop] = []
    var marks: [TrackMark] = []
  }

  let received = Received()

  func begin() {}
  func mark(_ mark: TrackMark, of session: Int64) { received.marks.append(mark) }
  func stop(_ stop: TrackStop, of session: Int64) { received.stops.append(stop) }
  func begin(_ session: TrackSession) { received.sessions.append(session) }
  func point(_ point: TrackPoint) { received.points.append(point) }
  func endSession() {}
  func end() {}
}

@Suite("What is kept back")
struct RedactorTests {
  /// A walk of long and short legs around a place, now and then in a new segment.
  private static func walk(around place: Coordinate, seed: UInt64) -> [TrackPoint] {
    var random = Numbers(state: seed)
    let plane = LocalPlane(at: place)
    var spot = PlanePoint(east: random.next(in: -3000...3000), north: random.next(in: -3000...3000))
    var segment: Int64 = 3
    return (0..<300).map { index in
      let reach = random.next(in: 0...1) < 0.3 ? 4000.0 : 150
      spot = spot + PlanePoint(east: random.next(in: -reach...reach), north: random.next(in: -reach...reach))
      spot = spot * min(1, 6000 / max(1, spot.length))
      if random.next(in: 0...1) < 0.05 { segment += 1 }
      let there = plane.place(of: spot)
      return point(
        segment, at: Int64(index) * 1000, Int64((there.latitude * 1e9).rounded()),
        Int64((there.longitude * 1e9).rounded()))
    }
  }

  private static func redacted(_ points: [TrackPoint], _ rules: PrivacyRules) throws -> (
    shown: [TrackPoint], removed: Redactor<Collector>.Removed
  ) {
    let collector = Collector()
    var redactor = Redactor(rules, before: collector)
    try redactor.begin(TrackSession(number: 1, uuid: "u"))
    for point in points { try redactor.point(point) }
    try redactor.endSession()
    #expect(redactor.shownFixes == collector.received.points.count)
    return (collector.received.points, redactor.removed)
  }

  @Test(
    "No fix and no line enters the zone; all else is there, in order, and broken where something is missing",
    arguments: PrivacyZoneTests.places.prefix(4), 0..<8 as Range<UInt64>)
  func zones(place: Coordinate, seed: UInt64) throws {
    let points = Self.walk(around: place, seed: seed)
    let circle = try #require(PrivacyZone(around: place, radiusMetres: 400)).cut(PrivacyZone.Secret(seed, 5))
    var rules = PrivacyRules()
    rules.circles = [circle]
    let (shown, removed) = try Self.redacted(points, rules)

    #expect(shown.count + removed.fixes == points.count)
    let kept = points.filter { !$0.isInside(circle) }
    #expect(shown.map(\.time) == kept.map(\.time))
    for (a, b) in zip(shown, shown.dropFirst()) where a.segment == b.segment {
      for step in 0...40 {
        let spot = try #require(a.towards(b, Double(step) / 40))
        #expect(Ellipsoid.distance(place, spot) > 400)
      }
      #expect(b.time - a.time == 1000, "nothing is missing between the ends of a line")
    }
    let numbers = shown.map(\.segment)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { (0...1).contains($1 - $0) })
    #expect(
      Set(zip(kept, shown).map { [$0.segment, $1.segment] }).count == Set(numbers).count, "no segments are joined")
  }

  @Test("A session that may be shown in part loses the rest, and all that tells of it")
  func parts() throws {
    var rules = PrivacyRules()
    var part = PrivacyRules.Part()
    (part.from, part.to) = (morning + 10_000, morning + 20_000)
    rules.parts = [1: part]
    let points = (0..<30).map { point(1, at: $0 * 1000, 47_000_000_000 + $0, 8) }
    let collector = Collector()
    var redactor = Redactor(rules, before: collector)
    func stop(_ from: Int64, _ to: Int64) -> TrackStop {
      TrackStop(
        kind: "rest", arrival: morning + from, departure: morning + to, durationMS: to - from, latitudeE9: 0,
        longitudeE9: 0, radiusMM: 0)
    }
    for stop in [stop(12_000, 15_000), stop(5_000, 15_000), stop(12_000, 25_000)] { try redactor.stop(stop, of: 1) }
    for time in [9_999, 10_000, 20_000] as [Int64] {
      try redactor.mark(TrackMark(time: morning + time, latitudeE9: 0, longitudeE9: 0, text: nil), of: 1)
    }
    var session = TrackSession(number: 1, uuid: "01890000-0000-7000-8000-000000000001")
    (session.name, session.started, session.ended) = ("a ride", morning, morning + 30_000)
    try redactor.begin(session)
    for point in points { try redactor.point(point) }

    #expect(collector.received.points.map(\.time) == points[10..<20].map(\.time))
    #expect(collector.received.stops == [stop(12_000, 15_000)])
    #expect(collector.received.marks.count == 1)
    #expect((redactor.removed.trimmedFixes, redactor.removed.trimmedStops, redactor.removed.trimmedMarks) == (20, 2, 2))
    let shown = try #require(collector.received.sessions.first)
    #expect((shown.name, shown.uuid, shown.started, shown.ended) == ("a ride", "", nil, nil))
  }

  @Test("Times count from the start where they are relative, and keep their distances")
  func relativeTimes() throws {
    var rules = PrivacyRules()
    var part = PrivacyRules.Part()
    part.start = morning + 500
    rules.parts = [1: part]
    let shown = try Self.redacted([point(1, at: 500, 1, 2), point(1, at: 1_750, 1, 2)], rules).shown
    #expect(shown.map(\.time.milliseconds) == [0, 1_250])
  }

  @Test(
    "Degrees are rounded to so many decimals, half away from zero",
    arguments: [
      (0, 47_500_000_000, 48_000_000_000), (3, 47_123_456_789, 47_123_000_000), (3, -47_123_500_000, -47_124_000_000),
      (9, 47_123_456_789, 47_123_456_789), (2, 179_999_000_000, 180_000_000_000), (8, -15, -20), (8, 4, 0),
    ] as [(Int, Int64, Int64)])
  func precision(digits: Int, degrees: Int64, rounded: Int64) {
    var rules = PrivacyRules()
    rules.precision = digits
    #expect(rules.shown(degrees) == rounded)
  }
}

extension TrackPoint {
  /// Degrees north and east.
  fileprivate var degrees: (north: Double, east: Double) { (Double(latitudeE9) / 1e9, Double(longitudeE9) / 1e9) }

  fileprivate func isInside(_ circle: CutCircle) -> Bool {
    Coordinate(latitude: degrees.north, longitude: degrees.east).map { circle.contains($0) } ?? true
  }

  /// A spot of the straight line to another fix, as maps draw it.
  fileprivate func towards(_ other: TrackPoint, _ share: Double) -> Coordinate? {
    Coordinate(
      latitude: degrees.north + (other.degrees.north - degrees.north) * share,
      longitude: Longitude.normalised(
        degrees.east + Longitude.difference(from: degrees.east, to: other.degrees.east) * share))
  }
}

import Positioning
import Testing
import Tracking

@Suite("What always holds")
struct PropertyTests {
  @Test("The ledger adds up after every step, whatever comes", arguments: seeds(20))
  func ledger(seed: UInt64) {
    for settings in allSettings {
      let track = Track(RandomFeed(seed: seed, count: 3_000).reports.map(\.input), settings)
      #expect(track.alwaysAddedUp)
      // What another session begins with is received by that one.
      #expect(track.ledger.received + track.restart.count == 3_000)
      #expect(track.ledger.pending == 0)
      #expect(track.ledger.stored == track.rows.count)
    }
  }

  @Test("Rows are numbered without holes and in the order of time", arguments: seeds(20))
  func rowOrder(seed: UInt64) {
    for settings in allSettings {
      let track = Track(RandomFeed(seed: seed, count: 3_000).reports.map(\.input), settings)
      #expect(track.rows.map(\.sequence) == Array(0..<track.rows.count).map { $0 + 1 })
      #expect(zip(track.rows, track.rows.dropFirst()).allSatisfy { $0.fix.time < $1.fix.time })
      #expect(zip(track.rows, track.rows.dropFirst()).allSatisfy { $1.segment - $0.segment >= 0 })
    }
  }

  @Test("Rests are in order and never overlap", arguments: seeds(20))
  func rests(seed: UInt64) {
    let track = Track(RandomFeed(seed: seed, count: 3_000).reports.map(\.input))
    let rests = track.restsInOrder
    #expect(rests.allSatisfy { rest in rest.departure.map { $0 >= rest.arrival } ?? false })
    #expect(rests.allSatisfy { $0.detected >= $0.arrival && $0.seen >= $0.arrival && $0.fixes >= 0 })
    #expect(
      zip(rests, rests.dropFirst()).allSatisfy { first, second in
        first.departure.map { $0 <= second.arrival } ?? false
      })
  }

  @Test("Moving, rest and gaps add up to the duration, to the millisecond", arguments: seeds(20))
  func times(seed: UInt64) {
    for settings in allSettings {
      let track = Track(RandomFeed(seed: seed, count: 3_000).reports.map(\.input), settings)
      let times = track.times
      #expect(times.moving + times.rest + times.gap == times.all)
    }
  }

  @Test("Every fix that is no rest lies within the tolerance of the stored line at its own time", arguments: seeds(40))
  func path(seed: UInt64) {
    let feed = RandomFeed(seed: seed, count: 4_000).reports.map(\.input)
    let accepted = Track(feed, .init(thinning: .keepAll)).rows.map(\.fix)
    let track = Track(feed)
    var deviation = Deviation(track)
    for fix in accepted { deviation.add(fix) }
    #expect(deviation.metres <= Profile.standard.toleranceMetres)
    #expect(deviation.heightMetres <= Profile.standard.heightToleranceMetres)
    #expect(deviation.uncovered == 0)
  }

  @Test("With fixes flowing at rest the whole session keeps to the path", arguments: seeds(20))
  func flowingPath(seed: UInt64) {
    let feed = RandomFeed(seed: seed, count: 3_000).reports.map(\.input)
    let accepted = Track(feed, .init(thinning: .keepAll)).rows.map(\.fix)
    var settings = TrackPipeline.Settings()
    settings.atRest = .flow
    var track = Track(feed, settings)
    track.rests = [:]
    var deviation = Deviation(track)
    for fix in accepted { deviation.add(fix) }
    #expect(deviation.metres <= Profile.standard.toleranceMetres && deviation.uncovered == 0)
  }

  @Test("What a rest claims to have been known was known at that moment", arguments: seeds(10))
  func online(seed: UInt64) {
    let feed = RandomFeed(seed: seed, count: 2_000).reports.map(\.input)
    let track = Track(feed)
    let (whole, end) = (track.restsInOrder, track.ended)
    var random = LinearGenerator(state: seed)
    for _ in 0..<50 {
      let cut = Int.random(in: 1..<feed.count, using: &random)
      let prefix = Track(feed[..<cut], finished: false)
      // The last rest is released by the end of the session, which the prefix does not know.
      guard let now = prefix.ended, now != end else { continue }
      let claimed = whole.contains { rest in rest.detected <= now && rest.released.map { now < $0 } ?? true }
      #expect(claimed == (prefix.openRest != nil))
    }
  }

  @Test("One pipeline fed twice does the same twice", arguments: seeds(10))
  func determinism(seed: UInt64) {
    let feed = RandomFeed(seed: seed, count: 2_000).reports.map(\.input)
    #expect(Track(feed).rows == Track(feed).rows)
  }
}

/// Every way of storing.
private let allSettings: [TrackPipeline.Settings] = {
  var filter = StepFilter()
  filter.distanceMetres = 20
  filter.interval = 60_000
  var flowing = TrackPipeline.Settings()
  flowing.atRest = .flow
  return [.init(), .init(thinning: .keepAll), .init(thinning: .filtered(filter)), flowing]
}()

/// How far fixes lie from the stored line at their own times; fed in the order of time.
struct Deviation {
  private let rows: [TrackRow]
  private let rests: [Rest]
  private var next = 0
  private(set) var metres = 0.0
  private(set) var heightMetres = 0.0
  private(set) var uncovered = 0

  init(_ track: Track) {
    rows = track.rows
    rests = track.restsInOrder
  }

  mutating func add(_ fix: Fix) {
    let isAtRest = rests.contains { rest in
      rest.arrival <= fix.time && rest.departure.map { fix.time <= $0 } ?? true
    }
    guard !isAtRest else { return }
    while next < rows.count, rows[next].fix.time < fix.time { next += 1 }
    guard next < rows.count else { return uncovered += 1 }
    if rows[next].fix.time == fix.time { return }
    guard next > 0, rows[next - 1].segment == rows[next].segment else { return uncovered += 1 }
    compare(fix, rows[next - 1].fix, rows[next].fix)
  }

  private mutating func compare(_ fix: Fix, _ a: Fix, _ b: Fix) {
    let share = Double(fix.time - a.time) / Double(b.time - a.time)
    let plane = LocalPlane(at: fix.coordinate)
    let start = plane.point(of: a.coordinate)
    let line = start + (plane.point(of: b.coordinate) - start) * share
    metres = max(metres, line.length)
    guard let height = fix.measurements.altitudeMSLMetres, let low = a.measurements.altitudeMSLMetres,
      let high = b.measurements.altitudeMSLMetres
    else { return }
    heightMetres = max(heightMetres, abs(low + share * (high - low) - height))
  }
}

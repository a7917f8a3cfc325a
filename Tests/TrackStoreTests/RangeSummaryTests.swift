import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Totals of a range")
struct RangeSummaryTests {
  private func summary(_ store: TemporaryStore, _ from: Int64?, _ to: Int64?) throws -> TrackSummary {
    let reader = try TrackReader(path: store.path)
    let session = try #require(try reader.lastSession())
    return try reader.summary(
      of: session, from: from.map { Timestamp(milliseconds: $0) }, to: to.map { Timestamp(milliseconds: $0) })
  }

  /// Straight on at 30 m/s from half past eleven to half past twelve at night.
  private func overMidnight() throws -> TemporaryStore {
    var made = try PipelineMade(from: midnight - hour / 2)
    made.go(30, seconds: 3601, outlier: (second: 600, speed: 80))
    try made.end()
    return made.killed()
  }

  @Test("Days of an hour across midnight add up to the whole, and are those of the view")
  func days() throws {
    let store = try overMidnight()
    let whole = try summary(store, nil, nil)
    let parts = [
      try summary(store, midnight - 24 * hour, midnight), try summary(store, midnight, midnight + 24 * hour),
    ]

    #expect(abs(whole.distanceMM - 108_000_000) < 108_000)
    #expect(abs(parts[0].distanceMM + parts[1].distanceMM - whole.distanceMM) < 1_000)
    #expect(parts[0].movingMS + parts[1].movingMS == whole.movingMS)
    #expect(
      try store.ask("SELECT round(distance_m * 1000), round(moving_s * 1000) FROM day ORDER BY date")
        == parts.map { "\($0.distanceMM).0|\($0.movingMS).0" })
  }

  @Test("A range between two rows has its share of the line, wherever it lies", arguments: [1, 7, 60, 299, 601])
  func shares(seconds: Int64) throws {
    let store = try overMidnight()
    for start in stride(from: midnight - hour / 2, to: midnight + hour / 2 - seconds * 1000, by: 437_000) {
      let part = try summary(store, start, start + seconds * 1000)
      #expect(abs(part.distanceMM - seconds * 30_000) < seconds * 300, "\(start)")
      #expect(part.greatestSpeedMMPS == 30_000)
    }
  }

  @Test("A speed that only one row has is not the fastest, of the whole or of a part")
  func outlier() throws {
    var made = try PipelineMade(.init(thinning: .keepAll), from: midnight - hour / 2)
    made.go(30, seconds: 1800, outlier: (second: 600, speed: 80))
    try made.end()
    let store = made.killed()
    let moment = midnight - hour / 2 + 600_000

    #expect(try store.ask("SELECT max(speed_mps) FROM fix") == ["80.0"])
    for part in [nil as Int64?, 0, 1_000, 5_000, 60_000, 400_000] {
      let found = try summary(store, part.map { moment - $0 }, part.map { moment + $0 + 1 })
      #expect(found.greatestSpeedMMPS == 30_000)
    }
  }

  @Test("A range without a part of the session has nothing")
  func outside() throws {
    let store = try overMidnight()
    for range in [(midnight - 9 * hour, midnight - 8 * hour), (midnight + 8 * hour, midnight + 9 * hour)] {
      let part = try summary(store, range.0, range.1)
      #expect([part.durationMS, part.movingMS, part.distanceMM, part.ascentMM, part.rows] == [0, 0, 0, 0, 0])
      #expect(part.greatestSpeedMMPS == nil)
    }
  }
}

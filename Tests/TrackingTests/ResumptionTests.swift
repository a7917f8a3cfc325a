import Positioning
import Simulation
import Testing
import Tracking

@Suite("After a restart")
struct ResumptionTests {
  /// A session whose recorder was cut off after a commit, and what it became.
  private struct CutSession {
    var before: Track
    var after: Track
    var cut: Timestamp

    init?(_ feed: [Report], cutAt index: Int, _ settings: TrackPipeline.Settings = .init()) {
      before = Track(feed[..<index].map(\.input), settings, finished: false)
      guard let lastRow = before.tip ?? before.rows.last, let cut = before.ended else { return nil }
      let resumption = Resumption(
        ledger: before.ledger, updates: before.updates, lastRow: lastRow, rests: before.rests.count,
        openRest: before.restsInOrder.last.flatMap { $0.departure == nil ? $0 : nil })
      self.cut = cut
      after = Track(feed[index...].map(\.input), through: TrackPipeline(settings, resuming: resumption))
    }

    var rows: [TrackRow] { before.rows + (before.tip.map { [$0] } ?? []) + after.rows }

    var whole: Track {
      var whole = after
      whole.rows = rows
      whole.rests = before.rests.merging(after.rests) { $1 }
      whole.gaps = before.gaps + after.gaps
      whole.legs = before.legs + (before.openLeg.map { [$0] } ?? []) + after.legs
      whole.began = before.began ?? after.began
      return whole
    }
  }

  private func cuts(_ seed: UInt64, nonsense: Bool) -> [CutSession] {
    var random = LinearGenerator(state: seed)
    let feed = RandomFeed(seed: seed, count: 2_000, nonsense: nonsense).reports
    return (0..<6).compactMap { _ in CutSession(feed, cutAt: .random(in: 1..<feed.count, using: &random)) }
  }

  @Test("No stored row changes, rows go on without a hole, and the ledger adds up", arguments: seeds(20))
  func rows(seed: UInt64) {
    for session in cuts(seed, nonsense: true) {
      #expect(session.rows.map(\.sequence) == Array(1..<(session.rows.count + 1)))
      #expect(zip(session.rows, session.rows.dropFirst()).allSatisfy { $0.fix.time < $1.fix.time })
      #expect(session.after.alwaysAddedUp && session.after.ledger.stored == session.rows.count)
    }
  }

  @Test("Moving, rest and gaps still add up to the duration", arguments: seeds(20))
  func times(seed: UInt64) {
    for session in cuts(seed, nonsense: true) {
      let times = session.whole.times
      #expect(times.moving + times.rest + times.gap == times.all)
    }
  }

  @Test("The path is kept after the cut", arguments: seeds(20))
  func path(seed: UInt64) {
    for session in cuts(seed, nonsense: false) {
      let whole = session.whole
      var deviation = Deviation(whole)
      let feed = RandomFeed(seed: seed, count: 2_000, nonsense: false).reports.map(\.input)
      let resumed = session.after.gaps.first?.to ?? session.cut
      for fix in Track(feed, .init(thinning: .keepAll)).rows.map(\.fix) where fix.time >= resumed { deviation.add(fix) }
      #expect(deviation.metres <= Profile.standard.toleranceMetres && deviation.uncovered == 0)
    }
  }

  @Test("The first fix after it is preceded by a gap that names the restart")
  func gap() throws {
    let session = try #require(CutSession(walk(0..<100), cutAt: 50))
    #expect(session.after.gaps.map(\.reason) == [.restart])
    #expect(session.after.rows.first?.segment == 2)
    #expect(session.after.ledger.lost == 1)
  }

  @Test("A rest goes on where the receiver still is, with what was known of it")
  func rest() throws {
    let still = (0..<1_000).map { Report.at(Double($0), north: Double($0 % 2), speed: 0.02) }
    let session = try #require(CutSession(still, cutAt: 500))
    #expect(session.whole.rests.count == 1)
    let rest = try #require(session.whole.restsInOrder.first)
    #expect(rest.arrival == start && rest.departure == start + 999_000 && rest.fixes > 700)
  }

  @Test("A rest ended where the receiver is elsewhere afterwards")
  func left() throws {
    let still = (0..<500).map { Report.at(Double($0), speed: 0.02) }
    let session = try #require(CutSession(still + walk(600..<700, from: 2_000), cutAt: 500))
    #expect(session.whole.restsInOrder.count == 1)
    #expect(session.whole.restsInOrder.first?.departure.map { $0 <= start + 499_000 } ?? false)
  }

  @Test("From a minute after the cut rests are those of a recorder that was never cut", arguments: seeds(10))
  func sameRests(seed: UInt64) {
    let feed = Epochs(of: Drive(seed: seed), by: Receiver(seed: seed)).map(\.report)
    let uncut = Track(feed.map(\.input)).restsInOrder
    var random = LinearGenerator(state: seed)
    for _ in 0..<6 {
      guard let session = CutSession(feed, cutAt: .random(in: 200..<feed.count, using: &random)) else { continue }
      let rests = session.whole.restsInOrder
      for rest in uncut where rest.departure.map({ $0 > session.cut + 60_000 }) ?? false {
        let same = rests.first { abs(($0.departure ?? $0.seen) - (rest.departure ?? rest.seen)) <= 5_000 }
        #expect(same != nil)
        if rest.arrival > session.cut + 60_000 { #expect(abs((same?.arrival ?? start) - rest.arrival) <= 5_000) }
      }
    }
  }
}

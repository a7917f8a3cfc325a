import Positioning
import Testing
import TrackStore
@testable import Tracking

@testable import Recorder

@Suite("Facts that wait for a store that refuses")
struct BacklogTests {
  /// A line of rows, one a second, each so many metres off it to the north.
  private func rows(_ count: Int, segment: Int = 1, from first: Int = 1, off: (Int) -> Double = { _ in 0 })
    -> [TrackRow]
  {
    (0..<count).compactMap { index in
      guard let place = Coordinate(latitude: 47 + off(index) / 111_170, longitude: 8 + 1e-4 * Double(index)) else {
        return nil
      }
      let time = Timestamp(milliseconds: 1_777_615_200_000 + Int64(first + index) * 1_000)
      return TrackRow(
        sequence: first + index, segment: segment,
        fix: Fix(device: DeviceID(number: 0), time: time, coordinate: place, measurements: Measurements()),
        keeping: index == 0 ? .start : index == count - 1 ? .end : .all, isStationary: false)
    }
  }

  private func backlog(_ facts: [StoredFact]) -> Backlog {
    var backlog = Backlog()
    for fact in facts { backlog.append(fact) }
    return backlog
  }

  private func rows(of backlog: Backlog) -> [TrackRow] {
    backlog.facts.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  @Test("While there is room nothing is left out")
  func room() {
    var backlog = backlog(rows(Backlog.mostFacts - 1).map { .row($0) })
    #expect(backlog.makeRoom() == 0)
    #expect(backlog.facts.count == Backlog.mostFacts - 1)
  }

  @Test("Without room the rows go that the line misses least, and the others close up")
  func leastValuable() {
    let all = rows(Backlog.mostFacts) { $0 % 7 == 3 ? 50 : 0 }
    var backlog = backlog(all.map { .row($0) })
    let leftOut = backlog.makeRoom()
    let kept = rows(of: backlog)
    #expect(leftOut > Backlog.mostFacts / 10)
    #expect(kept.count == all.count - leftOut)
    #expect(kept.map(\.sequence) == Array(1...kept.count))
    let times = Set(kept.map(\.fix.time))
    #expect(all.filter { $0.fix.coordinate.latitude > 47.0001 }.allSatisfy { times.contains($0.fix.time) })
    #expect(kept.first?.keeping == .start && kept.last?.keeping == .end)
  }

  @Test("Runs keep their ends, and legs name the rows that are left", arguments: 1...20)
  func ends(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var facts: [StoredFact] = []
    var ends: [Timestamp] = []
    var sequence = 1
    var segment = 1
    while facts.count < Backlog.mostFacts {
      let run = rows(.random(in: 1...200, using: &random), segment: segment, from: sequence) { _ in
        .random(in: 0...9, using: &random)
      }
      facts += run.map { .row($0) }
      facts.append(.leg(leg(run[0].sequence, run[run.count - 1].sequence)))
      ends += [run[0].fix.time, run[run.count - 1].fix.time]
      sequence += run.count
      segment += 1
    }
    var backlog = backlog(facts)
    let leftOut = backlog.makeRoom()
    let kept = rows(of: backlog)
    #expect(leftOut > 0)
    #expect(kept.map(\.sequence) == Array(1...kept.count))
    #expect(Set(ends).isSubset(of: Set(kept.map(\.fix.time))))
    for fact in backlog.facts {
      guard case .leg(let leg) = fact else { continue }
      #expect(Set(kept[(leg.firstSequence - 1)..<leg.lastSequence].map(\.segment)).count == 1)
    }
  }

  private func leg(_ first: Int, _ last: Int) -> Leg {
    let time = Timestamp(milliseconds: 0)
    return Leg(
      firstSequence: first, lastSequence: last, from: time, to: time, distanceMetres: 0, greatestSpeedMPS: nil,
      ascentMetres: 0, descentMetres: 0, south: 0, north: 0, west: 0, east: 0)
  }

  @Test("Of a rest only the newest news stays, and of events the latest")
  func superseded() {
    let moment = Timestamp(milliseconds: 0)
    let place = rows(1)[0].fix.coordinate
    var facts: [StoredFact] = (0..<Backlog.mostFacts).map { index in
      .rest(
        Rest(
          number: 1 + index / 9_000, arrival: moment, departure: nil, detected: moment, released: nil,
          seen: moment + Int64(index), centre: place, radiusMetres: 1, fixes: index, gapMilliseconds: 0))
    }
    facts += (0..<1_000).map { .event(StoredEvent(time: nil, kind: .fix, detail: "\($0)")) }
    var backlog = backlog(facts)
    #expect(backlog.makeRoom() == 0)
    let rests = backlog.facts.compactMap { if case .rest(let rest) = $0 { rest.fixes } else { nil } }
    let events = backlog.facts.compactMap { if case .event(let event) = $0 { event.detail } else { nil } }
    #expect(rests == [8_999, Backlog.mostFacts - 1])
    #expect(events.last == "999" && events.count < 1_000)
  }

  @Test("What was left out of one session does not move the rows of the next")
  func nextSession() {
    let start = SessionStart(uuid: "b", name: nil, profile: "default", origin: .record, version: "0")
    let end = Snapshot(of: TrackPipeline(.init()))
    let first = rows(Backlog.mostFacts)
    var backlog = backlog(
      first.map { .row($0) } + [.ended(end, at: nil, .stopped), .opened(start, bootID: nil)]
        + rows(3).map { .row($0) })
    #expect(backlog.makeRoom() == 0)
    #expect(rows(of: backlog).suffix(3).map(\.sequence) == [1, 2, 3])
    let ended = backlog.facts.compactMap {
      if case .ended(let snapshot, _, _) = $0 { snapshot.ledger.dropped } else { nil }
    }
    #expect(ended == [first.count + 3 - rows(of: backlog).count])
  }
}

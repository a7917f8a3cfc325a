import Positioning
import Testing
import Tracking

@Suite("Segments and gaps")
struct SegmentTests {
  @Test("A silence longer than half a minute is a gap; a shorter one is not", arguments: [(29, 0), (31, 0), (32, 1)])
  func silence(seconds: Int, gaps: Int) {
    let track = Track((walk(0..<20) + walk((18 + seconds)..<(40 + seconds), from: 40)).map(\.input))
    #expect(track.gaps.count == gaps && track.gaps.allSatisfy { $0.reason == .noData })
    #expect(track.segments == gaps + 1)
  }

  @Test("A receiver that says for more than ten seconds that it has no fix leaves a gap")
  func noFix() {
    func track(_ seconds: Int) -> Track {
      let lost = (20..<(20 + seconds)).map { Report.noFix(Double($0)) }
      return Track((walk(0..<20) + lost + walk((20 + seconds)..<60, from: 40)).map(\.input))
    }
    #expect(track(5).gaps.isEmpty)
    #expect(track(12).gaps.map(\.reason) == [.noFix])
    #expect(track(12).gaps.map { $0.to - $0.from } == [13_000])
  }

  @Test("A lost gpsd leaves a gap however short, with the first cause")
  func interruption() {
    let inputs = walk(0..<10).map(\.input) + [.interrupted(.gpsdGone), .interrupted(.deviceGone)]
    let track = Track(inputs + walk(12..<20, from: 15).map(\.input))
    #expect(track.gaps.map(\.reason) == [.gpsdGone] && track.segments == 2)
  }

  @Test("A receiver that reports once a minute has no gaps between its reports")
  func slowReceiver() {
    let reports = (0..<30).map { Report.at(Double($0) * 60, north: Double($0) * 80) }
    #expect(Track(reports.map(\.input)).gaps.count <= 1)
  }

  @Test("Both ends of a gap are rows, and no distance is counted over it")
  func ends() {
    let track = Track((walk(0..<20) + walk(100..<120, from: 1_400)).map(\.input))
    #expect(track.rows.map(\.keeping) == [.start, .gap, .start, .end])
    #expect(abs(track.distanceMetres - 2 * 19 * 1.4) < 0.1)
  }

  @Test("Rejected fixes before the first good one leave no gap")
  func beforeTheFirst() {
    let track = Track(((0..<60).map { .noFix(Double($0)) } + walk(60..<80)).map(\.input) + [.interrupted(.gpsdGone)])
    #expect(track.gaps.isEmpty && track.began == start + 60_000)
  }
}

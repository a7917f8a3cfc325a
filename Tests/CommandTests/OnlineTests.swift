import Foundation
import TestSupport
import Testing

@Suite("What was known when", .backstop)
struct OnlineTests {
  private struct Rest {
    var departure, detected, released: Int
  }

  private func rests(of lines: ArraySlice<Substring>) throws -> (rests: [Rest], ended: Int) {
    let place = try Workplace()
    try place.importing(try place.file("feed.json", lines.joined(separator: "\n") + "\n"))
    let rows = try place.store.rows("SELECT departure_ms, detected_ms, released_ms FROM rest ORDER BY rest")
    let rests = rows.map { $0.compactMap { Int($0) } }.map { Rest(departure: $0[0], detected: $0[1], released: $0[2]) }
    return (rests, try place.store.count("SELECT ended_ms FROM session_summary"))
  }

  @Test("Cut off anywhere, a recording shows the state that the whole one claims for that moment", arguments: [1, 2])
  func cuts(seed: Int) throws {
    let place = try Workplace()
    let feed = try place.run(Program.simulator, ["--json", "--seed", "\(seed)"]).output
    let lines = feed.split(whereSeparator: \.isNewline)
    let whole = try rests(of: lines[...])
    for cut in stride(from: 200, to: lines.count, by: lines.count / 25) {
      let prefix = try rests(of: lines[..<cut])
      let isAtRest = prefix.rests.last.map { $0.departure == prefix.ended && $0.released == prefix.ended } ?? false
      // The last rest of the whole is released by its end, which the prefix cannot know.
      let claim = whole.rests.contains { rest in
        rest.detected <= prefix.ended && (prefix.ended < rest.released || rest.released == whole.ended)
      }
      #expect(isAtRest == claim)
    }
  }
}

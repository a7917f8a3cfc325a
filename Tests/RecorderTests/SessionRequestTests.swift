import Control
import Positioning
import Testing
import TrackStore

@testable import Recorder

@Suite("Edits of sessions on the wire")
struct SessionRequestTests {
  @Test(
    "Every request and every outcome is read as it was written",
    arguments: [
      .rename("a\tb=c\n"), .rename(nil), .annotate("x"), .annotate(nil),
      .split(at: Timestamp(milliseconds: -5), uuid: "new"), .join(with: "other"), .shorten(rows: 7),
    ] as [SessionEdit])
  func requests(edit: SessionEdit) throws {
    let request = SessionRequest("one", edit)
    let line = try #require(ControlLine(String(request.line.text.dropLast())))
    #expect(SessionRequest(line) == request)
  }

  @Test("So is every outcome")
  func outcomes() throws {
    let outcomes: [SessionOutcome] =
      [
        .done, .split(into: 3, from: Timestamp(milliseconds: 9)), .joined(as: 4), .shortened(rowsLeft: 12),
        .shortened(rowsLeft: nil),
      ] + SessionRefusal.allCases.flatMap { [.refused($0, of: 1), .refused($0, of: nil)] }
    for outcome in outcomes { #expect(SessionOutcome(outcome.line) == outcome) }
  }

  @Test("What is no request or no outcome is told from one")
  func others() {
    #expect(SessionRequest(ControlLine("session", ["verb": "paint", "id": "one"])) == nil)
    #expect(SessionRequest(ControlLine("session", ["verb": "split", "id": "one", "part": "x"])) == nil)
    #expect(SessionRequest(ControlLine("session", ["verb": "rename"])) == nil)
    #expect(SessionOutcome(ControlLine("error", ["code": "storage", "why": "full"])) == nil)
  }
}

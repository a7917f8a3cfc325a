import LiveActivity
import Positioning
import Testing

@Suite("The log of activities")
struct LogTests {
  private var desk = Desk()

  init() { desk.start("a") }

  @Test("Located updates are one row a minute, with how many, since when, until when, and the last content")
  mutating func runs() throws {
    for second in 0..<120 {
      desk.wait(1_000)
      desk.propose("\(second)")
    }
    let applied = desk.rows.filter { $0.kind == .update && $0.outcome == .applied }
    #expect(applied.count == 2)
    let first = try #require(applied.first)
    #expect(first.repeats == 30)
    #expect(first.requested == Desk.noon + 1_000)
    #expect(first.lastRequested == Desk.noon + 59_000)
    #expect(first.applied == Desk.noon + 60_000)
    #expect(first.fixTime == Desk.noon + 59_000)
    #expect(first.content == "58")
  }

  @Test("One and the same refusal is one row that names the last, another one is another row")
  mutating func refusals() {
    for number in 0..<10 { desk.update("1", .uuid("x\(number)")) }
    for _ in 0..<5 { desk.update(nil) { $0.content.state = .malformed("{") } }
    desk.update("1", .uuid("y"))
    #expect(desk.story == ["start applied", "update rejected_not_found 11", "update rejected_not_json 5"])
    #expect(desk.rows[1].askedFor == "y")
  }

  @Test("A row grows for a minute and no longer, whether or not anybody ticks")
  mutating func minute() {
    for _ in 0..<180 {
      desk.update("1", .uuid("x"))
      desk.milliseconds += 1_000
    }
    #expect(desk.rows.dropFirst().map(\.repeats) == [60, 60, 60])
  }

  @Test("Nothing grows across a row of its own, so that the order of things stays")
  mutating func order() {
    desk.wait(2_000)
    desk.propose("1")
    desk.wait(2_000)
    desk.propose("at rest") { $0.urgency = .stateChange }
    desk.wait(2_000)
    desk.propose("2")
    #expect(desk.story == ["start applied", "update applied", "change applied", "update applied"])
  }

  @Test("Sessions do not share a row")
  mutating func sessions() {
    for session in 1...2 {
      desk.book.session = Int64(session)
      desk.wait(2_000)
      desk.propose("\(session)")
    }
    #expect(desk.rows.map(\.session) == [nil, 1, 2])
  }

  @Test("A name of any length is logged by its beginning")
  mutating func longName() {
    desk.update("1", .uuid(String(repeating: "x", count: 100_000)))
    #expect(desk.rows.last?.askedFor?.count == 64)
  }
}

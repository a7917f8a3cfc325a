import LiveActivity
import Positioning
import Testing

@Suite("Updating an activity")
struct UpdateTests {
  private var desk = Desk()

  init() {
    desk.start("a") { $0.attributes = .wellFormed("{\"name\":\"x\"}") }
    desk.wait(2_000)
  }

  @Test("Its content changes and nothing else, and it is told")
  mutating func applied() {
    let before = desk.activity("a")
    let answer = desk.update("{\"text\":\"🤩\"}", .uuid("a"))
    #expect(answer.message == "Update activity successfully. id: a")
    var expected = before
    expected?.content.state = "{\"text\":\"🤩\"}"
    #expect(desk.activity("a") == expected)
    #expect(desk.rows.last?.applied == Desk.noon + 2_000)
    #expect(desk.rows.last?.cause == .command)
  }

  @Test("An unknown name is refused with the name that was asked for")
  mutating func unknown() {
    let answer = desk.update("1", .uuid("bogus"))
    #expect(answer.message == "Not found activity.")
    #expect(answer.uuid == "bogus")
    #expect(desk.rows.last?.askedFor == "bogus")
    #expect(desk.story.last == "update rejected_not_found")
  }

  @Test("Without an activity a command is told so, the recorder's updates are skipped and counted")
  mutating func noActivity() {
    desk.end()
    let rows = desk.rows.count
    #expect(desk.update("1").message == "Not found activity.")
    #expect(desk.rows.count == rows + 1)
    desk.propose("1")
    #expect(desk.rows.count == rows + 1)
    #expect(desk.book.skipped == 1)
  }

  @Test("With several live ones it has to be named")
  mutating func ambiguous() {
    desk.start("b", type: "ship")
    #expect(desk.update("1").outcome == .rejectedAmbiguous)
    #expect(desk.update("1", .uuid("b")).outcome == .throttled)
  }

  @Test("After the end it is refused and changes nothing", arguments: [Dismissal.standard, .immediate])
  mutating func ended(dismissal: Dismissal) {
    desk.end { $0.dismissal = dismissal }
    let before = desk.activity("a")
    let answer = desk.update("1", .uuid("a"))
    #expect(answer.outcome == .rejectedEnded)
    #expect(desk.activity("a") == before)
    #expect(desk.story.last == "update rejected_ended")
  }

  @Test("The same content twice is coalesced and shown once")
  mutating func coalesced() {
    desk.update("1")
    let shown = desk.shown.count
    #expect(desk.update("1").outcome == .coalesced)
    #expect(desk.shown.count == shown)
    #expect(desk.story.suffix(2) == ["update applied", "update coalesced"])
  }

  @Test("Content equal to what waits is coalesced with it")
  mutating func coalescedWaiting() {
    desk.update("1")
    desk.update("2")
    #expect(desk.update("2").outcome == .coalesced)
    desk.wait(2_000)
    #expect(desk.activity("a")?.content.state == "2")
  }

  @Test("Back to what is shown, what waited is shown no more")
  mutating func back() {
    desk.update("1")
    desk.update("2")
    #expect(desk.update("1").outcome == .coalesced)
    desk.wait(10_000)
    #expect(desk.activity("a")?.content.state == "1")
    #expect(desk.story.suffix(3) == ["update applied", "update throttled", "update coalesced"])
  }

  @Test("Content together with the attributes has 4,096 bytes and no more", arguments: [4_096, 4_097])
  mutating func size(bytes: Int) {
    let content = "\"" + String(repeating: "x", count: bytes - "{\"name\":\"x\"}".utf8.count - 2) + "\""
    let before = desk.activity("a")
    #expect(desk.update(content).outcome == (bytes == 4_096 ? .applied : .rejectedTooLarge))
    #expect((desk.activity("a") == before) == (bytes == 4_097))
  }

  @Test("What is not JSON is refused and changes nothing")
  mutating func notJSON() {
    let before = desk.activity("a")
    #expect(desk.update(nil) { $0.content.state = .malformed("{") }.outcome == .rejectedNotJSON)
    #expect(desk.activity("a") == before)
    #expect(desk.rows.last?.content == nil)
  }

  @Test("Older content than the newest is refused, also than what still waits")
  mutating func timestamp() {
    desk.update("1") { $0.timestamp = Desk.noon }
    #expect(desk.update("2") { $0.timestamp = Desk.noon + 5 }.outcome == .throttled)
    #expect(desk.update("3") { $0.timestamp = Desk.noon + 4 }.outcome == .rejectedStaleTimestamp)
    #expect(desk.update("4") { $0.timestamp = Desk.noon + 5 }.outcome == .throttled)
    #expect(desk.update("5").outcome == .throttled)
  }

  @Test("Content goes stale at its date, and newer content makes it active again at once")
  mutating func staleness() {
    desk.propose("1") { $0.content.stale = Desk.noon + 32_000 }
    #expect(desk.book.deadline == MonotonicTime(milliseconds: 32_000))
    desk.wait(29_999)
    #expect(desk.activity("a")?.state == .active)
    desk.wait(1)
    #expect(desk.activity("a")?.state == .stale)
    #expect(desk.propose("2") { $0.content.stale = Desk.noon + 62_000 } == .applied)
    #expect(desk.activity("a")?.state == .active)
    #expect(desk.story.suffix(4) == ["update applied", "stale applied", "update applied", "active applied"])
  }

  @Test("What makes it active again does not wait for its turn")
  mutating func revivedAtOnce() {
    desk.propose("1") { $0.content.stale = Desk.noon + 2_500 }
    desk.wait(500)
    #expect(desk.activity("a")?.state == .stale)
    #expect(desk.propose("2") { $0.content.stale = Desk.noon + 30_000 } == .applied)
    #expect(desk.activity("a")?.state == .active)
  }

  @Test("Content that is out of date already does not make it active")
  mutating func lateContent() {
    desk.propose("1") { $0.content.stale = Desk.noon + 3_000 }
    desk.wait(10_000)
    desk.propose("2") { $0.content.stale = Desk.noon + 4_000 }
    #expect(desk.activity("a")?.state == .stale)
    #expect(desk.activity("a")?.content.state == "2")
  }

  @Test("Without a date content never goes stale")
  mutating func neverStale() {
    desk.wait(365 * 86_400_000)
    #expect(desk.activity("a")?.state == .active)
    #expect(desk.book.deadline == nil)
  }
}

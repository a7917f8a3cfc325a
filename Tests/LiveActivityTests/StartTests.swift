import LiveActivity
import Positioning
import Testing

@Suite("Starting an activity")
struct StartTests {
  private var desk = Desk()

  @Test("It is active, stored with all that it is, and logged")
  mutating func start() {
    desk.book.session = 7
    let answer = desk.start("a", "{\"text\":\"😀\"}") {
      $0.name = ""
      $0.attributes = .wellFormed("{\"name\":\"\"}")
      $0.content.relevance = 2
    }
    #expect(answer.message == "Start live activity successfully. id: a")
    #expect(desk.stored["a"]?.state == .active)
    #expect(desk.stored["a"]?.session == 7)
    #expect(desk.stored["a"]?.attributes == "{\"name\":\"\"}")
    #expect(desk.stored["a"]?.started == Desk.noon)
    #expect(desk.stored["a"]?.content == ActivityContent(state: "{\"text\":\"😀\"}", stale: nil, relevance: 2))
    #expect(desk.story == ["start applied"])
    #expect(desk.rows.first?.content == "{\"text\":\"😀\"}")
    #expect(desk.rows.first?.session == 7)
  }

  @Test("A second one of its type is refused, and the first is named")
  mutating func second() {
    desk.start("a")
    let answer = desk.start("b")
    #expect(answer.outcome == .rejectedAlreadyActive)
    #expect(answer.message == "Cannot create 2 or more Live Activities.")
    #expect(answer.uuid == "a")
    #expect(desk.stored["b"] == nil)
    #expect(desk.story == ["start applied", "start rejected_already_active"])
  }

  @Test("One of another type may start, and each is found by its type")
  mutating func otherType() {
    desk.start("a")
    #expect(desk.start("b", type: "ship").outcome == .applied)
    desk.propose("1")
    desk.update("2", .live(type: "ship"))
    desk.wait(2_000)
    #expect(desk.activity("a")?.content.state == "1")
    #expect(desk.activity("b")?.content.state == "2")
  }

  @Test("One that has ended or was dismissed is no hindrance", arguments: [Dismissal.standard, .immediate])
  mutating func afterEnd(dismissal: Dismissal) {
    desk.start("a")
    desk.end { $0.dismissal = dismissal }
    #expect(desk.start("b").outcome == .applied)
    #expect(desk.book.activities.map(\.uuid) == ["a", "b"])
  }

  @Test("Switched off, it is refused with that reason, and there is no activity")
  mutating func disabled() {
    var settings = ActivityBook.Settings()
    settings.isEnabled = false
    desk = Desk(settings)
    let answer = desk.start()
    #expect(answer.message == "areActivitiesEnabled is false.")
    #expect(desk.stored.isEmpty)
    #expect(desk.story == ["start disabled"])
  }

  @Test("There may be so many at once and no more")
  mutating func maximum() {
    for number in 0..<16 { #expect(desk.start("\(number)", type: "\(number)").outcome == .applied) }
    #expect(desk.start("x", type: "x").outcome == .rejectedMaximumExceeded)
  }

  @Test("Attributes and content together have 4,096 bytes of UTF-8 and no more", arguments: [4_096, 4_097])
  mutating func size(bytes: Int) {
    let attributes = "\"" + String(repeating: "ä", count: 1_000) + "\""
    let content = "\"" + String(repeating: "x", count: bytes - attributes.utf8.count - 2) + "\""
    let outcome = desk.start("a", content) { $0.attributes = .wellFormed(attributes) }.outcome
    #expect(outcome == (bytes == 4_096 ? .applied : .rejectedTooLarge))
    #expect(desk.rows.first?.content == (bytes == 4_096 ? content : nil))
  }

  @Test("Attributes and content have to be JSON")
  mutating func notJSON() {
    #expect(desk.start { $0.attributes = .malformed("{") }.outcome == .rejectedNotJSON)
    #expect(desk.start { $0.content.state = .malformed("}") }.outcome == .rejectedNotJSON)
    #expect(desk.stored.isEmpty)
    #expect(desk.story == ["start rejected_not_json 2"])
  }

  @Test("A scheduled one is pending until its time, and already bars another")
  mutating func scheduled() {
    desk.start { $0.start = Desk.noon + 60_000 }
    #expect(desk.activity("a")?.state == .pending)
    #expect(desk.book.deadline == MonotonicTime(milliseconds: 60_000))
    #expect(desk.book.foremost == nil)
    #expect(desk.start("b").outcome == .rejectedAlreadyActive)
    desk.wait(60_000)
    #expect(desk.activity("a")?.state == .active)
    #expect(desk.story == ["start applied", "start rejected_already_active", "active applied"])
  }

  @Test("The most relevant one is foremost, among equals the first that was started")
  mutating func relevance() {
    desk.start("a", type: "a")
    desk.start("b", type: "b")
    #expect(desk.book.foremost?.uuid == "a")
    desk.wait(2_000)
    desk.update(nil, .uuid("b")) { $0.content.relevance = 1 }
    #expect(desk.book.foremost?.uuid == "b")
    desk.end(.uuid("b"))
    #expect(desk.book.foremost?.uuid == "a")
  }
}

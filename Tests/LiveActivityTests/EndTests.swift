import LiveActivity
import Positioning
import Testing

@Suite("The end of an activity")
struct EndTests {
  static let hour: Int64 = 3_600_000
  private var desk = Desk()

  init() {
    desk.start("a", "0")
    desk.wait(10_000)
  }

  @Test("What waits is shown first, and is the final content")
  mutating func flush() {
    desk.update("1")
    desk.update("2")
    let answer = desk.end()
    #expect(answer.message == "End activity successfully. id: a")
    #expect(desk.activity("a")?.content.state == "2")
    #expect(desk.activity("a")?.state == .ended)
    #expect(desk.activity("a")?.endedBy == .user)
    #expect(desk.story.suffix(3) == ["update applied", "update applied", "end applied"])
  }

  @Test("It may bring its final content")
  mutating func content() {
    desk.end { $0.content = ProposedContent(state: .wellFormed("\"done\"")) }
    #expect(desk.activity("a")?.content.state == "\"done\"")
    #expect(desk.rows.last?.content == "\"done\"")
  }

  @Test("Final content that is not JSON or too large is refused, and the activity lives on")
  mutating func badContent() {
    #expect(desk.end { $0.content = ProposedContent(state: .malformed("{")) }.outcome == .rejectedNotJSON)
    let large = String(repeating: "1", count: 4_097)
    #expect(desk.end { $0.content = ProposedContent(state: .wellFormed(large)) }.outcome == .rejectedTooLarge)
    #expect(desk.activity("a")?.state == .active)
  }

  @Test("It is shown for four hours, or until the given time, whichever comes first")
  mutating func dismissal() {
    desk.end()
    desk.wait(4 * Self.hour - 1)
    #expect(desk.activity("a")?.state == .ended)
    desk.wait(1)
    #expect(desk.activity("a")?.state == .dismissed)
    #expect(desk.activity("a")?.dismissed == Desk.noon + 10_000 + 4 * Self.hour)
    #expect(desk.story.suffix(2) == ["end applied", "dismiss applied"])
  }

  @Test("A time of one's own is kept, up to four hours", arguments: [1, 9] as [Int64])
  mutating func after(hours: Int64) {
    desk.end { $0.dismissal = .after(Desk.noon + 10_000 + hours * Self.hour) }
    #expect(desk.book.deadline == MonotonicTime(milliseconds: 10_000 + min(hours, 4) * Self.hour))
    desk.wait(min(hours, 4) * Self.hour)
    #expect(desk.activity("a")?.state == .dismissed)
  }

  @Test("Immediately, or by a time that is past, it vanishes with its end")
  mutating func immediate() {
    for dismissal in [Dismissal.immediate, .after(Desk.noon)] {
      desk = Desk()
      desk.start("a")
      desk.wait(10_000)
      desk.shown = []
      desk.end { $0.dismissal = dismissal }
      #expect(desk.shown.map(\.activity.state) == [.dismissed])
      #expect(desk.activity("a")?.ended == Desk.noon + 10_000)
      #expect(desk.activity("a")?.dismissed == Desk.noon + 10_000)
      #expect(desk.story.suffix(2) == ["end applied", "dismiss applied"])
    }
  }

  @Test("A second end, or one of an unknown activity, is refused")
  mutating func twice() {
    desk.end()
    #expect(desk.end(.uuid("a")).outcome == .rejectedEnded)
    #expect(desk.end().message == "Not found activity.")
    #expect(desk.end(.uuid("b")).outcome == .rejectedNotFound)
  }

  @Test("Dismissed by its user it has ended by their hand, and a late update does not bring it back")
  mutating func dismissed() {
    desk.propose("1")
    desk.propose("2")
    desk.dismiss("a")
    #expect(desk.activity("a")?.state == .dismissed)
    #expect(desk.activity("a")?.endedBy == .user)
    desk.wait(10_000)
    #expect(desk.update("3", .uuid("a")).outcome == .rejectedEnded)
    #expect(desk.activity("a")?.content.state == "1")
    #expect(desk.story.suffix(4) == ["update applied", "update throttled", "dismiss applied", "update rejected_ended"])
    #expect(desk.start("b").outcome == .applied)
  }

  @Test("A card that has ended may be dismissed, who ended it stays true, and twice is once")
  mutating func dismissedCard() {
    desk.end { $0.endedBy = .program }
    #expect(desk.dismiss("a").outcome == .applied)
    #expect(desk.dismiss("a").outcome == .coalesced)
    #expect(desk.activity("a")?.endedBy == .program)
    #expect(desk.dismiss("b").outcome == .rejectedNotFound)
  }

  @Test("Of finished ones the last 64 are remembered, and an older card vanishes")
  mutating func memory() {
    for number in 0..<100 {
      desk.end()
      desk.start("\(number)")
    }
    #expect(desk.book.activities.count == 65)
    #expect(desk.stored.values.count { $0.state == .ended } == 64)
    #expect(desk.stored["a"]?.state == .dismissed)
    #expect(desk.update("1", .uuid("98")).outcome == .rejectedEnded)
  }

  @Test("By default it may last for years")
  mutating func noLimit() {
    desk.wait(2 * 8_766 * Self.hour)
    #expect(desk.activity("a")?.state == .active)
  }

  @Test("A limit ends it, by the system")
  mutating func limit() {
    var settings = ActivityBook.Settings()
    settings.limit = .end(after: 8 * Self.hour)
    desk = Desk(settings)
    desk.start("a")
    #expect(desk.book.deadline == MonotonicTime(milliseconds: 8 * Self.hour))
    desk.wait(8 * Self.hour)
    #expect(desk.activity("a")?.state == .ended)
    #expect(desk.activity("a")?.endedBy == .system)
    #expect(desk.rows.last?.cause == .system)
  }

  @Test("Or another takes its place, with the same content, in the same step")
  mutating func renewal() {
    var settings = ActivityBook.Settings()
    settings.limit = .renew(after: 8 * Self.hour)
    desk = Desk(settings)
    desk.start("a", "1")
    desk.wait(8 * Self.hour - 10)
    desk.update("2")
    desk.update("3")
    desk.wait(10)
    #expect(desk.activity("a")?.state == .dismissed)
    #expect(desk.activity("a")?.endedBy == .system)
    #expect(desk.book.live.map(\.uuid) == ["renewed-1"])
    #expect(desk.book.live.first?.content.state == "3")
    #expect(desk.story.suffix(4) == ["update applied", "end applied", "dismiss applied", "start applied"])
    desk.wait(8 * Self.hour)
    #expect(desk.book.live.map(\.uuid) == ["renewed-2"])
  }
}

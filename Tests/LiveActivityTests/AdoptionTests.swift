import LiveActivity
import Positioning
import Testing

@Suite("Activities that an earlier process left")
struct AdoptionTests {
  @Test("They bar a second one at once, before anything is decided")
  func guarded() {
    var desk = Desk(restoring: [.stored("a")], nextSequence: 40)
    let answer = desk.start("b")
    #expect(answer.outcome == .rejectedAlreadyActive)
    #expect(answer.uuid == "a")
    #expect(desk.rows.first?.sequence == 40)
  }

  @Test("With the session that goes on they are adopted, and go on")
  func adopted() {
    var desk = Desk(restoring: [.stored("a", session: 3)])
    desk.settle(session: 3)
    #expect(desk.story == ["adopt applied"])
    #expect(desk.propose("1") == .applied)
    #expect(desk.activity("a")?.content.state == "1")
  }

  @Test("Without it they end as broken off", arguments: [nil, 4] as [Int64?])
  func abandoned(session: Int64?) {
    var desk = Desk(restoring: [.stored("a", session: 3)])
    desk.settle(session: session)
    #expect(desk.activity("a")?.state == .ended)
    #expect(desk.activity("a")?.endedBy == .crash)
    #expect(desk.rows.map(\.cause) == [.system])
    #expect(desk.start("b").outcome == .applied)
  }

  @Test("One that tells of no session goes on whichever goes on")
  func withoutSession() {
    var desk = Desk(restoring: [.stored("a", session: nil)])
    desk.settle(session: 9)
    #expect(desk.story == ["adopt applied"])
  }

  @Test("What is out of date is marked first")
  func staleFirst() {
    var desk = Desk(restoring: [.stored("a", stale: Desk.noon + -1)])
    desk.settle(session: 1)
    #expect(desk.story == ["stale applied", "adopt applied"])
    #expect(desk.activity("a")?.state == .stale)
  }

  @Test("It is decided once, and not about what was started since")
  func once() {
    var desk = Desk(restoring: [.stored("a", session: 1)])
    desk.settle(session: 1)
    desk.start("b", type: "ship")
    desk.settle(session: 2)
    #expect(desk.book.live.map(\.uuid) == ["a", "b"])
  }

  @Test("Ended ones are no leftovers: their time goes on")
  func ended() {
    var card = Activity.stored("a", .ended)
    card.ended = Desk.noon
    card.dismissalDue = Desk.noon + 60_000
    var desk = Desk(restoring: [card])
    desk.settle(session: nil)
    #expect(desk.story.isEmpty)
    desk.wait(60_000)
    #expect(desk.activity("a")?.state == .dismissed)
  }

  @Test("Where no clock knew when a card ended, its four hours count from when one does")
  func unknownEnd() {
    var desk = Desk()
    desk.knowsPresent = false
    desk.start("a")
    desk.end()
    #expect(desk.activity("a")?.ended == nil)
    #expect(desk.book.deadline == nil)
    desk.knowsPresent = true
    desk.wait(1_000)
    #expect(desk.activity("a")?.dismissalDue == Desk.noon + 1_000 + Dismissal.longest)
  }

  @Test("Without a clock that is trusted, the time of a fix dates what happens")
  func datedByFix() {
    var desk = Desk()
    desk.knowsPresent = false
    desk.start("a")
    desk.wait(5_000)
    desk.propose("1") { $0.content.stale = Desk.noon + 35_000 }
    #expect(desk.rows.last?.applied == Desk.noon + 5_000)
    desk.wait(30_000)
    #expect(desk.activity("a")?.state == .stale)
    #expect(desk.rows.last?.applied == Desk.noon + 35_000)
  }
}

import LiveActivity
import Positioning
import Testing

@Suite("What is shown of many updates")
struct ThrottleTests {
  private var desk = Desk()

  init() {
    desk.start("a")
    desk.wait(10_000)
    desk.shown = []
  }

  private var shown: [String] { desk.shown.map { "\($0.at - 10_000) \($0.activity.content.state ?? "")" } }

  @Test("The first goes out at once, the last when its turn comes, and nothing in between")
  mutating func edges() {
    for number in 0..<20 {
      desk.propose("\(number)")
      desk.wait(10)
    }
    #expect(desk.book.deadline == MonotonicTime(milliseconds: 12_000))
    desk.wait(2_000)
    #expect(shown == ["0 0", "2200 19"])
    #expect(desk.book.deadline == nil)
    #expect(desk.story.suffix(2) == ["update applied 2", "update throttled 18"])
  }

  @Test("A hundred fixes in ten seconds are shown every two seconds, the last one last")
  mutating func hundred() {
    for number in 0..<100 {
      desk.propose("\(number)")
      desk.wait(100)
    }
    desk.wait(2_000)
    #expect(shown == ["0 0", "2000 19", "4000 39", "6000 59", "8000 79", "10000 99"])
  }

  @Test("A change of state is shown at once, and the next turn counts from it")
  mutating func stateChange() {
    desk.propose("1")
    desk.wait(500)
    desk.propose("2")
    desk.wait(500)
    #expect(desk.propose("at rest") { $0.urgency = .stateChange } == .applied)
    desk.propose("3")
    desk.wait(1_999)
    desk.wait(1)
    #expect(shown == ["0 1", "1000 at rest", "3000 3"])
    #expect(desk.story.suffix(4) == ["update applied", "update throttled", "change applied", "update applied"])
  }

  @Test("A change of state shows at once even what waits already")
  mutating func stateChangeOfWaiting() {
    desk.propose("1")
    desk.propose("2")
    #expect(desk.propose("2") { $0.urgency = .stateChange } == .applied)
    #expect(shown == ["0 1", "0 2"])
  }

  @Test("A command that waits is in the log at once, and then as applied, with both times")
  mutating func command() {
    desk.update("1")
    desk.wait(300)
    #expect(desk.update("2").outcome == .throttled)
    #expect(desk.story.last == "update throttled")
    #expect(desk.rows.last?.content == "2")
    desk.wait(1_700)
    #expect(desk.story.suffix(2) == ["update applied", "update applied"])
    #expect(desk.rows.last?.requested == Desk.noon + 10_300)
    #expect(desk.rows.last?.applied == Desk.noon + 12_000)
  }

  @Test("Of many commands that wait only the last leaves their row")
  mutating func commands() {
    for number in 0..<10 {
      desk.update("\(number)")
      desk.wait(100)
    }
    #expect(desk.story.suffix(2) == ["update applied", "update throttled 9"])
    desk.wait(1_000)
    #expect(desk.story.suffix(3) == ["update applied", "update throttled 8", "update applied"])
    #expect(desk.rows[desk.rows.count - 2].lastRequested == Desk.noon + 10_800)
    #expect(desk.rows[desk.rows.count - 2].content == "8")
  }

  @Test("The wall clock may step as it likes", arguments: [-86_400_000, 86_400_000] as [Int64])
  mutating func clockStep(step: Int64) {
    desk.propose("1")
    desk.propose("2")
    desk.step = step
    desk.wait(1_999)
    #expect(shown == ["0 1"])
    desk.wait(1)
    #expect(shown == ["0 1", "2000 2"])
  }

  @Test("Ten alerting updates make one sound, and the others are said to be held back")
  mutating func alerts() {
    let alert = Alert(title: "", body: "")
    for number in 0..<10 {
      desk.update("\(number)") { $0.alert = alert }
      desk.wait(5_000)
    }
    #expect(desk.shown.count { $0.alert != nil } == 1)
    #expect(desk.shown.count == 10)
    let alerts = desk.rows.filter { $0.kind == .alert }
    #expect(alerts.filter { $0.outcome == .applied }.map(\.repeats) == [1])
    #expect(alerts.filter { $0.outcome == .throttled }.reduce(0) { $0 + $1.repeats } == 9)
    desk.wait(10_000)
    desk.update("10") { $0.alert = alert }
    #expect(desk.shown.last?.alert == alert)
  }

  @Test("A change of state may always call attention")
  mutating func alertOfStateChange() {
    let alert = Alert(title: "Arrived", body: "", sound: "bell")
    desk.update("1") { $0.alert = alert }
    desk.propose("2") {
      $0.alert = alert
      $0.urgency = .stateChange
    }
    #expect(desk.shown.map(\.alert) == [alert, alert])
    #expect(desk.rows.last?.kind == .alert)
    #expect(desk.rows.last?.alert == alert)
  }

  @Test("An alert is given at once with its content, even with what is shown already")
  mutating func alertAtOnce() {
    desk.update("1")
    desk.update("1") { $0.alert = Alert(title: "", body: "") }
    #expect(shown == ["0 1", "0 1"])
    #expect(desk.shown.last?.alert != nil)
  }
}

import Positioning
import Testing
import Tracking

@testable import Recorder

@Suite("What repeats")
struct RepeatsTests {
  private var repeats = Repeats()

  private mutating func said(_ text: String, at second: Int64) -> String? {
    repeats.admit(Announcement(kind: .fix, text: text), MonotonicTime(milliseconds: second * 1_000))?.text
  }

  @Test("The same words are said once a minute, then with how often they were held back")
  mutating func onceAMinute() {
    #expect(said("no fix", at: 0) == "no fix")
    for second in 1..<60 { #expect(said("no fix", at: Int64(second)) == nil) }
    #expect(said("no fix", at: 60) == "no fix (and 59 times before)")
    #expect(said("no fix", at: 119) == nil)
    #expect(said("no fix", at: 120) == "no fix (and 1 times before)")
    #expect(said("no fix", at: 500) == "no fix")
  }

  @Test("Other words are not held back by these")
  mutating func others() {
    #expect(said("a", at: 0) == "a")
    #expect(said("b", at: 1) == "b")
    #expect(said("a", at: 2) == nil)
    #expect(said("b", at: 2) == nil)
    #expect(said("c", at: 2) == "c")
  }

  @Test("What was held back last is said when its minute is over, so that the last word is the present state")
  mutating func lastWord() {
    #expect(said("connected", at: 0) == "connected")
    #expect(said("lost", at: 10) == "lost")
    #expect(said("connected", at: 11) == nil)
    #expect(repeats.deadline == MonotonicTime(milliseconds: 60_000))
    #expect(repeats.takeDue(MonotonicTime(milliseconds: 59_999)) == nil)
    #expect(repeats.takeDue(MonotonicTime(milliseconds: 60_000))?.text == "connected")
    #expect(repeats.deadline == nil && repeats.takeDue(MonotonicTime(milliseconds: 200_000)) == nil)
  }
}

import Positioning
import Testing

@testable import Presentation

@Suite("The conversation about a notification")
struct NotificationConversationTests {
  private typealias Action = NotificationConversation.Action

  private var conversation = NotificationConversation(dismissal: .hides)
  private let start = MonotonicTime(milliseconds: 1_000)

  private func rendering(
    _ content: Content = drive, sequence: Int64 = 1, state: Snapshot.Activity.State = .active,
    alert: Snapshot.Alert? = nil
  ) -> Rendering {
    let activity = Snapshot.Activity.of(content, state: state, alert: alert)
    return Snapshot(sequence: sequence, recorder: .recording, link: .fix, activity: activity).rendered()
  }

  private func notification(_ rendering: Rendering) throws -> DesktopNotification {
    try #require(DesktopNotification(rendering))
  }

  /// Shows it, and lets the server give it the number 7.
  private mutating func hold(_ rendering: Rendering) {
    _ = conversation.show(rendering, at: start)
    _ = conversation.shown(id: 7, at: start)
  }

  private let faster = drive.with(.init("speed_mps", .number(20)))
  private let resting = drive.with(.init("stationary", .number(1)))

  @Test("It is shown, and once it has an id a run stays with it")
  mutating func first() throws {
    let shown = try notification(rendering())
    #expect(conversation.show(rendering(), at: start) == [.ask(.show, shown)])
    #expect(conversation.show(rendering(), at: start + 1_000) == [])
    #expect(conversation.shown(id: 7, at: start + 1_000) == [.hold(id: 7, shown)])
    #expect(conversation.show(rendering(), at: start + 60_000) == [])
  }

  @Test("What came while the id was asked for is what stays")
  mutating func late() throws {
    _ = conversation.show(rendering(), at: start)
    _ = conversation.show(rendering(faster), at: start)
    #expect(conversation.shown(id: 7, at: start) == [.hold(id: 7, try notification(rendering(faster)))])
  }

  @Test("Other figures replace it every ten seconds, another state at once")
  mutating func replaced() throws {
    hold(rendering())
    #expect(conversation.show(rendering(faster), at: start + 9_999) == [])
    #expect(
      conversation.show(rendering(faster), at: start + 10_000) == [.hold(id: 7, try notification(rendering(faster)))])
    #expect(
      conversation.show(rendering(resting), at: start + 10_001) == [.hold(id: 7, try notification(rendering(resting)))])
  }

  @Test("An alert is a run of its own, with its sound, and is told once")
  mutating func alert() throws {
    hold(rendering())
    let alerting = rendering(sequence: 2, alert: .init(title: "Fuel"))
    #expect(conversation.show(alerting, at: start + 1) == [.ask(.replace(id: 7), try notification(alerting))])
    #expect(conversation.shown(id: 7, at: start + 2) == [.hold(id: 7, try notification(alerting))])
    #expect(conversation.show(alerting, at: start + 3) == [])
    let another = rendering(sequence: 3, alert: .init(title: "Fuel"))
    #expect(conversation.show(another, at: start + 4) == [.ask(.replace(id: 7), try notification(another))])
  }

  @Test("Dismissed, it is hidden until the next alert, and the activity goes on")
  mutating func dismissed() throws {
    hold(rendering())
    #expect(conversation.closed(printing: "", at: start) == [])
    #expect(conversation.show(rendering(resting), at: start + 60_000) == [])
    let alerting = rendering(sequence: 2, alert: .init(title: "Fuel"))
    #expect(conversation.show(alerting, at: start + 60_001) == [.ask(.show, try notification(alerting))])
  }

  @Test("Dismissed, it is hidden only as long as the activity is the same")
  mutating func successor() throws {
    hold(rendering())
    _ = conversation.closed(printing: "", at: start)
    let next = Snapshot(
      sequence: 9, recorder: .recording, activity: .init(id: "another", type: "trip", state: .active)
    ).rendered()
    #expect(conversation.show(next, at: start) == [.ask(.show, try notification(next))])
  }

  @Test("Dismissed, it ends the activity where that is wished, but only a live one")
  mutating func dismissalEnds() {
    conversation = NotificationConversation(dismissal: .ends)
    hold(rendering())
    #expect(
      conversation.closed(printing: "", at: start) == [.end(activity: "01890000-0000-7000-8000-000000000001")])
    conversation = NotificationConversation(dismissal: .ends)
    hold(rendering(state: .ended))
    #expect(conversation.closed(printing: "", at: start) == [])
  }

  @Test("Its End ends the activity; a click opens something, and it stays")
  mutating func actions() throws {
    hold(rendering())
    let shown = try notification(rendering())
    #expect(conversation.closed(printing: "default", at: start) == [.open, .hold(id: 7, shown)])
    #expect(
      conversation.closed(printing: "end", at: start) == [.end(activity: "01890000-0000-7000-8000-000000000001")])
    #expect(conversation.show(rendering(), at: start + 60_000) == [])
  }

  @Test("Without an activity it is taken away, also one that was only asked for")
  mutating func vanished() throws {
    let nothing = Sample.recording.snapshot.rendered()
    #expect(conversation.show(nothing, at: start) == [])
    hold(rendering())
    #expect(conversation.show(nothing, at: start) == [.close])
    #expect(conversation.show(nothing, at: start) == [])
    _ = conversation.show(rendering(), at: start)
    #expect(conversation.show(nothing, at: start) == [])
    #expect(conversation.shown(id: 8, at: start) == [.hold(id: 8, try notification(rendering())), .close])
  }

  @Test("Where no server runs it is tried again after a minute")
  mutating func noServer() throws {
    _ = conversation.show(rendering(), at: start)
    #expect(conversation.shown(id: nil, at: start) == [])
    #expect(conversation.show(rendering(), at: start + 59_999) == [])
    #expect(conversation.show(rendering(), at: start + 60_000) == [.ask(.show, try notification(rendering()))])
  }
}

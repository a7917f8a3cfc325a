import Control
import Synchronization
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: what a recorder was told, and what it still is to be told")
struct LinkStateTests {
  private static let off = ControlLine("background", ["state": "off"])

  private func lines(_ state: inout LinkState) -> [ControlLine] { state.takeRequests().map(\.line) }

  @Test("An errand that was said and not answered is said again on the next connection, and no more once it is")
  func errands() {
    var state = LinkState()
    let session = state.join(Interest(backgroundSession: true)) { _ in }
    _ = state.takeRequests()
    state.leave(session)

    #expect(lines(&state) == [Self.off])
    #expect(lines(&state) == [])
    #expect(state.isNeeded)
    _ = state.lose(.connectionLost)
    state.beginAnew()
    #expect(lines(&state) == [Self.off])
    state.finishErrand()
    #expect(!state.isNeeded)
    state.beginAnew()
    #expect(lines(&state) == [])
  }

  @Test("Errands are finished in their order; one that comes meanwhile is not said twice")
  func order() {
    var state = LinkState()
    state.add(errand: ControlLine("first", [:]))
    #expect(lines(&state).map(\.word) == ["first"])
    state.add(errand: ControlLine("second", [:]))
    #expect(lines(&state).map(\.word) == ["second"])
    state.finishErrand()
    state.beginAnew()
    #expect(lines(&state).map(\.word) == ["second"])
  }

  @Test("Who joins a session that is held already is told so, unless that was before a loss")
  func late() {
    var state = LinkState()
    let told = Mutex<[News]>([])
    func join() { _ = state.join(Interest(backgroundSession: true)) { news in told.withLock { $0.append(news) } } }
    _ = state.join(Interest(backgroundSession: true)) { _ in }
    _ = state.takeRequests()
    let held = News.background(BackgroundState(uuid: "b-1", isOn: true))
    for telling in state.hear(held) { telling() }
    join()
    #expect(told.withLock(\.count) == 1)
    _ = state.lose(.connectionLost)
    join()
    #expect(told.withLock(\.count) == 1)
  }

  @Test("What another program's session does is not taken for this one's")
  func others() {
    var state = LinkState()
    _ = state.join(Interest(attachment: nil, authorization: true)) { _ in }
    _ = state.takeRequests()
    _ = state.hear(.background(BackgroundState(uuid: "b-9", isOn: true)))
    let told = Mutex(0)
    _ = state.join(Interest(backgroundSession: true)) { _ in told.withLock { $0 += 1 } }
    #expect(told.withLock { $0 } == 0)
  }
}

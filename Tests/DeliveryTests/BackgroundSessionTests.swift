import Delivery
import Positioning
import Testing

@Suite("A background session")
struct BackgroundSessionTests {
  private let noon = Timestamp(milliseconds: 1_800_000_000_000)

  @Test("It is created by an attached client only")
  func creation() {
    #expect(BackgroundSession(uuid: "a", clients: 0, at: noon) == nil)
    let session = BackgroundSession(uuid: "a", clients: 1, at: noon)
    #expect(session?.isHeld == true)
    #expect(session?.created == noon)
  }

  @Test("A later process rejoins the same session, without a client")
  func rejoining() {
    var session = BackgroundSession(uuid: "a", created: noon, rejoined: nil, invalidated: nil)
    #expect(!session.isHeld)
    session.rejoin(at: noon + 60_000)
    #expect(session.isHeld)
    #expect(session.rejoined == noon + 60_000)
    session.rejoin(at: noon + 90_000)
    #expect(session.rejoined == noon + 60_000)
  }

  @Test("Invalidated it is dead, also when no clock could say since when")
  func invalidation() throws {
    var session = try #require(BackgroundSession(uuid: "a", clients: 1, at: noon))
    session.invalidate(at: nil)
    session.rejoin(at: noon)
    #expect(!session.isHeld)
    session.invalidate(at: noon)
    #expect(session.invalidated == nil)
    var restored = BackgroundSession(uuid: "a", created: noon, rejoined: nil, invalidated: noon)
    restored.rejoin(at: noon)
    #expect(!restored.isHeld)
  }
}

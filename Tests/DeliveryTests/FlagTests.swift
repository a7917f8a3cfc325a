import Delivery
import Testing

@Suite("The flags of an update")
struct FlagTests {
  @Test("They are words with commas between, in a fixed order")
  func words() {
    let flags: UpdateFlags = [.authorizationDeniedGlobally, .authorizationDenied]
    #expect("\(flags)" == "authorization-denied,authorization-denied-globally")
    #expect("\(UpdateFlags())" == "")
    #expect("\(UpdateFlags(rawValue: .max))".split(separator: ",").count == 8)
  }

  @Test("What is written is read back", arguments: UInt8.min...UInt8.max)
  func roundTrip(bits: UInt8) {
    let flags = UpdateFlags(rawValue: bits)
    #expect(UpdateFlags(words: "\(flags)") == flags)
  }

  @Test("Words of a later release are passed over")
  func unknown() {
    #expect(UpdateFlags(words: "too-warm,insufficiently-in-use,,x") == .insufficientlyInUse)
  }

  @Test("gpsd out of reach is unavailability, never denial; updates still may flow")
  func unavailable() {
    var delivering = Delivering { $0.decision = .always }
    delivering.step()
    #expect(
      delivering.step { $0.position = .unavailable } == [.flags(.locationUnavailable), .update(.locationUnavailable)])
    #expect(delivering.flows)
    #expect(delivering.step() == [])
    #expect(delivering.step { $0.position = .known(errorMetres: 4) } == [.flags([])])
  }

  @Test(
    "A position worse than 100 m is limited in accuracy, one of unknown error is not",
    arguments: [(nil, []), (100, []), (100.1, .accuracyLimited)] as [(Double?, UpdateFlags)])
  func accuracy(error: Double?, flags: UpdateFlags) {
    var delivering = Delivering { $0.decision = .always }
    let said = delivering.step { $0.position = .known(errorMetres: error) }
    #expect(delivering.delivery.flags == flags)
    #expect(flags.allowPosition)
    // The position itself tells of its accuracy: no update without one is due.
    #expect(!said.contains(.update(flags)))
  }

  @Test("A refusal is not mixed with what is known of the position")
  func refusal() {
    var delivering = Delivering { $0.decision = .denied }
    delivering.step { $0.position = .unavailable }
    #expect(delivering.delivery.flags == .authorizationDenied)
  }

  @Test("A background session is required only where that is demanded, whatever else allows updates")
  func sessionRequired() {
    var settings = DeliverySettings()
    settings.requiresBackgroundSession = true
    var delivering = Delivering(settings) { $0.decision = .always }
    delivering.step { $0.clients = 1 }
    #expect(delivering.delivery.flags == .serviceSessionRequired)
    #expect(delivering.step { $0.hasBackgroundSession = true } == [.resumed, .flags([])])
    #expect(delivering.step { $0.hasBackgroundSession = false }.last == .paused)
    #expect(delivering.delivery.deadline == nil)
  }
}

import Delivery
import Testing

@Suite("Authorization")
struct AuthorizationTests {
  @Test(
    "Each authorization is stored as its word",
    arguments: zip(
      Authorization.allCases, ["not-determined", "restricted", "denied", "when-in-use", "always"]))
  func words(authorization: Authorization, word: String) {
    #expect(authorization.word == word)
    let stored = StoredAuthorization(word: word)
    #expect(stored.authorization == authorization)
    #expect(stored.unknownWord == nil)
  }

  @Test("An unknown word in the store is no decision, and is told", arguments: ["", "Always", "4", "provisional"])
  func unknown(word: String) {
    let stored = StoredAuthorization(word: word)
    #expect(stored.authorization == .notDetermined)
    #expect(stored.unknownWord == word)
  }

  @Test("It is told at the beginning and at each change, once")
  func changes() {
    var delivering = Delivering { $0.isWanted = false }
    #expect(delivering.step() == [.authorization(.whenInUse)])
    #expect(delivering.step { $0.clients = 1 } == [])
    #expect(delivering.step { $0.decision = .always } == [.authorization(.always)])
    #expect(delivering.step() == [])
  }

  @Test("A start that waits for consent goes on by itself once it is given")
  func consent() {
    var delivering = Delivering {
      $0.decision = .notDetermined
      $0.clients = 1
      $0.isAsking = true
    }
    let asking = UpdateFlags.authorizationRequestInProgress
    #expect(delivering.step() == [.authorization(.notDetermined), .flags(asking), .update(asking)])
    #expect(!delivering.flows)
    let said = delivering.step(after: 9_000) {
      $0.isAsking = false
      $0.decision = .whenInUse
    }
    #expect(said == [.authorization(.whenInUse), .resumed, .flags([])])
  }

  @Test("A consent that is refused is a denial")
  func refusal() {
    var delivering = Delivering {
      $0.decision = .notDetermined
      $0.isAsking = true
    }
    delivering.step()
    let said = delivering.step {
      $0.isAsking = false
      $0.decision = .denied
    }
    #expect(said == [.authorization(.denied), .flags(.authorizationDenied), .update(.authorizationDenied)])
  }

  @Test("Undecided with nobody who could be asked, it is not enough in use")
  func nobodyToAsk() {
    var delivering = Delivering { $0.decision = .notDetermined }
    #expect(delivering.step().last == .update(.insufficientlyInUse))
  }

  @Test("An administrator's policy goes before what the user allows, and the user's decision comes back after it")
  func policy() {
    var delivering = Delivering { $0.decision = .always }
    delivering.step()
    #expect(
      delivering.step { $0.policy = .restricted } == [
        .authorization(.restricted), .flags(.authorizationRestricted), .update(.authorizationRestricted), .paused,
      ])
    #expect(delivering.step { $0.policy = [] } == [.authorization(.always), .resumed, .flags([])])
  }

  @Test("Location switched off for the machine is a denial that says so")
  func locationOff() {
    var delivering = Delivering {
      $0.decision = .always
      $0.policy = .locationOff
    }
    let flags: UpdateFlags = [.authorizationDenied, .authorizationDeniedGlobally]
    #expect(delivering.step() == [.authorization(.denied), .flags(flags), .update(flags)])
  }
}

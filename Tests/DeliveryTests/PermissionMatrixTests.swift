import Delivery
import Testing

@Suite("May updates flow when in use, with no client and no background session")
struct PermissionMatrixTests {
  struct Combination: Sendable, CustomTestStringConvertible {
    var interface: DeliverySettings.Interface
    var hasActivity: Bool
    var allowsBackground: Bool

    static let all = DeliverySettings.Interface.allCases.flatMap { interface in
      [false, true].flatMap { hasActivity in
        [false, true].map { Combination(interface: interface, hasActivity: hasActivity, allowsBackground: $0) }
      }
    }

    var testDescription: String {
      "\(interface), \(hasActivity ? "activity" : "no activity"), background \(allowsBackground ? "on" : "off")"
    }
  }

  /// Whether updates still flow a minute after the only client left.
  private func flows(_ combination: Combination, _ change: (inout Circumstances) -> Void = { _ in }) -> Bool {
    var settings = DeliverySettings()
    settings.interface = combination.interface
    settings.allowsBackground = combination.allowsBackground
    var delivering = Delivering(settings) {
      $0.clients = 1
      $0.hasLiveActivity = combination.hasActivity
      change(&$0)
    }
    delivering.step()
    #expect(delivering.flows)
    delivering.step { $0.clients = 0 }
    delivering.step(after: 60_000)
    return delivering.flows
  }

  @Test(
    "Live updates flow if and only if an activity is live, the manager's if and only if background is allowed",
    arguments: Combination.all)
  func whenInUse(combination: Combination) {
    switch combination.interface {
    case .liveUpdates: #expect(flows(combination) == combination.hasActivity)
    case .manager: #expect(flows(combination) == combination.allowsBackground)
    }
  }

  @Test("A background session is enough for both", arguments: Combination.all)
  func session(combination: Combination) { #expect(flows(combination) { $0.hasBackgroundSession = true }) }

  @Test("With always, nothing needs to hold them", arguments: Combination.all)
  func always(combination: Combination) { #expect(flows(combination) { $0.decision = .always }) }
}

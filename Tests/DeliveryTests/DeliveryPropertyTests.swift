import Delivery
import Positioning
import Simulation
import Testing

@Suite("What always holds of delivery")
struct DeliveryPropertyTests {
  static let seeds = (0..<20).map { _ in UInt64.random(in: 0...UInt64.max) }

  @Test("It does what a plain model of the rules does, and tells each change once", arguments: seeds)
  func model(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var settings = DeliverySettings()
    settings.interface = DeliverySettings.Interface.allCases.randomElement(using: &random) ?? .manager
    settings.allowsBackground = .random(using: &random)
    settings.requiresBackgroundSession = Int.random(in: 0..<4, using: &random) == 0
    var delivering = Delivering(settings)
    var model = Model(settings)
    for _ in 0..<5_000 {
      let before = (model.flows, model.flags)
      let said = delivering.step(after: .random(in: 0...3_000, using: &random)) { $0.change(using: &random) }
      model.step(delivering.now, delivering.milliseconds)
      #expect(delivering.flows == model.flows, "seed \(seed)")
      #expect(delivering.delivery.flags == model.flags, "seed \(seed)")
      #expect(said.contains(.resumed) == (model.flows && !before.0), "seed \(seed)")
      #expect(said.contains(.paused) == (!model.flows && before.0), "seed \(seed)")
      #expect(said.contains(.flags(model.flags)) == (model.flags != before.1), "seed \(seed)")
      let isDue = model.flags != before.1 && !model.flags.subtracting(.accuracyLimited).isEmpty
      #expect(said.contains(.update(model.flags)) == isDue, "seed \(seed)")
      #expect(said.count <= 4, "seed \(seed)")
    }
    let told = delivering.said.compactMap { if case .authorization(let value) = $0 { value } else { nil } }
    #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
  }
}

/// The rules as sentences of the specification, one after the other, without states.
private struct Model {
  let settings: DeliverySettings
  var flows = false
  var flags: UpdateFlags = []
  var lastInUse: Int64?

  init(_ settings: DeliverySettings) { self.settings = settings }

  mutating func step(_ now: Circumstances, _ milliseconds: Int64) {
    let activityCounts = settings.interface == .liveUpdates && now.hasLiveActivity
    let managerRuns = settings.interface == .manager && settings.allowsBackground
    let inUse =
      now.decision == .always || now.clients > 0 || now.hasBackgroundSession || activityCounts || managerRuns
    // The grace counts from the step that sees the loss, as nothing can be seen in between.
    if inUse { lastInUse = nil } else if flows, lastInUse == nil { lastInUse = milliseconds }
    let inGrace = flows && milliseconds - (lastInUse ?? milliseconds) < settings.grace
    let refusals = refusals(now)
    flows = now.isWanted && refusals.isEmpty && (inUse || inGrace)
    if !flows { lastInUse = nil }
    flags = !now.isWanted ? [] : !refusals.isEmpty ? refusals : flows ? position(now) : .insufficientlyInUse
  }

  private func refusals(_ now: Circumstances) -> UpdateFlags {
    let restricted = now.policy.contains(.restricted)
    let off = now.policy.contains(.locationOff)
    if restricted, off { return [.authorizationRestricted, .authorizationDenied, .authorizationDeniedGlobally] }
    if restricted || !off && now.decision == .restricted { return .authorizationRestricted }
    if off { return [.authorizationDenied, .authorizationDeniedGlobally] }
    if now.decision == .denied { return .authorizationDenied }
    if now.decision == .notDetermined { return now.isAsking ? .authorizationRequestInProgress : .insufficientlyInUse }
    return settings.requiresBackgroundSession && !now.hasBackgroundSession ? .serviceSessionRequired : []
  }

  private func position(_ now: Circumstances) -> UpdateFlags {
    if now.position == .unavailable { return .locationUnavailable }
    guard case .known(let error?) = now.position else { return [] }
    return error > 100 ? .accuracyLimited : []
  }
}

extension Circumstances {
  fileprivate mutating func change(using random: inout SeededGenerator) {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: isWanted = Int.random(in: 0..<4, using: &random) > 0
    case 1:
      let decisions = Authorization.allCases + [.whenInUse, .whenInUse, .whenInUse, .whenInUse]
      decision = decisions.randomElement(using: &random) ?? .always
    case 2: isAsking.toggle()
    case 3: policy = AdministratorPolicy(rawValue: [0, 0, 0, 0, 1, 2, 3].randomElement(using: &random) ?? 0)
    case 4, 5: clients = [0, 0, 0, 1, 2].randomElement(using: &random) ?? 0
    case 6: hasLiveActivity.toggle()
    case 7: hasBackgroundSession = Int.random(in: 0..<3, using: &random) == 0
    case 8: position = .unavailable
    case 9, 10: position = .known(errorMetres: Double.random(in: 0...200, using: &random))
    case 11: position = .known(errorMetres: nil)
    default: break
    }
  }
}

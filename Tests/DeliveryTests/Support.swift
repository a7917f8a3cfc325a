import Delivery
import Positioning

/// A delivery with the circumstances it is shown, and all it said.
struct Delivering {
  var delivery: UpdateDelivery
  var now: Circumstances
  var milliseconds: Int64 = 0
  var said: [DeliveryTransition] = []

  init(_ settings: DeliverySettings = DeliverySettings(), _ change: (inout Circumstances) -> Void = { _ in }) {
    delivery = UpdateDelivery(settings)
    now = Circumstances()
    now.isWanted = true
    now.decision = .whenInUse
    change(&now)
  }

  var flows: Bool { delivery.flows }

  /// What is said when the circumstances change so, that many milliseconds after the last step.
  @discardableResult
  mutating func step(
    after milliseconds: Int64 = 0, _ change: (inout Circumstances) -> Void = { _ in }
  ) -> [DeliveryTransition] {
    self.milliseconds += milliseconds
    change(&now)
    var said: [DeliveryTransition] = []
    delivery.step(now, at: MonotonicTime(milliseconds: self.milliseconds)) { said.append($0) }
    self.said += said
    return said
  }
}

/// From signal to fix: how long a receiver has had satellites and how long it still needs.
struct Acquisition: Sendable {
  private static let twoDSeconds = 3.0

  private var signalSeconds = 0.0
  private var neededSeconds: Double

  /// A receiver that is switched on: it must read the ephemerides from the signal, 30 s per satellite (IS-GPS-200).
  init(coldStartUsing generator: inout SeededGenerator) { neededSeconds = generator.uniform(24...38) }

  mutating func advance(seconds: Double, in surroundings: Surroundings, using generator: inout SeededGenerator) {
    if surroundings == .tunnel {
      // The ephemerides are still good after a tunnel: only the signals must be found again.
      if signalSeconds > 0 { neededSeconds = generator.uniform(2...5) }
      signalSeconds = 0
    } else {
      signalSeconds += seconds
    }
  }

  var reception: Reception {
    if signalSeconds < neededSeconds { return .none }
    return signalSeconds < neededSeconds + Self.twoDSeconds ? .twoD : .threeD
  }
}

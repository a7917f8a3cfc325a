import Glibc

/// A first-order Gauss–Markov process of mean 0 and variance 1: noise that wanders and forgets.
///
/// Its autocorrelation is exp(−t/T) (R. Brown, P. Hwang, "Introduction to Random Signals", 4th ed., 2.9). The
/// exact step is used, so that the variance is 1 at every epoch rate and after every gap.
struct GaussMarkov: Sendable {
  let correlationSeconds: Double
  private(set) var value: Double

  init(correlationSeconds: Double, using generator: inout SeededGenerator) {
    self.correlationSeconds = correlationSeconds
    value = generator.gaussian()
  }

  mutating func advance(seconds: Double, using generator: inout SeededGenerator) {
    let memory = exp(-seconds / correlationSeconds)
    value = memory * value + (1 - memory * memory).squareRoot() * generator.gaussian()
  }
}

import Testing

@testable import Simulation

@Suite("Random numbers from a seed")
struct SeededGeneratorTests {
  @Test("The bits are those of SplitMix64's reference implementation")
  func bitsAreThoseOfTheReference() {
    var generator = SeededGenerator(seed: 1_234_567)
    let bits = (0..<3).map { _ in generator.next() }
    #expect(bits == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test("Gaussian variates have mean 0, variance 1 and 95 of 100 within 1.96")
  func gaussianVariatesAreGaussian() {
    var generator = SeededGenerator(seed: 7)
    let variates = (0..<100_000).map { _ in generator.gaussian() }
    let mean = variates.reduce(0, +) / Double(variates.count)
    let variance = variates.reduce(0) { $0 + $1 * $1 } / Double(variates.count)
    let within = variates.count { $0.magnitude < 1.96 }
    #expect(mean.magnitude < 0.01)
    #expect((variance - 1).magnitude < 0.02)
    #expect((94_500...95_500).contains(within))
  }

  @Test("Purposes of one seed do not share numbers")
  func purposesAreApart() {
    var one = SeededGenerator(seed: 1, purpose: 1)
    var other = SeededGenerator(seed: 1, purpose: 2)
    let first = Set((0..<1000).map { _ in one.next() })
    #expect(first.isDisjoint(with: (0..<1000).map { _ in other.next() }))
  }

  @Test("A wandering error keeps variance 1 and forgets to 1/e, whatever the epoch rate", arguments: [0.1, 1, 45])
  func wanderingErrorIsStationary(stepSeconds: Double) {
    var generator = SeededGenerator(seed: 11)
    let correlationSeconds = 90.0
    let steps = Int(correlationSeconds / stepSeconds)
    var squares = 0.0
    var products = 0.0
    let walks = 4000
    for _ in 0..<walks {
      var process = GaussMarkov(correlationSeconds: correlationSeconds, using: &generator)
      let before = process.value
      for _ in 0..<steps { process.advance(seconds: stepSeconds, using: &generator) }
      squares += process.value * process.value
      products += before * process.value
    }
    #expect((squares / Double(walks) - 1).magnitude < 0.08)
    #expect((products / Double(walks) - 0.3679).magnitude < 0.08)
  }
}

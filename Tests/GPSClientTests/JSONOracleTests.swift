import Foundation
import MutatedLines
import Testing

@testable import GPSClient

@Suite("The scanner beside another parser")
struct JSONOracleTests {
  @Test("What the scanner takes for a whole object, Foundation reads as one")
  func acceptsNothingElse() {
    let seed = freshSeed()
    var mutator = Mutator(seed: seed)
    var accepted = 0
    for _ in 0..<3_000 {
      let line = mutator.line()
      guard scan(line) != nil, Self.isComparable(line) else { continue }
      accepted += 1
      let parsed = try? JSONSerialization.jsonObject(with: Data(line))
      #expect(parsed is [String: Any], "seed \(seed): \(String(decoding: line, as: UTF8.self))")
    }
    #expect(accepted > 300)
  }

  @Test("What Foundation reads as an object of gpsd's depth, the scanner takes")
  func refusesNothingElse() {
    let seed = freshSeed()
    var mutator = Mutator(seed: seed)
    for _ in 0..<3_000 {
      let line = mutator.line()
      guard !line.contains(0), line.count(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) < 16,
        // Foundation takes a comma behind the last member, which RFC 8259 does not allow.
        let text = String(validating: line, as: UTF8.self), text.firstMatch(of: /,\s*[}\]]/) == nil,
        (try? JSONSerialization.jsonObject(with: Data(line))) is [String: Any]
      else { continue }
      #expect(scan(line) != nil, "seed \(seed): \(String(decoding: line, as: UTF8.self))")
    }
  }

  /// The scanner lets pass what does not matter to where a line ends: invalid UTF-8 in strings, escaped halves of
  /// characters, numbers beyond Double; Foundation does not.
  private static func isComparable(_ line: [UInt8]) -> Bool {
    guard let text = String(validating: line, as: UTF8.self) else { return false }
    return !text.contains(#"\u"#) && !text.contains("999") && text.wholeMatch(of: /.*[eE][-+]?[0-9]{3,}.*/) == nil
  }
}

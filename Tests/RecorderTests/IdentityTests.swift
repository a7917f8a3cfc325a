import Positioning
import Testing

@testable import Recorder

@Suite("Names that are never given twice")
struct IdentityTests {
  @Test("A UUID has the form of version 7, and begins with the time")
  func form() throws {
    let before = Clocks.system().milliseconds
    let uuid = Identity.uuid()
    let after = Clocks.system().milliseconds
    #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    let time = try #require(Int64(uuid.replacing("-", with: "").prefix(12), radix: 16))
    #expect((before...after).contains(time))
  }

  @Test("No two are the same")
  func unique() {
    #expect(Set((0..<2_000).map { _ in Identity.uuid() }).count == 2_000)
  }

  @Test("The boot has a name, and keeps it")
  func boot() {
    #expect(Identity.bootID()?.count == 36)
    #expect(Identity.bootID() == Identity.bootID())
  }
}

@Suite("Fingerprints of inputs")
struct DigestTests {
  private static func digest(_ pieces: [[UInt8]]) -> String {
    var digest = Digest()
    for piece in pieces { piece.withUnsafeBytes { digest.add($0) } }
    return digest.text
  }

  @Test("How an input is cut into pieces changes nothing")
  func anyChunking() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      var rest = bytes[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let length = Int.random(in: 0...20, using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      #expect(Self.digest(pieces) == Self.digest([bytes]), "seed \(seed)")
    }
  }

  @Test("Inputs that differ in a byte, in order or in length differ")
  func differences() {
    let zeros = (0..<40).map { [UInt8](repeating: 0, count: $0) }
    let single = (0..<64).map { index in (0..<64).map { UInt8($0 == index ? 1 : 0) } }
    let bits = (0..<8).map { [UInt8](repeating: 0, count: 15) + [1 << UInt8($0)] }
    let all = zeros + single + bits + [Array("abcdefgh12345678".utf8), Array("12345678abcdefgh".utf8)]
    #expect(Set(all.map { Self.digest([$0]) }).count == all.count)
  }
}

import Foundation

@testable import Control

/// A folder of this test's own, removed with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("waylog-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A server could not be made.
struct NoServer: Error {}

/// A server at a path.
func makeServer(at path: String) throws -> ControlServer {
  guard let server = ControlServer(at: path) else { throw NoServer() }
  return server
}

/// The permission bits of a file.
func mode(of path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// A fresh seed for each run; tests print it when they fail.
func freshSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same inputs, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Text of up to `length` scalars, half of them of a kind that protocols treat in their own way.
  mutating func text(length: Int) -> String {
    let special: [Unicode.Scalar] = [
      "\t", "\n", "\r", "\\", "=", "\0", "\u{7F}", " ", "t", "n", "\u{301}", "🚲", "\u{2028}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      let common = Unicode.Scalar(UInt32.random(in: 0x20...0xFFFF, using: &self)) ?? " "
      text.append(Bool.random(using: &self) ? common : special.randomElement(using: &self) ?? " ")
    }
    return String(text)
  }
}

extension ControlServer {
  /// Answers the same to every client.
  mutating func serve(answer: (ControlLine) -> ControlLine) { serve { line, _ in answer(line) } }
}

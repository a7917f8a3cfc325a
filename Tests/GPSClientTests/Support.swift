import Positioning

@testable import GPSClient

/// What the scanner says about a line.
func scan(_ text: String) -> ScannedLine? { scan(Array(text.utf8)) }

/// What the scanner says about bytes.
func scan(_ bytes: [UInt8]) -> ScannedLine? { bytes.withUnsafeBufferPointer { JSONScanner.scan($0) } }

extension ReportDecoder {
  /// Decodes a line of text.
  func decode(_ text: String) -> Message { decode(Array(text.utf8)) }

  /// Decodes the bytes of a line.
  func decode(_ bytes: [UInt8]) -> Message {
    var line = bytes + [0]
    return line.withUnsafeMutableBufferPointer { decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast())) }
  }

  /// The report that a line holds, if it holds one.
  func report(_ text: String) -> Report? {
    if case .report(let report) = decode(text) { report } else { nil }
  }
}

/// A fresh seed for each run; tests print it when they fail.
func freshSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

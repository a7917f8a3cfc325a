import Foundation

/// An exported GPX file, read by xmllint.
public struct GPX {
  private let path: String
  private let place: Workplace

  /// Names a file.
  public init(_ path: String, in place: Workplace) {
    self.path = path
    self.place = place
  }

  /// How many elements of a name there are; 0 if the file is no XML.
  public func count(_ element: String) throws -> Int {
    let outcome = try xpath("count(//*[local-name()='\(element)'])")
    return Int(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// The texts of all elements of a name.
  public func texts(_ element: String) throws -> [String] {
    try xpath("//*[local-name()='\(element)']/text()").lines
  }

  /// The points of each segment.
  public func pointsOfSegments() throws -> [Int] {
    try (1...max(1, count("trkseg"))).map { index in
      let path = "count((//*[local-name()='trkseg'])[\(index)]/*[local-name()='trkpt'])"
      return Int(try xpath(path).output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    }
  }

  /// What is wrong with it by the schema; empty if nothing is, or if this machine has no schema, which is said.
  public func faults() throws -> String {
    guard let schema = Corpus.schema(for: path) else {
      print("skipped: \(path) against a schema, of which there is none on this machine")
      return ""
    }
    let outcome = try place.run("xmllint", ["--noout", "--nonet", "--schema", schema, path])
    return outcome.status == 0 ? "" : outcome.errors
  }

  private func xpath(_ expression: String) throws -> Outcome {
    try place.run("xmllint", ["--xpath", expression, path])
  }
}

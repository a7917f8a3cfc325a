import Foundation
import Testing

@Suite("LiveUpdates: what the words mean")
struct SemanticsTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) -> String? {
    try? String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("Each row of the table names a test that exists, or says why none applies")
  func complete() throws {
    let table = SemanticsTable(try #require(Self.text("Semantics.md")))
    #expect(table.parts.count == 5)
    #expect(table.faults(source: Self.text) == [])
  }

  @Test(
    "A row that promises what is not there is found",
    arguments: [
      (#"| a | b | "no such test" in LiveUpdatesTests/SemanticsTests.swift |"#, "has no test 'no such test'"),
      (#"| a | b | "Each row" in LiveUpdatesTests/SemanticsTests.swift |"#, "has no test"),
      (#"| a | b | "Each row of the table" in LiveUpdatesTests/None.swift |"#, "there is no LiveUpdatesTests/None"),
      ("| a | b | some test |", "no test, and no reason"), ("| a | b | not applicable |", "no test, and no reason"),
      ("| a | b | |", "three columns"), ("| a | b |", "three columns"),
      ("| a | | not applicable: c |", "three columns"), ("", "there is no row"),
    ])
  func faulty(row: String, fault: String) {
    let table = SemanticsTable("## Part\n\n| concept | here | shown by |\n|---|---|---|\n\(row)\n")
    let faults = table.faults(source: Self.text)
    #expect(faults.count == 1 && faults.first?.contains(fault) == true, "\(faults)")
  }

  @Test(
    "A row that keeps its promise is sound",
    arguments: [
      #"| a | b | "A row that keeps its promise is sound" in LiveUpdatesTests/SemanticsTests.swift |"#,
      "| a | b | not applicable: c |",
    ])
  func sound(row: String) {
    #expect(SemanticsTable("## Part\n\(row)\n").faults(source: Self.text) == [])
  }
}

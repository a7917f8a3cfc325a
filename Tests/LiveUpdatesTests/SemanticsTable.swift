import Foundation

/// The tables of a document whose rows say what a concept means here, and which tests show it.
///
/// The last of the three columns is either `not applicable: ` with a reason, or holds tests, one a line of the cell:
/// the display name between quotation marks and the file that it stands in, below the folder of all tests.
struct SemanticsTable {
  struct Row {
    var concept: String
    var cells: [String]
  }

  struct Part {
    var heading: String
    var rows: [Row] = []
  }

  private(set) var parts: [Part] = []

  init(_ document: String) {
    for line in document.split(separator: "\n") {
      if line.hasPrefix("## ") {
        parts.append(Part(heading: String(line.dropFirst(3))))
      } else if line.hasPrefix("| "), !line.hasPrefix("| concept |"), !parts.isEmpty {
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        parts[parts.count - 1].rows.append(Row(concept: cells.first ?? "", cells: cells))
      }
    }
  }

  /// What is wrong with it, a sentence each; `source` gives the text of a test's file, nil for one that is not there.
  func faults(source: (String) -> String?) -> [String] {
    guard parts.contains(where: { !$0.rows.isEmpty }) else { return ["there is no row"] }
    return parts.flatMap { part in
      part.rows.isEmpty ? ["\(part.heading): no row"] : part.rows.flatMap { $0.faults(source) }
    }
  }
}

extension SemanticsTable.Row {
  fileprivate func faults(_ source: (String) -> String?) -> [String] {
    guard cells.count == 3, !cells.contains("") else { return ["\(concept): three columns have to be filled"] }
    let shown = cells[2]
    if shown.hasPrefix("not applicable: ") { return [] }
    return shown.components(separatedBy: "<br>").compactMap { reference in
      guard let match = reference.wholeMatch(of: /"(.+)" in ([A-Za-z]+\/[A-Za-z]+\.swift)/) else {
        return "\(concept): no test, and no reason why it does not apply: \(reference)"
      }
      let (name, file) = (String(match.1), String(match.2))
      guard let text = source(file) else { return "\(concept): there is no \(file)" }
      return Self.declares(name, text) ? nil : "\(concept): \(file) has no test '\(name)'"
    }
  }

  /// Whether a source has a test with that display name, wherever its lines break.
  private static func declares(_ name: String, _ source: String) -> Bool {
    source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("@Test( ", with: "@Test(").contains("@Test(\"\(name)\"")
  }
}

import TextOutput

/// How help is laid out.
enum Layout {
  /// Sections one below the other with an empty line between them; empty ones are left out.
  static func text(_ sections: [[String]]) -> String {
    let lines = sections.filter { !$0.isEmpty }.joined(separator: [""])
    return lines.map { $0 + "\n" }.joined()
  }

  /// The columns for terms; one beyond 28 has its text below it instead of pushing all texts to the right.
  static func termWidth(_ terms: [String]) -> Int {
    terms.map(DisplayWidth.columns).filter { $0 <= 28 }.max() ?? 0
  }

  /// Terms on the left, their texts beside them.
  static func definitions(_ entries: [(term: String, text: String)], termWidth: Int, _ width: Int) -> [String] {
    entries.flatMap { entry in
      let texts = indented(entry.text, by: termWidth + 4, width)
      guard DisplayWidth.columns(entry.term) <= termWidth, let first = texts.first else {
        return ["  " + entry.term] + texts
      }
      let start = "  " + DisplayWidth.padded(entry.term, to: termWidth) + "  "
      return [(start + first.dropFirst(termWidth + 4)).withoutTrailingBlanks] + texts.dropFirst()
    }
  }

  /// A paragraph moved to the right; a width that leaves no room for words is overstepped.
  static func indented(_ text: String, by columns: Int, _ width: Int) -> [String] {
    let margin = String(repeating: " ", count: columns)
    return Paragraph.lines(text, width: max(20, width - columns)).map { (margin + $0).withoutTrailingBlanks }
  }
}

import TextOutput

/// Help as text for a terminal, set to a width in columns.
extension Manual {
  /// The help of the given length, ended by a line feed.
  public func help(_ length: HelpLength, width: Int = 80) -> String {
    let sections =
      switch length {
      case .short: [usage, Paragraph.lines(summary, width: width)] + groups.map { $0.short(width, termWidth) }
      case .long:
        [usage] + ([summary] + details).map { Paragraph.lines($0, width: width) } + groups.map { $0.long(width) }
          + [exampleLines(width), exitStatusLines(width)]
      }
    return Layout.text(sections)
  }

  /// `Usage: waylog record [OPTIONS] [HOST]`.
  private var usage: [String] { ["Usage: \(title) [OPTIONS] \(operands)".withoutTrailingBlanks] }

  /// One width for all groups, so that the summaries of a command stand in one column.
  private var termWidth: Int { Layout.termWidth(groups.flatMap(\.options).map(\.term)) }

  private func exampleLines(_ width: Int) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["Examples:"]
      + examples.flatMap { ["  " + $0.words] + Layout.indented($0.explanation, by: 10, width) }
  }

  private func exitStatusLines(_ width: Int) -> [String] {
    guard !exitStatuses.isEmpty else { return [] }
    let terms = exitStatuses.map { (term: String($0.code), text: $0.meaning) }
    return ["Exit status:"] + Layout.definitions(terms, termWidth: Layout.termWidth(terms.map(\.term)), width)
  }
}

extension Manual.Group {
  fileprivate func short(_ width: Int, _ termWidth: Int) -> [String] {
    [title + ":"] + Layout.definitions(options.map { ($0.term, $0.line) }, termWidth: termWidth, width)
  }

  fileprivate func long(_ width: Int) -> [String] {
    let entries = options.map {
      ["  " + $0.term] + ([$0.line + "."] + $0.paragraphs).flatMap { Layout.indented($0, by: 10, width) }
    }
    return [title + ":"] + entries.joined(separator: [""])
  }
}

extension Manual.Option {
  /// `-d, --database PATH`, the long names one below the other.
  fileprivate var term: String {
    let letter = short.map { "-\($0), " } ?? "    "
    return letter + "--" + (isNegatable ? "[no-]" : "") + long + (placeholder.map { " " + $0 } ?? "")
  }
}

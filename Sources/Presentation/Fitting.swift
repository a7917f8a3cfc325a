import TextOutput

extension String {
  /// The text on one line, harmless, and cut to so many columns, never within a character; empty if nothing of it
  /// could be seen.
  func fitted(to columns: Int) -> String {
    let line = Terminal.harmless(limited(toBytes: columns * 16))
    // No character takes more columns than bytes.
    let cut = line.utf8.count <= columns ? line : DisplayWidth.cut(line, to: columns)
    return cut.canBeSeen ? cut : ""
  }

  /// A letter can carry thousands of marks and is one column wide for all that.
  private func limited(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var bytes = 0
    let kept = prefix { character in
      bytes += character.utf8.count
      return bytes <= limit
    }
    return kept + "…"
  }

  private var canBeSeen: Bool {
    utf8.contains { (0x21..<0x7F).contains($0) }
      || contains { !$0.isWhitespace } && DisplayWidth.columns(self) > 0
  }
}

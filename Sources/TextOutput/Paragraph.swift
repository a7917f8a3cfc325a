/// Prose set to a width.
public enum Paragraph {
  /// The text broken at blanks into lines of at most `width` columns; a word that is longer stands alone.
  ///
  /// A line feed in the text breaks there as well.
  public static func lines(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapped($0, width) }
  }

  private static func wrapped(_ line: Substring, _ width: Int) -> [String] {
    var lines = [""]
    var used = 0
    for word in line.split(separator: " ") {
      let columns = DisplayWidth.columns(String(word))
      if used > 0, used + 1 + columns > width {
        lines.append("")
        used = 0
      }
      if used > 0 { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += word
      used += columns + (used > 0 ? 1 : 0)
    }
    return lines
  }
}

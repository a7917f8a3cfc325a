/// A quantity as a bar of text.
public enum Bar {
  /// Block elements from an eighth to seven eighths (U+258F down to U+2589).
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar that fills a share of so many columns, to an eighth of a column; what is more than nothing is seen.
  ///
  /// Shares below 0 and what is not a number are empty, those above 1 full.
  public static func text(share: Double, columns: Int) -> String {
    guard share > 0, columns > 0 else { return "" }
    let parts = max(1, Int((min(share, 1) * Double(columns) * 8).rounded()))
    return String(repeating: "█", count: parts / 8) + eighths[parts % 8]
  }
}

import TrackFormats

/// What an export left out, in words: counts, and nothing that tells where.
enum RemovedText {
  /// A line; nil if nothing was left out.
  static func line<Next>(_ removed: Redactor<Next>.Removed) -> String? {
    let parts = [
      list(removed.fixes, removed.stops, removed.marks).map { "\($0) in privacy zones" },
      list(removed.trimmedFixes, removed.trimmedStops, removed.trimmedMarks).map { "\($0) at the ends of sessions" },
      removed.lines > 0 ? "\(count(removed.lines, "line", "lines")) through a privacy zone" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "left out " + parts.joined(separator: "; ")
  }

  private static func list(_ fixes: Int, _ stops: Int, _ marks: Int) -> String? {
    guard fixes + stops + marks > 0 else { return nil }
    return [
      count(fixes, "fix", "fixes"), stops > 0 ? count(stops, "stop", "stops") : nil,
      marks > 0 ? count(marks, "mark", "marks") : nil,
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}

/// What somebody who mistyped a word may have meant.
public enum Suggestion {
  /// The candidate nearest to `word`, the first of several; nil when none is within two slips of it.
  ///
  /// Where two slips could change the whole word, only one counts.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = min(2, word.count - 1)
    let near = candidates.map { (word: $0, distance: distance(Array(word), Array($0))) }
    return near.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.word
  }

  static func hint(for word: String, among candidates: [String]) -> String? {
    hint(naming: nearest(to: word, among: candidates).map { [$0] } ?? [])
  }

  static func hint(naming words: [String]) -> String? {
    words.isEmpty ? nil : "did you mean \(words.map { "'\($0)'" }.joined(separator: " or "))?"
  }

  /// Letters to insert, drop, replace or swap with their neighbour: the optimal string alignment distance of
  /// F. J. Damerau, "A technique for computer detection and correction of spelling errors" (1964).
  static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for row in 1...a.count {
      var current = [row]
      for column in 1...b.count {
        let replaced = last[column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1)
        var best = min(last[column] + 1, current[column - 1] + 1, replaced)
        if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[b.count]
  }
}

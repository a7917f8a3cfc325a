/// A dot of a grid, counted from its upper left.
struct Dot: Equatable {
  var column: Int
  var row: Int
}

/// Dots that are set or not, and the Braille patterns that show them.
struct DotGrid {
  let columns: Int
  let rows: Int
  private var isSet: [Bool]

  /// Creates a grid without dots.
  ///
  /// - Precondition: there are two columns and four rows to a character.
  init(columns: Int, rows: Int) {
    precondition(columns % 2 == 0 && rows % 4 == 0, "a character has two columns and four rows of dots")
    (self.columns, self.rows) = (columns, rows)
    isSet = [Bool](repeating: false, count: columns * rows)
  }

  /// Sets the dots from one to another (J. Bresenham, "Algorithm for computer control of a digital plotter", 1965);
  /// those outside the grid are left out.
  mutating func line(from start: Dot, to end: Dot) {
    let width = abs(end.column - start.column)
    let height = abs(end.row - start.row)
    let step = Dot(column: end.column < start.column ? -1 : 1, row: end.row < start.row ? -1 : 1)
    var dot = start
    var error = width - height
    set(dot)
    while dot != end {
      let doubled = 2 * error
      if doubled > -height { (error, dot.column) = (error - height, dot.column + step.column) }
      if doubled < width { (error, dot.row) = (error + width, dot.row + step.row) }
      set(dot)
    }
  }

  private mutating func set(_ dot: Dot) {
    guard (0..<columns).contains(dot.column), (0..<rows).contains(dot.row) else { return }
    isSet[dot.row * columns + dot.column] = true
  }

  /// The rows of characters; a blank stands where no dot is.
  var characters: [[Character]] {
    (0..<rows / 4).map { row in (0..<columns / 2).map { Self.character(pattern(row: row, column: $0)) } }
  }

  /// Bit n stands for dot n + 1 of the pattern; dots 7 and 8 are the lowest, as they came last.
  private func pattern(row: Int, column: Int) -> UInt32 {
    let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
    var pattern: UInt32 = 0
    for y in 0..<4 {
      for x in 0..<2 where isSet[(row * 4 + y) * columns + column * 2 + x] { pattern |= bits[y][x] }
    }
    return pattern
  }

  private static func character(_ pattern: UInt32) -> Character {
    guard pattern != 0, let scalar = Unicode.Scalar(0x2800 + pattern) else { return " " }
    return Character(scalar)
  }
}

/// A table for people: columns two blanks apart, as wide as what stands in them.
public struct TextTable: Sendable {
  /// A column: what stands above it and on which side its cells stand.
  public struct Column: Sendable {
    let title: String
    let alignment: Alignment
    private(set) var isDispensable = false

    /// Creates a column.
    public init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }

    /// The same column, left out where the table would be wider than there is room; those further right go first.
    public var dispensable: Column {
      var column = self
      column.isDispensable = true
      return column
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  public init(_ columns: [Column]) { self.columns = columns }

  /// Whether the table has no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// Adds a row; its cells are made harmless for terminals.
  ///
  /// - Precondition: there is one cell for each column.
  public mutating func append(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has one cell for each column")
    rows.append(cells.map(Terminal.harmless))
  }

  /// The table to be printed. To fit in, titles are cut that are wider than what stands below them, then dispensable
  /// columns are left out, then words in the last column are cut.
  ///
  /// - Parameter room: The columns that there are; nil where that does not matter.
  /// - Returns: The header and the rows, one line each, without blanks at their ends.
  public func lines(within room: Int?) -> [String] {
    let all = [columns.map(\.title)] + rows
    var widths = columns.indices.map { column in all.map { DisplayWidth.columns($0[column]) }.max() ?? 0 }
    var shown = Array(columns.indices)
    if let room {
      func excess() -> Int { shown.reduce(2 * (shown.count - 1)) { $0 + widths[$1] } - room }
      for column in shown {
        let cells = rows.map { DisplayWidth.columns($0[column]) }.max() ?? 0
        if excess() > 0, cells >= Self.narrowest { widths[column] = max(cells, widths[column] - excess()) }
      }
      while excess() > 0, let last = shown.lastIndex(where: { columns[$0].isDispensable }) { shown.remove(at: last) }
      if let last = shown.last, columns[last].alignment == .left {
        widths[last] = min(widths[last], max(widths[last] - excess(), Self.narrowest))
      }
    }
    return all.map { cells in
      let padded = shown.map {
        DisplayWidth.padded(DisplayWidth.cut(cells[$0], to: widths[$0]), to: widths[$0], columns[$0].alignment)
      }
      return padded.joined(separator: "  ").withoutTrailingBlanks
    }
  }

  /// Words are not cut shorter than to so many columns.
  private static let narrowest = 12

  /// The lines, each ended by a line feed.
  public func text(within room: Int?) -> String { lines(within: room).map { $0 + "\n" }.joined() }
}

extension String {
  /// The text up to its last character that is not a blank.
  package var withoutTrailingBlanks: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}

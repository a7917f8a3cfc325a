/// A table for people: columns two blanks apart, as wide as what stands in them.
public struct TextTable: Sendable {
  /// A column: what stands above it and on which side its cells stand.
  public struct Column: Sendable {
    let title: String
    let alignment: Alignment

    /// Creates a column.
    public init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
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

  /// The header and the rows, one line each, without blanks at their ends.
  public var lines: [String] {
    let all = [columns.map(\.title)] + rows
    let widths = columns.indices.map { column in all.map { DisplayWidth.columns($0[column]) }.max() ?? 0 }
    return all.map { cells in
      let padded = columns.indices.map { DisplayWidth.padded(cells[$0], to: widths[$0], columns[$0].alignment) }
      return padded.joined(separator: "  ").withoutTrailingBlanks
    }
  }

  /// The lines, each ended by a line feed.
  public var text: String { lines.map { $0 + "\n" }.joined() }
}

extension String {
  /// The text up to its last character that is not a blank.
  package var withoutTrailingBlanks: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}

import SQLite

/// What rows of a table look like in the file, so that they are known wherever they are found.
struct TableShape {
  /// A column, in the order of the record.
  struct Column: Equatable {
    /// What may stand in it.
    enum Content: String { case integer = "INTEGER", text = "TEXT", real = "REAL" }
    var name: String
    var content: Content
    var mayBeNull: Bool
    /// Whole numbers that make sense in it; others are damage that left the form of the row as it was.
    var range: ClosedRange<Int64>

    init(_ name: String, _ content: Content, mayBeNull: Bool) {
      (self.name, self.content, self.mayBeNull) = (name, content, mayBeNull)
      range =
        switch name {
        case "lat_e9": -90_000_000_000...90_000_000_000
        case "lon_e9": -180_000_000_000...180_000_000_000
        case _ where name.hasSuffix("_ms"): 0...253_402_300_799_999  // to the end of the year 9999
        default: -1 << 53...1 << 53
        }
    }
  }

  /// Name of the table.
  let name: String
  /// Its columns in the order of the record.
  let columns: [Column]
  /// WITHOUT ROWID: its rows are those of an index.
  let isClustered: Bool
  /// The column whose value is the number that the record is stored under.
  let rowidColumn: Int?

  /// What its rows are called, as the view of them.
  var kind: String { name.hasSuffix("_row") ? String(name.dropLast(4)) : name }

  /// The values of a row of this table; nil if a record is none.
  func row(rowid: Int64?, _ values: [StoredValue]) -> [StoredValue]? {
    guard (rowid == nil) == isClustered, values.count == columns.count else { return nil }
    var row = values
    for (index, column) in columns.enumerated() {
      if index == rowidColumn, let rowid {
        guard values[index] == .null else { return nil }
        row[index] = .integer(rowid)
      } else {
        guard column.takes(values[index]) else { return nil }
      }
    }
    return row
  }
}

extension TableShape.Column {
  fileprivate func takes(_ value: StoredValue) -> Bool {
    switch (value, content) {
    case (.null, _): mayBeNull
    case (.integer(let number), .integer), (.integer(let number), .real): range.contains(number)
    case (.text, .text), (.real, .real): true
    default: false
    }
  }
}

extension TableShape {
  /// The tables of an open store, those that SQLite keeps for its indexes left out.
  static func all(in connection: borrowing Connection) throws(SQLiteError) -> [TableShape] {
    let query = try connection.prepare(
      """
      SELECT name, wr FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name
      """)
    var shapes: [TableShape] = []
    while try query.step() {
      guard let name = query.text(0) else { continue }
      shapes.append(try TableShape(name, isClustered: query.integer(1) == 1, in: connection))
    }
    return shapes
  }

  private init(_ name: String, isClustered: Bool, in connection: borrowing Connection) throws(SQLiteError) {
    // A WITHOUT ROWID table is stored with its key in front.
    let query = try connection.prepare(
      """
      SELECT name, type, "notnull" OR pk > 0, pk > 0 FROM pragma_table_info(?)
      ORDER BY \(isClustered ? "pk = 0, pk, cid" : "cid")
      """)
    query.bind(1, name)
    var columns: [Column] = []
    var rowidColumn: Int?
    while try query.step() {
      guard let column = query.text(0), let content = query.text(1).flatMap(Column.Content.init) else { continue }
      if !isClustered, content == .integer, query.integer(3) == 1 { rowidColumn = columns.count }
      columns.append(Column(column, content, mayBeNull: query.integer(2) == 0))
    }
    (self.name, self.columns, self.isClustered, self.rowidColumn) = (name, columns, isClustered, rowidColumn)
  }
}

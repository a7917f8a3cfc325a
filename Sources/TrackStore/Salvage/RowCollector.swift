import SQLite

/// Puts every row on the pages it is given into a new store.
struct RowCollector: ~Copyable {
  private let tables: [FoundTable]
  private let freePages: Set<UInt32>
  private var unreadable: Set<UInt32> = []
  private var continued: Set<UInt32> = []

  init(_ file: borrowing PageFile, into connection: borrowing Connection) throws(SQLiteError) {
    var tables: [FoundTable] = []
    for shape in try TableShape.all(in: connection) { tables.append(try FoundTable(shape, in: connection)) }
    self.tables = tables
    freePages = file.freePages()
  }

  /// How many of the pages could not be read, or not all of their rows.
  var unreadablePages: Int { unreadable.subtracting(continued).count }

  /// How many rows of each kind were found.
  func kinds(in connection: borrowing Connection) throws(SQLiteError) -> [Salvaged.Kind] {
    var kinds: [Salvaged.Kind] = []
    for table in tables {
      let count = try connection.number("SELECT count(*) FROM \(table.shape.name)") ?? 0
      if count > 0 { kinds.append(Salvaged.Kind(name: table.shape.kind, count: count)) }
    }
    return kinds
  }

  /// Takes what is on a page.
  mutating func take(_ number: UInt32, of file: borrowing PageFile) throws(SQLiteError) {
    guard !freePages.contains(number), number != file.lockPage else { return }
    guard let page = file.page(number).flatMap({ BTreePage($0, number: number) }) else {
      unreadable.insert(number)
      return
    }
    for cell in page.cells(in: file, continued: &continued) {
      guard let cell, let values = StoredValue.values(ofRecord: cell.record) else {
        unreadable.insert(number)
        continue
      }
      for table in tables { if try table.take(cell.rowid, values) { break } }
    }
  }
}

/// A table that is being filled again.
private final class FoundTable {
  let shape: TableShape
  private let insert: Statement

  init(_ shape: TableShape, in connection: borrowing Connection) throws(SQLiteError) {
    self.shape = shape
    let names = shape.columns.map(\.name).joined(separator: ", ")
    let places = shape.columns.map { _ in "?" }.joined(separator: ", ")
    insert = try connection.prepare("INSERT OR IGNORE INTO \(shape.name)(\(names)) VALUES(\(places))")
  }

  /// Stores a row if it is one of this table.
  func take(_ rowid: Int64?, _ values: [StoredValue]) throws(SQLiteError) -> Bool {
    guard let row = shape.row(rowid: rowid, values) else { return false }
    for (index, value) in row.enumerated() { insert.bind(Int32(index + 1), value) }
    try insert.run()
    return true
  }
}

extension Statement {
  fileprivate borrowing func bind(_ index: Int32, _ value: StoredValue) {
    switch value {
    case .null, .blob: bind(index, nil as Int64?)
    case .integer(let number): bind(index, number)
    case .real(let number): bind(index, number)
    case .text(let text): bind(index, text)
    }
  }
}

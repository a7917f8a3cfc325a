/// Rows on a page of SQLite's b-trees, section 1.6 of its file format.
struct BTreePage {
  /// Whether rows of a table or those of an index or a WITHOUT ROWID table are on a page.
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    fileprivate var isInterior: Bool { self == .indexInterior || self == .tableInterior }
    /// Whether its records are stored under a number.
    var isTable: Bool { self == .tableLeaf || self == .tableInterior }
  }

  /// A row as it stands on a page.
  struct Cell {
    /// The number it is stored under; nil in an index.
    var rowid: Int64?
    /// Its record.
    var record: [UInt8]
  }

  /// What kind of page.
  let kind: Kind
  private let bytes: [UInt8]
  private let header: Int
  private let count: Int

  /// Takes a page for one of a b-tree; nil if it cannot be one.
  init?(_ bytes: [UInt8], number: UInt32) {
    header = number == 1 ? 100 : 0
    var reader = ByteReader(bytes, from: header)
    guard let flag = reader.unsigned(bytes: 1), let kind = Kind(rawValue: UInt8(flag)), reader.take(2) != nil,
      let cells = reader.unsigned(bytes: 2), header + 12 + 2 * Int(cells) <= bytes.count
    else { return nil }
    (self.kind, self.bytes, count) = (kind, bytes, Int(cells))
  }

  /// Its rows, nil for one that is not whole; none on pages that only lead to others. Pages on which a row goes on are
  /// named in `continued`.
  func cells(in file: borrowing PageFile, continued: inout Set<UInt32>) -> [Cell?] {
    guard kind != .tableInterior else { return [] }
    var pointers = ByteReader(bytes, from: header + (kind.isInterior ? 12 : 8))
    var cells: [Cell?] = []
    for _ in 0..<count {
      let start = pointers.unsigned(bytes: 2) ?? 0
      cells.append(cell(at: Int(start), in: file, &continued))
    }
    return cells
  }

  private func cell(at start: Int, in file: borrowing PageFile, _ continued: inout Set<UInt32>) -> Cell? {
    var reader = ByteReader(bytes, from: start, to: file.usableSize)
    if kind.isInterior { guard reader.take(4) != nil else { return nil } }
    guard let size = reader.varint(), size > 0, size < 1 << 30 else { return nil }
    let rowid = kind.isTable ? reader.varint() : nil
    guard (rowid != nil) == kind.isTable else { return nil }
    let onPage = bytesOnPage(of: Int(size), usable: file.usableSize)
    guard var record = reader.take(onPage).map(Array.init) else { return nil }
    if onPage < size {
      guard let next = reader.unsigned(bytes: 4) else { return nil }
      let more = Self.overflow(from: UInt32(next), count: Int(size) - onPage, in: file, &continued)
      guard let more else { return nil }
      record += more
    }
    return Cell(rowid: rowid, record: record)
  }

  /// How much of a record stands on the page itself.
  private func bytesOnPage(of size: Int, usable: Int) -> Int {
    let most = kind.isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard size > most else { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    return fitting <= most ? fitting : least
  }

  /// What does not fit on the page, in a chain of others; nil if it is broken.
  private static func overflow(
    from first: UInt32, count: Int, in file: borrowing PageFile, _ continued: inout Set<UInt32>
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var number = first
    var chain: Set<UInt32> = []
    while bytes.count < count {
      guard chain.insert(number).inserted, let page = file.page(number), let next = page.bigEndian(at: 0) else {
        return nil
      }
      bytes += page[4..<(4 + min(file.usableSize - 4, count - bytes.count))]
      number = next
    }
    continued.formUnion(chain)
    return bytes
  }
}

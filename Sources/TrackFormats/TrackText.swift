import TextOutput

/// Text that waits outside memory.
public protocol Spool {
  /// Adds text at the end.
  mutating func append(_ bytes: [UInt8]) throws
  /// Hands everything out in order, a chunk at a time, and is empty then.
  mutating func empty(into chunk: ([UInt8]) throws -> Void) throws
}

/// The text of a file on its way out.
///
/// Some formats have columns that stand one after the other, such as all times and then all places, while rows come one
/// by one. The columns that have to wait are kept beside the body and join it when their turn comes; what would not fit
/// into memory waits in a spool.
public struct TrackText {
  /// Where bytes go and where they wait.
  public struct Ways {
    /// Takes the text in order.
    public var write: ([UInt8]) throws -> Void
    /// Makes an empty spool.
    public var spool: () throws -> any Spool

    /// Names both.
    public init(write: @escaping ([UInt8]) throws -> Void, spool: @escaping () throws -> any Spool) {
      (self.write, self.spool) = (write, spool)
    }
  }

  /// A column that waits for its turn.
  struct Column {
    /// What was added last.
    var text = TextBuffer()
    fileprivate var spool: (any Spool)?
    fileprivate var isSpooled = false

    var isEmpty: Bool { !isSpooled && text.isEmpty }
  }

  /// Large enough that calls of the system do not count, small enough to stay in the processor's cache.
  static let chunk = 65_536

  /// What goes out next.
  var body = TextBuffer(reserving: chunk + 4_096)
  /// What waits; a format names its columns by number.
  var columns: [Column] = []
  private let ways: Ways

  init(columns count: Int, _ ways: Ways) {
    columns = Array(repeating: Column(), count: count)
    self.ways = ways
  }

  /// Passes on what has grown beyond a chunk.
  mutating func passOn() throws {
    if body.count >= Self.chunk { try finish() }
    for index in columns.indices where columns[index].text.count >= Self.chunk { try spool(index) }
  }

  /// Adds a column to the body; it is empty then.
  mutating func join(_ index: Int) throws {
    if columns[index].isSpooled {
      try finish()
      try columns[index].spool?.empty(into: ways.write)
      columns[index].isSpooled = false
    }
    body.append(columns[index].text)
    columns[index].text.removeAll()
    if body.count >= Self.chunk { try finish() }
  }

  /// Passes on the whole body.
  mutating func finish() throws {
    try ways.write(body.bytes)
    body.removeAll()
  }

  private mutating func spool(_ index: Int) throws {
    if columns[index].spool == nil { columns[index].spool = try ways.spool() }
    let bytes = columns[index].text.bytes
    try columns[index].spool?.append(bytes)
    columns[index].isSpooled = true
    columns[index].text.removeAll()
  }
}

import SQLite

/// A member of a JSON object.
public struct JSONMember: Equatable, Sendable {
  /// Its name.
  public var name: String
  /// Its value, without quotation marks.
  public var value: String
  /// It is a number.
  public var isNumber: Bool
}

/// Reads JSON as SQLite does, by its own functions and without a file: also while the store cannot be used.
///
/// What is no JSON has no members and nothing left.
public struct JSONReader: ~Copyable {
  private let connection: Connection
  private let validity: Statement
  private let listing: Statement

  /// Creates a reader.
  public init() throws(StoreError) {
    let connection = try Self.telling { () throws(SQLiteError) in try Connection(":memory:", .create) }
    let validity = try Self.telling { () throws(SQLiteError) in try connection.prepare("SELECT json_valid(?)") }
    let listing = try Self.telling { () throws(SQLiteError) in
      try connection.prepare(
        """
        SELECT key, atom, type IN ('integer', 'real', 'true', 'false') FROM json_each(?)
        WHERE key IS NOT NULL AND atom IS NOT NULL
        """)
    }
    self.connection = connection
    self.validity = validity
    self.listing = listing
  }

  private static func telling<Made: ~Copyable>(
    _ make: () throws(SQLiteError) -> Made
  ) throws(StoreError) -> Made {
    do { return try make() } catch { throw .sqlite(error) }
  }

  /// Whether a text is one JSON value.
  public borrowing func isJSON(_ text: String) -> Bool {
    validity.bind(1, text)
    defer { validity.reset() }
    return (try? validity.step()) == true && validity.integer(0) == 1
  }

  /// The members of a JSON object, in their order; none of anything else. Numbers are told as JSON writes them, truth as
  /// 1 and 0; what is nested is left out.
  public borrowing func members(ofJSON text: String) -> [JSONMember] {
    guard isJSON(text) else { return [] }
    listing.bind(1, text)
    defer { listing.reset() }
    var members: [JSONMember] = []
    while (try? listing.step()) == true {
      members.append(
        JSONMember(name: listing.text(0) ?? "", value: listing.text(1) ?? "", isNumber: listing.integer(2) == 1))
    }
    return members
  }

  /// A JSON object without some of its members, nested ones and order kept; nil for what is no object.
  public borrowing func removing(_ names: [String], fromJSON text: String) -> String? {
    guard isJSON(text) else { return nil }
    let paths = names.map { ", '$.\"\($0)\"'" }.joined()
    guard
      let removal = try? connection.prepare(
        "SELECT json_remove(?1\(paths)) WHERE json_type(?1) = 'object'")
    else { return nil }
    removal.bind(1, text)
    return (try? removal.step()) == true ? removal.text(0) : nil
  }
}

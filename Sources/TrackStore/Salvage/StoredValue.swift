/// A value as it stands in a database file.
enum StoredValue: Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob
}

extension StoredValue {
  /// The values of a record in SQLite's record format (section 2.1 of its file format); nil unless the bytes are one
  /// to their end.
  static func values(ofRecord bytes: [UInt8]) -> [StoredValue]? {
    var whole = ByteReader(bytes)
    guard let headerSize = whole.varint(), headerSize >= Int64(whole.position), headerSize <= Int64(bytes.count) else {
      return nil
    }
    var header = ByteReader(bytes, from: whole.position, to: Int(headerSize))
    var body = ByteReader(bytes, from: Int(headerSize))
    var values: [StoredValue] = []
    while header.count > 0 {
      guard let type = header.varint(), let value = StoredValue(serialType: type, from: &body) else { return nil }
      values.append(value)
    }
    return body.count == 0 ? values : nil
  }

  private init?(serialType type: Int64, from body: inout ByteReader) {
    switch type {
    case 0: self = .null
    case 1...4: self.init(body.signed(bytes: Int(type)))
    case 5: self.init(body.signed(bytes: 6))
    case 6: self.init(body.signed(bytes: 8))
    case 7:
      guard let bits = body.unsigned(bytes: 8) else { return nil }
      self = .real(Double(bitPattern: bits))
    case 8, 9: self = .integer(type - 8)
    case 12...:
      guard let bytes = body.take(Int(clamping: (type - 12) / 2)) else { return nil }
      guard type % 2 == 1 else {
        self = .blob
        return
      }
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      self = .text(text)
    default: return nil
    }
  }

  private init?(_ number: Int64?) {
    guard let number else { return nil }
    self = .integer(number)
  }
}

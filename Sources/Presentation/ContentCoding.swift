/// Content as one line of text, for protocols that carry flat fields.
///
/// Each field is `t` or `n` (text, number) and two netstrings (https://cr.yp.to/proto/netstrings.txt), name and value,
/// lengths in bytes of UTF-8: `t13:dynamicString,4:🤩,n9:speed_mps,4:13.9,`. Names and values may so hold any
/// character, and 4 KB of JSON stay well below 8 KB.
extension Content {
  /// The content in that form; numbers with the digits it takes to read the same number back.
  public var coded: String {
    fields.map { field in
      switch field.value {
      case .text(let text): "t" + Self.netstring(field.name) + Self.netstring(text)
      case .number(let number): "n" + Self.netstring(field.name) + Self.netstring(Self.digits(number))
      }
    }.joined()
  }

  /// Reads content in that form; nil for anything else.
  public init?(coded text: String) {
    var rest = Array(text.utf8)[...]
    var fields: [Field] = []
    while let kind = rest.popFirst() {
      guard let name = Self.netstring(from: &rest), let value = Self.netstring(from: &rest) else { return nil }
      switch kind {
      case UInt8(ascii: "t"): fields.append(Field(name, .text(value)))
      case UInt8(ascii: "n"):
        guard let number = Double(value), number.isFinite else { return nil }
        fields.append(Field(name, .number(number)))
      default: return nil
      }
    }
    self.init(fields)
  }

  private static func digits(_ number: Double) -> String {
    Int64(exactly: number).map { $0.description } ?? number.description
  }

  private static func netstring(_ text: String) -> String { "\(text.utf8.count):\(text)," }

  private static func netstring(from rest: inout ArraySlice<UInt8>) -> String? {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")),
      let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0, count < rest.endIndex - colon - 1
    else { return nil }
    let end = colon + 1 + count
    guard rest[end] == UInt8(ascii: ",") else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(validating: rest[(colon + 1)..<end], as: UTF8.self)
  }
}

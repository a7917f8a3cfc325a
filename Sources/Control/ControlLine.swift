/// A line of the protocol between the recorder and its clients: a word, then tab-separated `key=value` fields.
///
/// The first field is the protocol's version. Tabs, line feeds, carriage returns and backslashes in values are
/// written as `\t`, `\n`, `\r` and `\\`; unknown fields are ignored, so that either side may be newer.
public struct ControlLine: Equatable, Sendable {
  /// The protocol that this program speaks.
  public static let version = "1"
  /// Longer lines are refused, in bytes: 4 KB of an activity's content, doubled by its escapes, have room beside a name
  /// and an alert.
  public static let longest = 16_384

  /// What is asked or answered: a command's name, `ok` or `error`.
  public var word: String
  private var fields: [(key: String, value: String)]

  /// Creates a line.
  public init(_ word: String, _ fields: KeyValuePairs<String, String?> = [:]) {
    self.word = word
    self.fields = fields.compactMap { field in field.value.map { (field.key, $0) } }
  }

  /// Reads a line without its line feed; nil if it is none of this protocol.
  public init?(_ text: String) {
    // By scalars: an accent at the beginning of a value makes one character of the equals sign before it.
    let parts = text.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
    guard parts.count >= 2, !parts[0].isEmpty, String(parts[1]) == "version=\(Self.version)" else { return nil }
    word = String(parts[0])
    fields = []
    for part in parts.dropFirst(2) {
      guard let equals = part.firstIndex(of: "="), let value = Self.unescaped(part[equals...].dropFirst()) else {
        return nil
      }
      fields.append((String(part[..<equals]), value))
    }
  }

  /// The value of a field, if the line has it.
  public subscript(key: String) -> String? { fields.first { $0.key == key }?.value }

  /// Adds a field.
  public mutating func add(_ key: String, _ value: String) { fields.append((key, value)) }

  /// The line with its line feed.
  public var text: String {
    let all = [("version", Self.version)] + fields.map { ($0.key, $0.value) }
    return word + all.map { "\t\($0.0)=\(Self.escaped($0.1))" }.joined() + "\n"
  }

  /// Whether two lines say the same.
  public static func == (a: ControlLine, b: ControlLine) -> Bool { a.text == b.text }

  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value.unicodeScalars {
      switch character {
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\\": text += "\\\\"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  private static func unescaped(_ value: Substring.UnicodeScalarView) -> String? {
    var text = ""
    var rest = value.makeIterator()
    while let character = rest.next() {
      guard character == "\\" else {
        text.unicodeScalars.append(character)
        continue
      }
      switch rest.next() {
      case "t"?: text += "\t"
      case "n"?: text += "\n"
      case "r"?: text += "\r"
      case "\\"?: text += "\\"
      default: return nil
      }
    }
    return text
  }
}

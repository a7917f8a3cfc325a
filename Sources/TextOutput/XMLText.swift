/// Text inside XML 1.0, escaped after https://www.w3.org/TR/xml/ sections 2.2 (characters), 2.4 and 3.3.3.
///
/// Characters that XML 1.0 forbids, even as references, become U+FFFD: a document with one of them does not parse.
extension TextBuffer {
  /// Adds character data, as between two tags.
  ///
  /// `>` is escaped too, so that `]]>` cannot come about; a carriage return, because parsers turn a raw one into a
  /// line feed.
  public mutating func append(xmlText text: String) {
    append(xml: text, in: .text)
  }

  /// Adds the value of an attribute, without the double quotes that must stand around it.
  ///
  /// Tabs and line breaks are references, because parsers turn raw ones into blanks.
  public mutating func append(xmlAttribute text: String) {
    append(xml: text, in: .attribute)
  }

  private enum XMLPlace { case text, attribute }

  private mutating func append(xml text: String, in place: XMLPlace) {
    if text.utf8.allSatisfy(\.isPlainInXML) { return append(text) }
    for scalar in text.unicodeScalars { append(xml: scalar, in: place) }
  }

  private mutating func append(xml scalar: Unicode.Scalar, in place: XMLPlace) {
    switch (scalar, place) {
    case ("&", _): append("&amp;")
    case ("<", _): append("&lt;")
    case (">", _): append("&gt;")
    case ("\"", _): append("&quot;")
    case ("\r", _): append("&#13;")
    case ("\t", .attribute): append("&#9;")
    case ("\n", .attribute): append("&#10;")
    case ("\t", .text), ("\n", .text): append(byte: UInt8(ascii: scalar))
    case ("\0"..<" ", _), ("\u{FFFE}"..."\u{FFFF}", _): append("\u{FFFD}")
    default: append(scalar: scalar)
    }
  }

  mutating func append(scalar: Unicode.Scalar) {
    if scalar.isASCII { append(byte: UInt8(ascii: scalar)) } else { append(bytes: UTF8.encode(scalar) ?? .init()) }
  }
}

extension UInt8 {
  fileprivate var isPlainInXML: Bool {
    switch self {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
    default: (0x20..<0x80).contains(self)
    }
  }
}

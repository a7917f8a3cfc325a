/// Strings as JSON after RFC 8259.
extension TextBuffer {
  /// Adds a string in quotes; any reader gives back the very same string.
  ///
  /// Escaped beyond what the RFC asks for: DEL and the C1 controls, which a terminal obeys; the line separators that
  /// JavaScript once refused; U+FEFF, which some readers drop; and `<`, so that a document may stand inside an HTML
  /// script element.
  public mutating func append(json text: String) {
    append(byte: UInt8(ascii: "\""))
    if text.utf8.allSatisfy(\.isPlainInJSON) {
      append(text)
    } else {
      for scalar in text.unicodeScalars { append(json: scalar) }
    }
    append(byte: UInt8(ascii: "\""))
  }

  private mutating func append(json scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case "\0"..<" ", "<", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{2029}", "\u{FEFF}":
      append(codeUnit: UInt16(scalar.value))
    default: append(scalar: scalar)
    }
  }

  private mutating func append(codeUnit: UInt16) {
    append("\\u")
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(codeUnit >> UInt16(shift) & 0xF)
      append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension UInt8 {
  fileprivate var isPlainInJSON: Bool {
    (0x20..<0x7F).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
      && self != UInt8(ascii: "<")
  }
}

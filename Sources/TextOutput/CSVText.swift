/// Text as a field of a table with commas or another delimiter.
extension TextBuffer {
  /// Adds a text field, quoted after RFC 4180 where it must be.
  ///
  /// A spreadsheet takes a cell that begins with one of = + - @, their full-width forms, a tab or a line break for a
  /// formula; such text gets an apostrophe in front (OWASP, "CSV Injection"). Only text: numbers are written with
  /// `append(decimal:places:zeros:)` and never guarded.
  public mutating func append(csvField text: String, delimiter: UInt8 = UInt8(ascii: ",")) {
    let guarded = text.looksLikeAFormula ? "'" + text : text
    guard guarded.needsQuotes(between: delimiter) else { return append(guarded) }
    append(byte: quote)
    for byte in guarded.utf8 {
      if byte == quote { append(byte: quote) }
      append(byte: byte)
    }
    append(byte: quote)
  }
}

private let quote = UInt8(ascii: "\"")

extension String {
  fileprivate var looksLikeAFormula: Bool {
    switch unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }

  /// Blanks at an end are quoted beyond the RFC, because many readers strip bare ones.
  fileprivate func needsQuotes(between delimiter: UInt8) -> Bool {
    utf8.first == UInt8(ascii: " ") || utf8.last == UInt8(ascii: " ")
      || utf8.contains { $0 == delimiter || $0 == quote || $0 == 0x0A || $0 == 0x0D }
  }
}

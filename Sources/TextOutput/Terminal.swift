/// Text from elsewhere (names, notes, devices) on its way to a terminal.
public enum Terminal {
  /// The text on one line, with nothing in it that a terminal would obey.
  ///
  /// Tabs and line breaks become blanks. Other control characters (C0, DEL, C1), line and paragraph separators and
  /// the marks that turn the writing direction of what follows (UAX #9: U+202A–202E, U+2066–2069) become U+FFFD.
  public static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isObeyedByTerminals) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t", "\n", "\r": result.append(" ")
      case _ where scalar.isObeyedByTerminals: result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal acts on the character instead of showing it.
  var isObeyedByTerminals: Bool {
    switch self {
    case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }
}

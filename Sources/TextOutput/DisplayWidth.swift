/// How many columns text takes on a terminal.
public enum DisplayWidth {
  /// The columns of a text without control characters: two for wide East Asian characters and emoji, none for
  /// combining marks.
  public static func columns(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns($1) }
  }

  /// The text with blanks after it until it fills that many columns; longer text stays as it is.
  public static func padded(_ text: String, to columns: Int, _ alignment: Alignment = .left) -> String {
    let padding = String(repeating: " ", count: max(0, columns - self.columns(text)))
    return alignment == .left ? text + padding : padding + text
  }

  /// The beginning of a text that fits into that many columns; an ellipsis stands for what is left out.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard self.columns(text) > columns else { return text }
    var result = ""
    var used = 1
    for character in text {
      used += self.columns(character)
      guard used <= columns else { break }
      result.append(character)
    }
    return columns > 0 ? result + "…" : ""
  }

  private static func columns(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // Terminals draw a joined or modified emoji, and a flag, as one picture.
    if scalars.contains(where: \.makesAPicture) { return 2 }
    return scalars.reduce(0) { $0 + $1.columns }
  }
}

/// The side on which text stands in its column.
public enum Alignment: Sendable {
  /// For words.
  case left
  /// For numbers.
  case right
}

extension Unicode.Scalar {
  fileprivate var makesAPicture: Bool {
    value == 0xFE0F || properties.isEmojiPresentation || (0x1F1E6...0x1F1FF).contains(value)
  }

  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: 0
    // The soft hyphen is the one format character that terminals show.
    case .format: value == 0xAD ? 1 : 0
    default: isJamoTail ? 0 : isWide ? 2 : 1
    }
  }

  /// The second and third part of a Korean syllable, drawn into the first.
  private var isJamoTail: Bool { (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) }

  private var isWide: Bool { value >= 0x1100 && wideRanges.contains { $0.contains(value) } }
}

/// East_Asian_Width W and F without emoji, from Unicode's EastAsianWidth.txt 14.0; unassigned gaps are joined.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6,
  0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60,
  0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
]

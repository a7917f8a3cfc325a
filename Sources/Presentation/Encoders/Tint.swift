/// The colours of a block, for bars that are coloured by their content instead of a style sheet.
public struct Tint: Equatable, Sendable {
  /// Behind the text, nil for the bar's own.
  public let background: Colour?
  /// Around the block, nil for none.
  public let border: Colour?

  /// Creates a tint.
  public init(background: Colour? = nil, border: Colour? = nil) {
    (self.background, self.border) = (background, border)
  }
}

/// A colour as bars take it.
public struct Colour: Equatable, Sendable {
  /// `#rrggbb` or `#rrggbbaa`, in small letters.
  public let text: String

  /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(_ text: String) {
    let digits = text.dropFirst()
    guard text.hasPrefix("#"), digits.utf8.count == digits.count, digits.allSatisfy(\.isHexDigit) else { return nil }
    switch digits.count {
    case 3: self.text = "#" + digits.map { "\($0)\($0)" }.joined().lowercased()
    case 6, 8: self.text = text.lowercased()
    default: return nil
    }
  }
}

/// Reads a template by scalars: a mark that combines with a brace must not hide it.
struct TemplateParser {
  private var rest: Substring.UnicodeScalarView
  private var literal = ""
  private var parts: [Template.Part] = []

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  mutating func read() throws(TemplateError) -> [Template.Part] {
    while let scalar = rest.popFirst() {
      switch (scalar, rest.first) {
      case ("\n", _), ("\r", _): throw .lineBreak
      case ("{", "{"), ("}", "}"):
        rest.removeFirst()
        literal.unicodeScalars.append(scalar)
      case ("}", _): throw .unbalancedBrace
      case ("{", _):
        endLiteral()
        parts.append(try hole())
      default: literal.unicodeScalars.append(scalar)
      }
    }
    endLiteral()
    return parts
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { parts.append(.literal(literal)) }
    literal = ""
  }

  private mutating func hole() throws(TemplateError) -> Template.Part {
    guard let end = rest.firstIndex(of: "}") else { throw .unbalancedBrace }
    let inside = rest[..<end]
    rest = rest[end...].dropFirst()
    guard !inside.contains(where: { $0 == "\n" || $0 == "\r" }) else { throw .lineBreak }
    let halves = inside.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let words = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(words[0])
    guard let field = TemplateField(named: name) else { throw .unknownField(name) }
    let places = words.count == 2 ? try decimals(String(words[1])) : nil
    if places != nil, field.kind == .text { throw .notANumber(name) }
    return .hole(field, places: places, otherwise: halves.count == 2 ? String(halves[1]) : "")
  }

  private func decimals(_ text: String) throws(TemplateError) -> Int {
    guard text.utf8.count == 2, text.hasPrefix("."), let places = text.last?.wholeNumberValue else {
      throw .wrongDecimals(text)
    }
    return places
  }
}

import TextOutput

/// Text in the language of mdoc(7), which mandoc and groff read.
struct Mdoc {
  private var lines: [String] = []

  var text: String { lines.map { $0 + "\n" }.joined() }

  /// A macro with arguments that are safe as they are.
  mutating func macro(_ line: String) { lines.append(".\(line)") }

  /// A line of literal text.
  mutating func literal(_ text: String) { lines.append(Self.line(text)) }

  /// Prose, wrapped; each sentence begins a line, as the language wants it.
  mutating func prose(_ text: String) {
    var sentences = [""]
    for word in text.split(separator: " ") {
      let isFirst = sentences[sentences.count - 1].isEmpty
      sentences[sentences.count - 1] += isFirst ? word : " \(word)"
      if let end = word.last(where: { !")'".contains($0) }), ".?!".contains(end) { sentences.append("") }
    }
    lines += sentences.filter { !$0.isEmpty }.flatMap { Paragraph.lines($0, width: 78) }.map(Self.line)
  }

  /// Prose in paragraphs.
  mutating func paragraphs(_ texts: [String]) {
    for (index, text) in texts.enumerated() {
      if index > 0 { macro("Pp") }
      prose(text)
    }
  }

  /// A list of terms, whose heads are macros.
  mutating func list(_ entries: [(head: String, paragraphs: [String])]) {
    macro("Bl -tag -width Ds")
    for entry in entries {
      macro("It \(entry.head)")
      paragraphs(entry.paragraphs)
    }
    macro("El")
  }

  /// Lines that stand as they are, such as commands.
  mutating func display(_ texts: [String]) {
    macro("Bd -literal -offset indent")
    for text in texts { literal(text) }
    macro("Ed")
  }

  /// Text as an argument of a macro: one word, and never taken for a macro.
  static func word(_ text: String) -> String {
    "\\&" + escaped(text).replacing(text: " ", with: "\\ ").replacing(text: "\"", with: "\\(dq")
  }

  /// What would begin a macro does not.
  private static func line(_ text: String) -> String {
    let isMacro = text.hasPrefix(".") || text.hasPrefix("'")
    return (isMacro ? "\\&" : "") + escaped(text)
  }

  /// Backslashes, quotes and dashes stand for themselves, and beyond ASCII the number stands for the character.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u\(padded(String(scalar.value, radix: 16, uppercase: true)))]"
      }
    }.joined()
  }

  private static func padded(_ digits: String) -> String {
    String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

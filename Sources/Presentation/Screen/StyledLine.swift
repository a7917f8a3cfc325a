import TextOutput

/// How loud a piece of text is.
enum Tone {
  case plain
  /// What stands above others.
  case heading
  /// What is no news: labels, and what was true once.
  case faint
  /// What is well.
  case well
  /// What somebody has to see.
  case alarm

  /// The attributes that set it (ECMA-48, 8.3.117 SGR).
  fileprivate var attributes: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .faint: "2"
    case .well: "32"
    case .alarm: "1;31"
    }
  }
}

/// A line of a screen, in pieces that are as loud as they have to be.
struct StyledLine {
  private var pieces: [(text: String, tone: Tone)]

  static let empty = StyledLine("")

  /// Creates a line of one piece; what a terminal would obey is made harmless.
  init(_ text: String, _ tone: Tone = .plain) { pieces = [(Terminal.harmless(text), tone)] }

  /// Columns that it takes.
  var columns: Int { pieces.reduce(0) { $0 + DisplayWidth.columns($1.text) } }

  static func + (a: StyledLine, b: StyledLine) -> StyledLine {
    var line = a
    line.pieces += b.pieces
    return line
  }

  /// The line in just so many columns: cut with an ellipsis, or with blanks behind it.
  func fitted(to columns: Int) -> StyledLine {
    var line = StyledLine.empty
    var room = columns
    for piece in pieces where room > 0 {
      let text = DisplayWidth.cut(piece.text, to: room)
      line.pieces.append((text, piece.tone))
      room -= DisplayWidth.columns(text)
    }
    line.pieces.append((String(repeating: " ", count: max(0, room)), .plain))
    return line
  }

  /// What is written to a terminal, without blanks at the end.
  func text(_ ink: Screen.Ink) -> String {
    guard ink == .coloured else { return pieces.map(\.text).joined().withoutTrailingBlanks }
    let kept = pieces.lastIndex { !$0.text.withoutTrailingBlanks.isEmpty }.map { pieces[...$0] } ?? []
    return kept.map { piece in
      guard let attributes = piece.tone.attributes, !piece.text.isEmpty else { return piece.text }
      return "\u{1b}[\(attributes)m\(piece.text)\u{1b}[0m"
    }.joined().withoutTrailingBlanks
  }
}

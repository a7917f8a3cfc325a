import TextOutput

/// A line with holes: `{speed:.1|--} {speed_unit}`.
///
/// A hole is a field's name; `:.1` after it rounds a number to so many decimals, and what follows `|` stands there
/// when the field has no value. `{{` and `}}` are braces. Fields of the activity's own content are `{content.NAME}`.
/// What is filled in is escaped for the program that reads the line; what the template says itself is not, so that it
/// can hold that program's colours.
public struct Template: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case literal(String)
    case hole(TemplateField, places: Int?, otherwise: String)
  }

  let parts: [Part]
  private let reader: Reader

  /// Reads a template for the program that will read the line.
  public init(_ text: String, for reader: Reader = .anything) throws(TemplateError) {
    var parser = TemplateParser(text)
    parts = try parser.read()
    self.reader = reader
  }

  func fill(from rendering: Rendering, into text: inout TextBuffer) {
    for part in parts {
      switch part {
      case .literal(let literal): text.append(literal)
      case .hole(let field, let places, let otherwise):
        let value = field.value(in: rendering)?.text(places: places).fitted(to: 160)
        text.append(value.map { $0.isEmpty ? otherwise : reader.escaped($0) } ?? otherwise)
      }
    }
  }
}

/// Why a template cannot be used.
public enum TemplateError: Error, Equatable, CustomStringConvertible {
  /// There is no such field.
  case unknownField(String)
  /// A brace is opened and not closed, or closed and not opened.
  case unbalancedBrace
  /// What follows the colon is not `.` and a number of decimals from 0 to 9.
  case wrongDecimals(String)
  /// The field is a text.
  case notANumber(String)
  /// A line break would tear one snapshot into two lines.
  case lineBreak

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .unknownField(let name):
      "there is no field '\(Terminal.harmless(name))'; known are "
        + (TemplateField.all.map(\.name) + ["content.NAME"]).joined(separator: ", ")
    case .unbalancedBrace: "a brace has no partner; write {{ or }} for a brace itself"
    case .wrongDecimals(let text):
      "'\(Terminal.harmless(text))' is no number of decimals; write a point and a digit, as in {speed:.1}"
    case .notANumber(let name): "'\(name)' is a text and has no decimals"
    case .lineBreak: "a template is one line"
    }
  }
}

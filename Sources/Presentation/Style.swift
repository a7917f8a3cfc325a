import TextOutput

/// How presentations are made: what follows `--style`.
public enum Style: Equatable, Sendable {
  /// Plain text of a size.
  case text(TextEncoder.Size)
  /// One JSON object a line.
  case json
  /// For a custom module of waybar.
  case waybar
  /// For i3bar and swaybar.
  case i3bar
  /// The user's own line, or one that is shipped.
  case template(Template)
  /// Desktop notifications; they have no stream of bytes.
  case notification

  /// Every form, for help texts.
  public static let forms = [
    "text", "text=minimal", "text=compact", "text=lock", "json", "waybar", "i3bar", "polybar", "tmux", "notification",
    "template=TEMPLATE", "polybar=TEMPLATE", "tmux=TEMPLATE",
  ]

  /// Reads a style; `polybar` and `tmux` alone are shipped templates, with `=` the user's own for those programs.
  public init(_ text: String) throws(StyleError) {
    let halves = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(halves[0])
    let rest = halves.count == 2 ? String(halves[1]) : nil
    self =
      switch (word, rest) {
      case ("text", nil): .text(.compact)
      case ("text", let size?):
        if let size = TextEncoder.Size(rawValue: size) { .text(size) } else { throw .unknown(text) }
      case ("json", nil): .json
      case ("waybar", nil): .waybar
      case ("i3bar", nil): .i3bar
      case ("notification", nil): .notification
      case ("template", let template?): try Self.template(template, for: .anything)
      case ("polybar", _): try Self.template(rest ?? Template.Reader.polybar.shippedTemplate, for: .polybar)
      case ("tmux", _): try Self.template(rest ?? Template.Reader.tmux.shippedTemplate, for: .tmux)
      default: throw .unknown(text)
      }
  }

  private static func template(_ text: String, for reader: Template.Reader) throws(StyleError) -> Style {
    do throws(TemplateError) {
      return .template(try Template(text, for: reader))
    } catch {
      throw .template(error)
    }
  }

  /// What makes its bytes; nil for notifications.
  public func encoder(tint: Tint = Tint()) -> (any PresentationEncoder)? {
    switch self {
    case .text(let size): TextEncoder(size)
    case .json: JSONLineEncoder()
    case .waybar: WaybarEncoder()
    case .i3bar: I3barEncoder(tint: tint)
    case .template(let template): TemplateEncoder(template)
    case .notification: nil
    }
  }
}

/// Why a style cannot be used.
public enum StyleError: Error, Equatable, CustomStringConvertible {
  /// There is no such style.
  case unknown(String)
  /// Its template is wrong.
  case template(TemplateError)

  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .unknown(let text):
      "there is no style '\(Terminal.harmless(text))'; known are \(Style.forms.joined(separator: ", "))"
    case .template(let error): error.description
    }
  }
}

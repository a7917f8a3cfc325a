extension Template {
  /// The program that reads a template's line, and what has a meaning for it.
  public enum Reader: String, CaseIterable, Sendable {
    /// One to which nothing has a meaning.
    case anything
    /// polybar: `%{` begins a tag.
    case polybar
    /// tmux: `#` begins a format or a style; `##` is a `#`. It shows longer runs of them shorter than they are.
    case tmux

    func escaped(_ text: String) -> String {
      switch self {
      case .anything: text
      case .polybar: Self.withoutTags(text)
      case .tmux: text.split(separator: "#", omittingEmptySubsequences: false).joined(separator: "##")
      }
    }

    /// A zero-width space after every percent sign that polybar could take for more than itself.
    ///
    /// From 3.7 on polybar knows `%%`; before, it shows both and takes a brace behind them for a tag all the same. What
    /// follows the text is not known here, so a percent sign at its end is guarded as well.
    private static func withoutTags(_ text: String) -> String {
      var result = String.UnicodeScalarView()
      var rest = Substring(text).unicodeScalars
      while let scalar = rest.popFirst() {
        result.append(scalar)
        if scalar == "%", rest.first.map({ $0 == "{" || $0 == "%" }) ?? true { result.append("\u{200B}") }
      }
      return String(result)
    }
  }
}

extension Template.Reader {
  /// The template that is used unless its user has another.
  public var shippedTemplate: String {
    switch self {
    case .anything, .polybar: "{compact}"
    case .tmux: "{minimal}"
    }
  }
}

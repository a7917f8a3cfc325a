/// What came of a command line.
public enum Parsed: Equatable, Sendable {
  /// The settings have been applied; these words are left.
  case operands([String])
  /// Help was asked for; nothing has been applied.
  case help(HelpLength)
}

/// How much help is asked for.
public enum HelpLength: Sendable {
  /// `-h`: fits a screen.
  case short
  /// `--help`: tells all.
  case long

  /// The length that the words ask for; an error elsewhere on the line does not hide help.
  init?(askedForIn words: [String]) {
    guard let word = words.prefix(while: { $0 != "--" }).first(where: { $0 == "-h" || $0 == "--help" }) else {
      return nil
    }
    self = word == "-h" ? .short : .long
  }
}

/// Words as GNU programs take them: `--name value`, `--name=value`, `-n value`, `-nvalue`, letters of flags in one
/// word, `--` before operands that look like options; `-` is an operand. Of several the last wins.
extension Command {
  /// Applies the options among the words after the command's name to `settings`, in their order.
  public func parse(_ words: [String], into settings: inout Settings) throws(UsageError) -> Parsed {
    if let length = HelpLength(askedForIn: words) { return .help(length) }
    var line = words[...]
    var operands: [String] = []
    while let word = line.popFirst() {
      if word == "--" {
        operands += line
        break
      } else if word.hasPrefix("--") {
        try apply(long: word, followedBy: &line, to: &settings)
      } else if word.hasPrefix("-"), word != "-" {
        try apply(letters: word, followedBy: &line, to: &settings)
      } else {
        operands.append(word)
      }
    }
    try self.operands.check(operands)
    return .operands(operands)
  }

  private func apply(
    long word: String, followedBy line: inout ArraySlice<String>, to settings: inout Settings
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let written = parts[0]
    let inline = parts.dropFirst().first
    let name = String(written.dropFirst(2))
    guard let option = options.first(where: { $0.answers(to: name) }) else { throw unknown(written) }
    switch option.kind {
    case .value(let placeholder, _, let apply):
      guard let value = inline ?? line.popFirst() else { throw .missingValue(of: written, placeholder) }
      do throws(UsageError) { try apply(&settings, value) } catch { throw error.about(written) }
    case .flag(let apply):
      if inline != nil { throw .takesNoValue(written) }
      apply(&settings)
    case .toggle(let apply):
      if inline != nil { throw .takesNoValue(written) }
      apply(&settings, name == option.long)
    }
  }

  private func apply(
    letters word: String, followedBy line: inout ArraySlice<String>, to settings: inout Settings
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let written = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else { throw unknown(letter, in: word) }
      switch option.kind {
      case .value(let placeholder, _, let apply):
        guard let value = letters.isEmpty ? line.popFirst() : String(letters) else {
          throw .missingValue(of: written, placeholder)
        }
        do throws(UsageError) { try apply(&settings, value) } catch { throw error.about(written) }
        return
      case .flag(let apply): apply(&settings)
      case .toggle(let apply): apply(&settings, true)
      }
    }
  }

  private func unknown(_ written: String) -> UsageError {
    let known = options.flatMap(\.spellings) + ["--help"]
    return UsageError("unknown option '\(written)'", hint: Suggestion.hint(for: written, among: known))
  }

  /// Whoever writes `-database` is told of `--database`.
  private func unknown(_ letter: Character, in word: String) -> UsageError {
    let meant = options.flatMap(\.spellings).first { $0 == "-\(word)" }
    return UsageError(
      "unknown option '\(meant == nil ? "-\(letter)" : word)'", hint: meant.map { "did you mean '\($0)'?" })
  }
}

extension Option {
  /// The long forms with their dashes.
  var spellings: [String] { isToggle ? ["--\(long)", "--no-\(long)"] : ["--\(long)"] }

  fileprivate func answers(to name: String) -> Bool { spellings.contains("--\(name)") }

  var isToggle: Bool { if case .toggle = kind { true } else { false } }
}

extension UsageError {
  fileprivate static func missingValue(of written: String, _ placeholder: String) -> UsageError {
    UsageError("option '\(written)' needs a value", hint: "write '\(written) \(placeholder)'")
  }

  fileprivate static func takesNoValue(_ written: String) -> UsageError {
    UsageError("option '\(written)' takes no value")
  }
}

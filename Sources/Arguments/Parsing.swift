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

/// A command line that has been read and not applied yet, since what it takes back has to be known before that.
public struct Typed<Settings>: Sendable {
  struct Step: Sendable {
    let long: String
    let apply: @Sendable (inout Settings) throws(UsageError) -> Void
  }

  /// The words that are no options.
  public fileprivate(set) var operands: [String] = []
  /// The long names of options that `--no-` stands before and that have no opposite: what environment and
  /// configuration say of them is forgotten.
  public fileprivate(set) var forgotten: Set<String> = []
  private let expected: Operands
  fileprivate var steps: [Step] = []

  fileprivate init(expecting operands: Operands) { expected = operands }

  /// Applies the options in their order; throws also for operands that are missing or too many.
  public func apply(to settings: inout Settings) throws(UsageError) {
    for step in steps { try step.apply(&settings) }
    try expected.check(operands)
  }

  fileprivate mutating func forget(_ long: String) {
    steps.removeAll { $0.long == long }
    forgotten.insert(long)
  }
}

/// What the words after a command's name are.
public enum Line<Settings>: Sendable {
  /// Options and operands.
  case typed(Typed<Settings>)
  /// Help was asked for.
  case help(HelpLength)
}

/// Words as GNU programs take them: `--name value`, `--name=value`, `-n value`, `-nvalue`, letters of flags in one
/// word, `--` before operands that look like options; `-` is an operand. Of several the last wins, and `--no-name`
/// takes back what was said of an option before, on the line or elsewhere.
extension Command {
  /// Applies the options among the words after the command's name to `settings`, in their order.
  public func parse(_ words: [String], into settings: inout Settings) throws(UsageError) -> Parsed {
    switch try read(words) {
    case .help(let length): return .help(length)
    case .typed(let typed):
      try typed.apply(to: &settings)
      return .operands(typed.operands)
    }
  }

  /// Reads the words after the command's name.
  public func read(_ words: [String]) throws(UsageError) -> Line<Settings> {
    if let length = HelpLength(askedForIn: words) { return .help(length) }
    var line = words[...]
    var typed = Typed<Settings>(expecting: operands)
    while let word = line.popFirst() {
      if word == "--" {
        typed.operands += line
        break
      } else if word.hasPrefix("--") {
        try read(long: word, followedBy: &line, into: &typed)
      } else if word.hasPrefix("-"), word != "-" {
        try read(letters: word, followedBy: &line, into: &typed)
      } else {
        typed.operands.append(word)
      }
    }
    return .typed(typed)
  }

  private func read(
    long word: String, followedBy line: inout ArraySlice<String>, into typed: inout Typed<Settings>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let written = parts[0]
    let inline = parts.dropFirst().first
    guard let option = options.first(where: { $0.answers(to: written) }) else { throw unknown(written) }
    switch option.kind {
    case .value(let placeholder, _, _) where written == "--\(option.long)":
      guard let value = inline ?? line.popFirst() else { throw .missingValue(of: written, placeholder) }
      typed.add(option, value, written)
    case _ where inline != nil: throw .takesNoValue(written)
    case .toggle(let apply): typed.add(option) { apply(&$0, written == "--\(option.long)") }
    case .flag(let apply) where written == "--\(option.long)": typed.add(option, apply)
    case .flag, .value: typed.forget(option.long)
    }
  }

  private func read(
    letters word: String, followedBy line: inout ArraySlice<String>, into typed: inout Typed<Settings>
  ) throws(UsageError) {
    // Else '-database' would be taken for '-d atabase'.
    if let meant = options.flatMap(\.spellings).first(where: { $0 == "-\(word)" }) {
      throw UsageError("unknown option '\(word)'", hint: "did you mean '\(meant)'?")
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let written = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else {
        throw UsageError("unknown option '\(written)'")
      }
      switch option.kind {
      case .value(let placeholder, _, _):
        guard let value = letters.isEmpty ? line.popFirst() : String(letters) else {
          throw .missingValue(of: written, placeholder)
        }
        return typed.add(option, value, written)
      case .flag(let apply): typed.add(option, apply)
      case .toggle(let apply): typed.add(option) { apply(&$0, true) }
      }
    }
  }

  private func unknown(_ written: String) -> UsageError {
    let known = options.flatMap(\.spellings) + ["--help"]
    return UsageError("unknown option '\(written)'", hint: Suggestion.hint(for: written, among: known))
  }
}

extension Typed {
  fileprivate mutating func add(
    _ option: Option<Settings>, _ apply: @escaping @Sendable (inout Settings) throws(UsageError) -> Void
  ) {
    steps.append(Step(long: option.long, apply: apply))
  }

  fileprivate mutating func add(_ option: Option<Settings>, _ value: String, _ written: String) {
    add(option) { settings throws(UsageError) in
      do throws(UsageError) { try option.apply(value, to: &settings) } catch { throw error.about(written) }
    }
  }
}

extension Option {
  /// The long forms with their dashes that help shows.
  var spellings: [String] { isToggle ? ["--\(long)", "--no-\(long)"] : ["--\(long)"] }

  fileprivate func answers(to written: String) -> Bool { written == "--\(long)" || written == "--no-\(long)" }

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

/// What there is to know about a command, without the type of its settings: help is set from it, and whatever else
/// describes the command (a manual page, a shell's completions) can be.
public struct Manual: Equatable, Sendable {
  /// An option as it is described.
  public struct Option: Equatable, Sendable {
    /// The letter and the long name, without dashes.
    public let short: Character?, long: String
    /// Whether `--no-` in front is its opposite.
    public let isNegatable: Bool
    /// Whether several add up.
    public let addsUp: Bool
    /// How its value may be told on.
    public let telling: Telling
    /// The name of its value; nil when it takes none.
    public let placeholder: String?
    /// What a shell may offer for the value.
    public let completion: Completion
    /// One line, and more.
    public let summary: String, details: String?
    /// The environment variable that sets it.
    public let environment: String?
    /// What holds where nobody says otherwise, as it would be typed.
    public let standard: String?
  }

  /// Options under a title.
  public struct Group: Equatable, Sendable {
    /// The title.
    public let title: String
    /// The options in their order.
    public let options: [Option]
  }

  /// The program's name and the command's: `waylog record`.
  public let title: String
  /// The words after the program's name.
  public let path: [String]
  /// The operands as usage shows them, empty for none.
  public let operands: String
  /// What a shell may offer for them.
  public let operandCompletion: Completion
  /// One sentence.
  public let summary: String
  /// Paragraphs.
  public let details: [String]
  /// The options by category; help itself stands in the last.
  public let groups: [Group]
  /// Whole command lines, each with what it does.
  public let examples: [Example]
  /// The exit statuses that a script may meet.
  public let exitStatuses: [ExitStatus]
}

extension Manual {
  /// Its options, help not among them.
  public var options: [Option] { groups.dropLast().flatMap(\.options) }
}

extension Manual.Option {
  /// The summary, and in brackets what holds where nobody says otherwise; that a flag is off goes without saying.
  var line: String {
    guard let standard, placeholder != nil || isNegatable else { return summary }
    return "\(summary) (\(standard))"
  }

  /// What is told below that line.
  var paragraphs: [String] {
    let words: String? = if case .words(let words) = completion { words.joined(separator: ", ") } else { nil }
    return [
      details, addsUp ? "May be given more than once." : nil, words.map { "One of: " + $0 },
      environment.map { "Environment: " + $0 },
    ].compactMap(\.self)
  }
}

extension Command {
  /// The description of this command as one of the program `tool`.
  public func manual(of tool: String) -> Manual {
    let described = groups.map { Manual.Group(title: $0.title, options: $0.options.map(\.described)) }
    return Manual(
      title: "\(tool) \(name)", path: path, operands: operands.text, operandCompletion: operands.completion,
      summary: summary,
      details: details, groups: described + [.help], examples: examples, exitStatuses: exitStatuses)
  }
}

extension Manual.Group {
  static let help = Manual.Group(
    title: "Help",
    options: [
      Manual.Option(
        short: "h", long: "help", isNegatable: false, addsUp: false, telling: .open, placeholder: nil,
        completion: .none, summary: "Print help; --help tells more than -h", details: nil, environment: nil,
        standard: nil)
    ])
}

extension Option {
  var described: Manual.Option {
    let value: (placeholder: String?, completion: Completion) =
      if case .value(let placeholder, let completion, _) = kind { (placeholder, completion) } else { (nil, .none) }
    return Manual.Option(
      short: short, long: long, isNegatable: isToggle, addsUp: addsUp, telling: telling,
      placeholder: value.placeholder, completion: value.completion, summary: summary, details: details,
      environment: environment, standard: standard)
  }
}

/// A command as a value: parsing and help are functions of it.
///
/// Precedence is the order of the calls: start from settings that hold the defaults, apply the system's and the
/// user's configuration, then the environment, then the words that were typed. What comes later wins.
public struct Command<Settings>: Sendable {
  /// The word after the program's name, or the words.
  public let name: String
  /// What it takes besides options.
  public let operands: Operands
  /// One sentence, with its full stop.
  public let summary: String
  /// Paragraphs for `--help`.
  public let details: [String]
  /// Of thirty commands one is run: only its options are made.
  private let lazyGroups: Lazy<[OptionGroup<Settings>]>
  /// Whole command lines, each with what it does.
  public let examples: [Example]
  /// The exit statuses that a script may meet.
  public let exitStatuses: [ExitStatus]

  /// Creates a command.
  public init(
    _ name: String, operands: Operands = .none, summary: String, details: [String] = [],
    options groups: @autoclosure @escaping @Sendable () -> [OptionGroup<Settings>] = [], examples: [Example] = [],
    exitStatuses: [ExitStatus] = []
  ) {
    (self.name, self.operands, self.summary, self.details) = (name, operands, summary, details)
    (lazyGroups, self.examples) = (Lazy(groups), examples)
    self.exitStatuses = exitStatuses.sorted { $0.code < $1.code }
  }

  /// The options by category.
  public var groups: [OptionGroup<Settings>] { lazyGroups.value }

  var options: [Option<Settings>] { groups.flatMap(\.options) }

  /// The words after the program's name.
  public var path: [String] { name.split(separator: " ").map(String.init) }
}

/// A command line worth copying.
public struct Example: Equatable, Sendable {
  /// The line, from the program's name on.
  public let words: String
  /// What it does.
  public let explanation: String

  /// Creates an example.
  public init(_ words: String, _ explanation: String) {
    self.words = words
    self.explanation = explanation
  }
}

/// A number that a program ends with.
public struct ExitStatus: Equatable, Sendable {
  /// 0 to 255.
  public let code: Int
  /// What it tells a script.
  public let meaning: String

  /// Creates an exit status.
  public init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

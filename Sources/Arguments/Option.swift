/// One option of a command: how it is written, what it is for and what it does to the settings.
///
/// Parsing, environment, configuration and help are all read from this one value.
public struct Option<Settings>: Sendable {
  /// What an option takes and does.
  public enum Kind: Sendable {
    /// Takes nothing.
    case flag(@Sendable (inout Settings) -> Void)
    /// Takes nothing; `--name` means true and `--no-name` false.
    case toggle(@Sendable (inout Settings, Bool) -> Void)
    /// Takes a value, called `placeholder` in the help.
    case value(
      placeholder: String, completion: Completion,
      apply: @Sendable (inout Settings, String) throws(UsageError) -> Void)
  }

  /// The letter behind a single dash.
  public let short: Character?
  /// The name behind two dashes, also the key in configuration files.
  public let long: String
  /// One line for `-h`, without a full stop.
  public let summary: String
  /// More for `--help`.
  public let details: String?
  /// The environment variable that sets it.
  public let environment: String?
  /// What it takes and does.
  public let kind: Kind

  /// Creates an option of any kind; tables read better with `flag`, `toggle` and `value`.
  public init(
    long: String, short: Character? = nil, summary: String, details: String? = nil, environment: String? = nil,
    kind: Kind
  ) {
    (self.long, self.short, self.summary, self.details) = (long, short, summary, details)
    (self.environment, self.kind) = (environment, kind)
  }

  /// An option that takes nothing.
  public static func flag(
    _ long: String, short: Character? = nil, _ summary: String, details: String? = nil, environment: String? = nil,
    _ apply: @escaping @Sendable (inout Settings) -> Void
  ) -> Option {
    Option(
      long: long, short: short, summary: summary, details: details, environment: environment, kind: .flag(apply))
  }

  /// An option that takes nothing and can be undone with `--no-` in front.
  public static func toggle(
    _ long: String, short: Character? = nil, _ summary: String, details: String? = nil, environment: String? = nil,
    _ apply: @escaping @Sendable (inout Settings, Bool) -> Void
  ) -> Option {
    Option(
      long: long, short: short, summary: summary, details: details, environment: environment, kind: .toggle(apply))
  }

  /// An option that takes a value of the kind that `reader` understands.
  public static func value<Value>(
    _ long: String, short: Character? = nil, _ placeholder: String, _ summary: String, details: String? = nil,
    environment: String? = nil, as reader: Reader<Value>,
    _ apply: @escaping @Sendable (inout Settings, Value) -> Void
  ) -> Option {
    Option(
      long: long, short: short, summary: summary, details: details, environment: environment,
      kind: .value(placeholder: placeholder, completion: reader.completion) { settings, text throws(UsageError) in
        apply(&settings, try reader.read(text))
      })
  }

  /// The same option for settings of which these are a part, so that commands can share a group.
  public func lifted<Whole>(to part: any WritableKeyPath<Whole, Settings> & Sendable) -> Option<Whole> {
    let lifted: Option<Whole>.Kind =
      switch kind {
      case .flag(let apply): .flag { apply(&$0[keyPath: part]) }
      case .toggle(let apply): .toggle { apply(&$0[keyPath: part], $1) }
      case .value(let placeholder, let completion, let apply):
        .value(placeholder: placeholder, completion: completion) { settings, text throws(UsageError) in
          try apply(&settings[keyPath: part], text)
        }
      }
    return Option<Whole>(
      long: long, short: short, summary: summary, details: details, environment: environment, kind: lifted)
  }
}

/// What a shell may offer for a value.
public enum Completion: Equatable, Sendable {
  /// Nothing.
  case none
  /// Files.
  case file
  /// These words, which are all there are.
  case words([String])
}

/// Options that belong together, under a title of their own in the help.
public struct OptionGroup<Settings>: Sendable {
  /// The title, such as `Storage`.
  public let title: String
  /// The options in the order of the help.
  public let options: [Option<Settings>]

  /// Creates a group.
  public init(_ title: String, _ options: [Option<Settings>]) {
    self.title = title
    self.options = options
  }

  /// The same group for settings of which these are a part.
  public func lifted<Whole>(to part: any WritableKeyPath<Whole, Settings> & Sendable) -> OptionGroup<Whole> {
    OptionGroup<Whole>(title, options.map { $0.lifted(to: part) })
  }
}

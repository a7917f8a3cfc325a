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
  /// What holds where nobody says otherwise, as it would be typed; nil where that is no word.
  public let standard: String?
  /// How its value may be told on.
  public let telling: Telling
  /// Whether several add up instead of the last taking the place of those before.
  public let addsUp: Bool
  /// What it takes and does.
  public let kind: Kind
  /// Throws what is wrong with a value, without setting anything.
  let check: @Sendable (String) throws(UsageError) -> Void

  private init(
    long: String, short: Character? = nil, summary: String, details: String? = nil, environment: String? = nil,
    default standard: String? = nil, telling: Telling = .open, addsUp: Bool = false, kind: Kind,
    check: @escaping @Sendable (String) throws(UsageError) -> Void
  ) {
    (self.long, self.short, self.summary, self.details) = (long, short, summary, details)
    (self.environment, self.standard, self.kind) = (environment, standard, kind)
    (self.telling, self.addsUp, self.check) = (telling, addsUp, check)
  }

  /// An option that takes nothing.
  public static func flag(
    _ long: String, short: Character? = nil, _ summary: String, details: String? = nil, environment: String? = nil,
    _ apply: @escaping @Sendable (inout Settings) -> Void
  ) -> Option {
    Option(
      long: long, short: short, summary: summary, details: details, environment: environment, default: "no",
      kind: .flag(apply), check: Reader.truth.check)
  }

  /// An option that takes nothing and can be undone with `--no-` in front.
  public static func toggle(
    _ long: String, short: Character? = nil, _ summary: String, details: String? = nil, environment: String? = nil,
    default standard: String? = nil, _ apply: @escaping @Sendable (inout Settings, Bool) -> Void
  ) -> Option {
    Option(
      long: long, short: short, summary: summary, details: details, environment: environment, default: standard,
      kind: .toggle(apply), check: Reader.truth.check)
  }

  /// An option that takes a value of the kind that `reader` understands; of several the last holds.
  public static func value<Value>(
    _ long: String, short: Character? = nil, _ placeholder: String, _ summary: String, details: String? = nil,
    environment: String? = nil, default standard: String? = nil, as reader: Reader<Value>,
    _ apply: @escaping @Sendable (inout Settings, Value) -> Void
  ) -> Option {
    Option(
      long: long, short: short, summary: summary, details: details, environment: environment, default: standard,
      telling: reader.telling, kind: .value(placeholder, reader, apply),
      check: reader.check)
  }

  /// An option that may be given more than once, each time with one more value of the kind that `reader` understands.
  public static func values<Value>(
    _ long: String, _ placeholder: String, _ summary: String, details: String? = nil, as reader: Reader<Value>,
    _ add: @escaping @Sendable (inout Settings, Value) -> Void
  ) -> Option {
    Option(
      long: long, summary: summary, details: details, telling: reader.telling, addsUp: true,
      kind: .value(placeholder, reader, add), check: reader.check)
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
      long: long, short: short, summary: summary, details: details, environment: environment, default: standard,
      telling: telling, addsUp: addsUp, kind: lifted, check: check)
  }
}

extension Option.Kind {
  fileprivate static func value<Value>(
    _ placeholder: String, _ reader: Reader<Value>, _ apply: @escaping @Sendable (inout Settings, Value) -> Void
  ) -> Option.Kind {
    .value(placeholder: placeholder, completion: reader.completion) { settings, text throws(UsageError) in
      apply(&settings, try reader.read(text))
    }
  }
}

/// How the value of an option may be told on.
public enum Telling: Sendable {
  /// In errors and in lists of settings.
  case open
  /// Nowhere: it says where somebody lives.
  case discreet
}

/// What a shell may offer for a value.
public enum Completion: Equatable, Sendable {
  /// Nothing.
  case none
  /// Files.
  case file
  /// These words, which are all there are.
  case words([String])
  /// The commands of the program.
  case commands
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

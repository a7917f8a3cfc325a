import Arguments

/// From words to settings: defaults, then the environment, then what was typed.
enum Invocation {
  /// Runs a command, or shows its help.
  static func run<Settings>(
    _ command: Command<Settings>, _ words: [String], defaults: Settings,
    _ body: (Settings, [String]) throws -> ExitCode
  ) throws -> ExitCode {
    var settings = defaults
    try command.apply(environment: Environment.value, to: &settings)
    switch try parse(command, words, &settings) {
    case .operands(let operands): return try body(settings, operands)
    case .help(let length):
      try Standard.output.print(command.manual(of: "waylog").help(length, width: Standard.output.width))
      return .success
    }
  }

  private static func parse<Settings>(
    _ command: Command<Settings>, _ words: [String], _ settings: inout Settings
  ) throws -> Parsed {
    do {
      return try command.parse(words, into: &settings)
    } catch {
      throw UsageError(error.message, hint: error.hint ?? "see: waylog \(command.name) -h")
    }
  }
}

import Arguments

/// From words to settings: defaults, then the configuration, then the environment, then what was typed.
enum Invocation {
  /// Runs a command, or shows its help.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - words: What was typed after its name.
  ///   - defaults: The settings that nobody has changed.
  ///   - check: Throws for what is typed and cannot be; of the settings that hold, it is told which were typed, since
  ///     what is configured for other occasions is no mistake.
  ///   - body: Does what is asked with the settings and the operands.
  /// - Returns: What the body returns; success where help is shown.
  /// - Throws: What is wrong with the words or the configuration, and what the body throws.
  static func run<Settings>(
    _ command: Command<Settings>, _ words: [String], defaults: Settings,
    checking check: (_ settings: Settings, _ typed: Settings) throws -> Void = { _, _ in },
    _ body: (Settings, [String]) throws -> ExitCode
  ) throws -> ExitCode {
    switch try hinting(at: command, { () throws(UsageError) in try command.read(words) }) {
    case .typed(let typed):
      var (settings, typedAlone) = (defaults, defaults)
      let sources = try ConfigurationFiles.sources()
      try ConfigurationFiles.blaming { () throws(UsageError) in
        try command.apply(sources, except: typed.forgotten, to: &settings)
      }
      try hinting(at: command) { () throws(UsageError) in try typed.apply(to: &settings) }
      try typed.apply(to: &typedAlone)
      try check(settings, typedAlone)
      return try body(settings, typed.operands)
    case .help(let length):
      try Standard.output.print(command.manual(of: "waylog").help(length, width: Standard.output.widthOfProse))
      return .success
    }
  }

  private static func hinting<Settings, Result>(
    at command: Command<Settings>, _ body: () throws(UsageError) -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw UsageError(error.message, hint: error.hint ?? "see: waylog \(command.name) -h")
    }
  }
}

import Arguments

/// `waylog generate bash|zsh|fish`
enum GenerateCompletions {
  struct Settings: Sendable { var folder: String? }

  static func run(_ shell: CompletingShell) -> @Sendable ([String]) throws -> ExitCode {
    { words in
      try Invocation.run(command(for: shell), words, defaults: Settings()) { settings, _ in
        try GeneratedFile(name: shell.file, text: shell.completions, nextSteps: shell.nextSteps)
          .put(into: settings.folder)
        return .success
      }
    }
  }

  static func command(for shell: CompletingShell) -> Command<Settings> {
    Command<Settings>(
      "generate \(shell.rawValue)", summary: shell.summary + ".", options: [GeneratedFile.option { $0.folder = $1 }],
      examples: [Example("waylog generate \(shell.rawValue) -o \(shell.folder)", "installs them for you")],
      exitStatuses: GenerateUnits.command.exitStatuses)
  }
}

/// A shell that can complete what is typed.
enum CompletingShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// What is printed, without a full stop.
  var summary: String { "Completions for \(rawValue)" }

  var completions: String {
    switch self {
    case .bash: Main.tool.bashCompletion
    case .zsh: Main.tool.zshCompletion
    case .fish: Main.tool.fishCompletion
    }
  }

  /// The name under which the shell looks for them.
  var file: String {
    switch self {
    case .bash: "waylog"
    case .zsh: "_waylog"
    case .fish: "waylog.fish"
    }
  }

  /// Where it looks for those of one person.
  var folder: String {
    switch self {
    case .bash: "~/.local/share/bash-completion/completions"
    case .zsh: "~/.local/share/zsh/site-functions"
    case .fish: "~/.config/fish/completions"
    }
  }

  /// What to do by hand.
  var nextSteps: [String] {
    switch self {
    case .bash: ["exec bash  # bash-completion loads them; without it: source \(folder)/\(file)"]
    case .zsh: ["in .zshrc, before compinit: fpath=(\(folder) $fpath)", "exec zsh"]
    case .fish: ["exec fish"]
    }
  }
}

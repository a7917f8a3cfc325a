/// Where settings come from that are not typed: environment and configuration files. They go through the same closures
/// as the words do.
public struct Sources: Sendable {
  /// A value, and where it stands: `/etc/waylog/config:3`, or the name of an environment variable.
  public struct Value: Equatable, Sendable {
    /// As written, but for a leading `~/` of a path.
    public let text: String
    /// Where it stands.
    public let origin: Origin
  }

  /// Where a value comes from.
  public enum Origin: Equatable, Sendable {
    /// A line of a configuration file: `/etc/waylog/config:3`.
    case line(String)
    /// An environment variable.
    case variable(String)
  }

  /// The files; what stands in later ones wins.
  public let configurations: [Configuration]
  private let variable: @Sendable (String) -> String?

  /// Names the sources; an empty variable is as good as none.
  public init(_ configurations: [Configuration], environment variable: @escaping @Sendable (String) -> String?) {
    self.configurations = configurations
    self.variable = { name in variable(name).flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// What is said of an option of the command of these words: the value that holds or, where several add up, all.
  public func values(of option: Manual.Option, for path: [String]) -> [Value] {
    let all = everything(about: option, for: path)
    return option.addsUp ? all : all.suffix(1)
  }

  /// Every value in the order of precedence, the strongest last.
  func everything(about option: Manual.Option, for path: [String]) -> [Value] {
    let lines = configurations.flatMap { file in
      file.lines.filter { $0.key == option.long && $0.means(path) }.map { line in
        Value(text: expanded(line.text, option), origin: .line(file.place(of: line)))
      }
    }
    guard let name = option.environment, let text = variable(name) else { return lines }
    return lines + [Value(text: text, origin: .variable(name))]
  }

  /// Shells expand what is typed; nobody else expands what stands in a file.
  private func expanded(_ text: String, _ option: Manual.Option) -> String {
    guard option.completion == .file, text.hasPrefix("~/"), let home = variable("HOME") else { return text }
    return home + text.dropFirst()
  }
}

extension Command {
  /// Applies what environment and configuration say of this command's options.
  ///
  /// - Parameters:
  ///   - sources: Environment and configuration.
  ///   - forgotten: The long names of options that are left as they are.
  ///   - settings: What the options change.
  /// - Throws: What is wrong with a value, said of where it stands.
  public func apply(
    _ sources: Sources, except forgotten: Set<String> = [], to settings: inout Settings
  ) throws(UsageError) {
    for option in options where !forgotten.contains(option.long) {
      let described = option.described
      for value in sources.everything(about: described, for: path) {
        do throws(UsageError) { try option.check(value.text) } catch { throw error.about(value, of: option.long) }
      }
      for value in sources.values(of: described, for: path) { try option.apply(value.text, to: &settings) }
    }
  }

  /// Throws what is wrong with what is said of this command's options.
  func check(_ sources: Sources) throws(UsageError) {
    for option in options {
      for value in sources.everything(about: option.described, for: path) {
        do throws(UsageError) { try option.check(value.text) } catch { throw error.about(value, of: option.long) }
      }
    }
  }
}

extension Tool {
  /// Throws for a key that no command has that it could mean.
  public func checkKeys(of configuration: Configuration) throws(UsageError) {
    for line in configuration.lines {
      do throws(UsageError) { try checkKey(of: line) } catch { throw error.about(configuration.place(of: line)) }
    }
  }

  /// Throws what is wrong with any value for any command.
  public func checkValues(of sources: Sources) throws(UsageError) {
    for command in listed { try command.check(sources) }
  }

  private func checkKey(of line: Configuration.Line) throws(UsageError) {
    let meant = listed.filter { line.means($0.path) }
    guard !meant.isEmpty else {
      let known = listed.map { $0.path.joined(separator: ".") }
      let words = line.path.joined(separator: ".")
      throw UsageError(
        "there is no command '\(words)'",
        hint: Suggestion.hint(for: words, among: known) ?? "list the commands with: \(name) --help")
    }
    let known = meant.flatMap { $0.manual(name).options.map(\.long) }
    guard !known.contains(line.key) else { return }
    let owner = line.path.isEmpty ? "" : " of '\(line.path.joined(separator: " "))'"
    throw UsageError(
      "unknown key '\(line.key)'\(owner)",
      hint: Suggestion.hint(for: line.key, among: known)
        ?? "take the line out, then list the keys with: \(name) config")
  }
}

extension Option {
  /// A flag takes yes and no here; no leaves it as it is, for a flag cannot be undone.
  func apply(_ text: String, to settings: inout Settings) throws(UsageError) {
    switch kind {
    case .flag(let apply): if try Reader.truth.read(text) { apply(&settings) }
    case .toggle(let apply): apply(&settings, try Reader.truth.read(text))
    case .value(_, _, let apply): try apply(&settings, text)
    }
  }
}

extension UsageError {
  fileprivate func about(_ value: Sources.Value, of option: String) -> UsageError {
    switch value.origin {
    case .line(let place): UsageError("\(place): \(option): \(message)", hint: hint ?? "put that line right")
    case .variable(let name): UsageError("\(name): \(message)", hint: hint ?? "set it otherwise, or unset it")
    }
  }
}

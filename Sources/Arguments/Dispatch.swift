import TextOutput

/// What a line of words asks of a tool.
public enum Request<Ending>: Sendable {
  /// To run a command with the words after its name.
  case run(Listed<Ending>, [String])
  /// The help of a tool.
  case help(Tool<Ending>)
  /// What an option in the place of a command says.
  case option(String)
  /// Nothing: a command is missing.
  case nothing(Tool<Ending>)
}

extension Tool {
  /// What the words after the tool's name ask for; the error suggests the nearest command.
  public func request(_ words: [String]) throws(UsageError) -> Request<Ending> {
    let word = words.first
    if word == "-h" || word == "--help" { return .help(self) }
    if let standard, word?.hasPrefix("-") ?? true { return try entry(named: standard).request(words) }
    guard let word else { return .nothing(self) }
    return try entry(named: word).request(Array(words.dropFirst()))
  }

  private func entry(named word: String) throws(UsageError) -> Entry {
    if let entry = (commands + options).first(where: { $0.name == word }) { return entry }
    let kind = word.hasPrefix("-") ? "option" : "command"
    let known = (word.hasPrefix("-") ? options : commands).map(\.name)
    throw UsageError(
      "unknown \(kind) '\(word)'",
      hint: Suggestion.hint(naming: meant(by: word)) ?? Suggestion.hint(for: word, among: known)
        ?? "list what there is with: \(name) --help")
  }

  /// What has that name in another place or elsewhere, which no slip of the finger is as likely as.
  private func meant(by word: String) -> [String] {
    let called = commands.filter { $0.synonyms.contains(word) } + options.filter { $0.name == "--\(word)" }
    return called.map(\.name) + commands.flatMap { $0.paths(to: word) }
  }

  /// The help of the program as a whole, ended by a line feed.
  public func help(width: Int = 80) -> String {
    let termWidth = Layout.termWidth((commands + options).map(\.name))
    let optionGroup = options.isEmpty ? [] : [Group("Options", options)]
    let lists = (groups + optionGroup).map { group in
      [group.title + ":"]
        + Layout.definitions(group.commands.map { ($0.name, $0.summary) }, termWidth: termWidth, width)
    }
    let more = Paragraph.lines("'\(name) COMMAND --help' tells all about a command, '-h' the essence.", width: width)
    return Layout.text(
      [["Usage: \(usage)"], Paragraph.lines(summary, width: width)] + lists + [more])
  }

  var usage: String { "\(name) \(standard == nil ? "COMMAND" : "[COMMAND]") [OPTIONS] [OPERANDS]" }
}

extension Tool.Entry {
  /// The commands of that name within, as they are typed.
  fileprivate func paths(to word: String) -> [String] {
    guard case .tool(let tool) = content else { return [] }
    return tool.commands.filter { $0.name == word }.map { "\(name) \($0.name)" }
  }

  fileprivate func request(_ words: [String]) throws(UsageError) -> Request<Ending> {
    switch content {
    case .command(let command): .run(command, words)
    case .tool(let tool): try tool.request(words)
    case .option: .option(name)
    }
  }
}

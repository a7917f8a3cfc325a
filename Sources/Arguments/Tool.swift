import TextOutput

/// A program with commands: what it says when asked for help, and which command a word means.
public struct Tool: Sendable {
  /// A command or an option of the program, with one line about it.
  public struct Entry: Equatable, Sendable {
    /// The word to type.
    public let name: String
    /// One line, without a full stop.
    public let summary: String

    /// Creates an entry.
    public init(_ name: String, _ summary: String) {
      self.name = name
      self.summary = summary
    }
  }

  /// Commands that belong together.
  public struct Group: Sendable {
    /// The title.
    public let title: String
    /// The commands in the order of the help.
    public let commands: [Entry]

    /// Creates a group.
    public init(_ title: String, _ commands: [Entry]) {
      self.title = title
      self.commands = commands
    }
  }

  /// What is typed before the command; more than one word for commands that have commands.
  public let name: String
  /// One sentence, with its full stop.
  public let summary: String
  /// The commands by category.
  public let groups: [Group]
  /// What may stand in the place of a command, such as `--version`.
  public let options: [Entry]

  /// Creates a tool.
  public init(_ name: String, summary: String, groups: [Group], options: [Entry] = []) {
    (self.name, self.summary, self.groups, self.options) = (name, summary, groups, options)
  }

  /// Every command in the order of the help.
  public var commands: [Entry] { groups.flatMap(\.commands) }

  /// The command of that name; the error suggests the nearest.
  public func command(named word: String) throws(UsageError) -> Entry {
    if let command = commands.first(where: { $0.name == word }) { return command }
    let kind = word.hasPrefix("-") ? "option" : "command"
    let known = word.hasPrefix("-") ? options.map(\.name) : commands.map(\.name)
    throw UsageError("unknown \(kind) '\(word)'", hint: Suggestion.hint(for: word, among: known))
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
      [["Usage: \(name) COMMAND [OPTIONS] [OPERANDS]"], Paragraph.lines(summary, width: width)] + lists + [more])
  }
}

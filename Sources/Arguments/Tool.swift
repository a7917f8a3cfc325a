/// A program with commands, all in one table: dispatch, help, manual pages, completions and the keys of configuration
/// files are read from it.
///
/// `Ending` is what running a command gives.
public struct Tool<Ending>: Sendable {
  /// A command, a tool with commands of its own, or an option in the place of a command, with one line about it.
  public struct Entry: Sendable {
    /// The word to type.
    public let name: String
    /// One line, without a full stop.
    public let summary: String
    /// What the command is called elsewhere; it is suggested to who types that.
    let synonyms: [String]
    let content: Content

    /// A command, and how it is run with the words after its name.
    public static func command<Settings>(
      _ command: Command<Settings>, _ summary: String, elsewhere synonyms: [String] = [],
      _ run: @escaping @Sendable ([String]) throws -> Ending
    ) -> Entry {
      Entry(
        name: command.path.last ?? command.name, summary: summary, synonyms: synonyms,
        content: .command(Listed(command, run)))
    }

    /// A tool whose commands follow its own name.
    public static func tool(_ tool: Tool, _ summary: String, elsewhere synonyms: [String] = []) -> Entry {
      Entry(name: tool.path.last ?? tool.name, summary: summary, synonyms: synonyms, content: .tool(tool))
    }

    /// What may stand in the place of a command, such as `--version`.
    public static func option(_ name: String, _ summary: String) -> Entry {
      Entry(name: name, summary: summary, synonyms: [], content: .option)
    }
  }

  enum Content: Sendable {
    case command(Listed<Ending>)
    indirect case tool(Tool)
    case option
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
  /// What may stand in the place of a command.
  public let options: [Entry]
  /// The command that is meant where none is named, if there is one.
  public let standard: String?
  /// What its manual page tells beyond its commands.
  public let chapters: [Chapter]

  /// Creates a tool.
  public init(
    _ name: String, summary: String, groups: [Group], options: [Entry] = [], standard: String? = nil,
    chapters: [Chapter] = []
  ) {
    (self.name, self.summary, self.groups, self.options) = (name, summary, groups, options)
    (self.standard, self.chapters) = (standard, chapters)
  }

  /// Every entry that is typed as a word, in the order of the help.
  public var commands: [Entry] { groups.flatMap(\.commands) }

  /// The words before the command.
  var path: [String] { name.split(separator: " ").map(String.init) }

  /// Every command, those of tools within as well, in the order of the help.
  public var listed: [Listed<Ending>] {
    commands.flatMap { entry in
      switch entry.content {
      case .command(let command): [command]
      case .tool(let tool): tool.listed
      case .option: [Listed<Ending>]()
      }
    }
  }

  /// This tool and those within.
  public var tools: [Tool] {
    [self]
      + commands.flatMap { entry in
        if case .tool(let tool) = entry.content { tool.tools } else { [Tool]() }
      }
  }
}

/// A command as a table holds it, whatever its settings are.
public struct Listed<Ending>: Sendable {
  /// The words after the program's name.
  public let path: [String]
  /// Runs it with the words after its name.
  public let run: @Sendable ([String]) throws -> Ending
  /// What there is to know about it, as a command of the program of that name.
  public let manual: @Sendable (_ program: String) -> Manual
  /// Throws what is wrong with what environment and configuration say of its options.
  let check: @Sendable (Sources) throws(UsageError) -> Void
  /// What is wrong with its part of the table, for tests.
  public let faults: @Sendable () -> [String]

  init<Settings>(_ command: Command<Settings>, _ run: @escaping @Sendable ([String]) throws -> Ending) {
    (path, self.run) = (command.path, run)
    manual = { command.manual(of: $0) }
    check = { sources throws(UsageError) in try command.check(sources) }
    faults = { command.faults }
  }
}

/// A part of a manual page: paragraphs, then terms with what they mean.
public struct Chapter: Sendable {
  /// The title, in capitals.
  public let title: String
  /// Paragraphs.
  public let paragraphs: [String]
  /// Terms and their texts.
  public let terms: KeyValuePairs<String, String>

  /// Creates a chapter.
  public init(_ title: String, _ paragraphs: [String], terms: KeyValuePairs<String, String> = [:]) {
    (self.title, self.paragraphs, self.terms) = (title, paragraphs, terms)
  }
}

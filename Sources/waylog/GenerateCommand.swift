import Arguments
import TextOutput

/// `waylog generate`
enum GenerateCommand {
  private static let tool = Tool(
    "waylog generate", summary: "Prints files that other programs read.",
    groups: [
      Tool.Group(
        "Service",
        [
          Tool.Entry("units", "The systemd unit that records all the time"),
          Tool.Entry("sysusers", "The user that the system's unit runs as"),
        ]),
      Tool.Group("Status bars", StatusBar.allCases.map { Tool.Entry($0.rawValue, $0.summary) }),
      Tool.Group("Database", [Tool.Entry("queries", "Ten questions to a database, in SQL")]),
    ])

  private static let words: [String: @Sendable ([String]) throws -> ExitCode] = [
    "units": GenerateUnits.run, "sysusers": GenerateSystemUsers.run, "queries": GenerateQueries.run,
    "waybar": GenerateBars.run(.waybar), "i3bar": GenerateBars.run(.i3bar), "polybar": GenerateBars.run(.polybar),
    "tmux": GenerateBars.run(.tmux),
  ]

  static func run(_ words: [String]) throws -> ExitCode {
    guard let word = words.first else {
      Standard.error.write(tool.help(width: Standard.error.width))
      return .usage
    }
    if word == "-h" || word == "--help" {
      try Standard.output.print(tool.help(width: Standard.output.width))
      return .success
    }
    return try self.words[tool.command(named: word).name]?(Array(words.dropFirst())) ?? .software
  }
}

/// A generated file: its usual name, its text, and what makes it work once it is written.
struct GeneratedFile {
  var name: String
  var text: String
  /// What to do by hand, most of it commands, in its order.
  var nextSteps: [String]

  static func option<Settings>(_ set: @escaping @Sendable (inout Settings, String) -> Void) -> OptionGroup<Settings> {
    OptionGroup(
      "Output",
      [
        .value(
          "output", short: "o", "FOLDER", "Write into FOLDER, - prints",
          details: "Printed by default. A missing folder is made, an older file of the same name replaced.", as: .file,
          set)
      ])
  }

  /// Writes it into a folder and says what to do next or, without a folder, prints it.
  func put(into folder: String?) throws {
    guard let folder, folder != "-" else { return try Standard.output.print(text) }
    let path = "\(folder)/\(name)"
    try NewFile.write(Array(text.utf8), to: path)
    Standard.error.write("waylog: wrote \(Terminal.harmless(path)); what is left to do:\n")
    for step in nextSteps { Standard.error.write("  \(step)\n") }
  }
}

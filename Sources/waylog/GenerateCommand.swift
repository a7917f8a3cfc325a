import Arguments
import TextOutput

/// `waylog generate`
enum GenerateCommand {
  static let tool = Tool<ExitCode>(
    "waylog generate", summary: "Prints files that other programs read.",
    groups: [
      .init(
        "Service",
        [
          .command(GenerateUnits.command, "The systemd unit that records all the time", GenerateUnits.run),
          .command(
            GenerateSystemUsers.command, "The user that the system's unit runs as", GenerateSystemUsers.run),
        ]),
      .init(
        "Shells and manual",
        [.command(GenerateManual.command, "Manual pages", GenerateManual.run)]
          + CompletingShell.allCases.map {
            .command(GenerateCompletions.command(for: $0), $0.summary, GenerateCompletions.run($0))
          }),
      .init(
        "Status bars",
        StatusBar.allCases.map { .command(GenerateBars.command(for: $0), $0.summary, GenerateBars.run($0)) }),
      .init(
        "Database", [.command(GenerateQueries.command, "Ten questions to a database, in SQL", GenerateQueries.run)]),
    ])
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

import Arguments
import Positioning
import Recorder
import TextOutput

/// `waylog generate man`
enum GenerateManual {
  struct Settings: Sendable { var folder: String? }

  static let command = Command<Settings>(
    "generate man", operands: Operands("[COMMAND...]", count: 0...2, as: .commands),
    summary: "Prints the manual page of a command, or that of the program.",
    details: ["With -o and without COMMAND, all pages are written."],
    options: [GeneratedFile.option { $0.folder = $1 }],
    examples: [
      Example("waylog generate man export | man -l -", "shows a page"),
      Example("sudo waylog generate man -o /usr/local/share/man/man1", "installs all pages"),
    ],
    exitStatuses: GenerateUnits.command.exitStatuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let pages = try pages(words)
      guard let folder = settings.folder, folder != "-" else {
        try Standard.output.print(pages[0].text)
        return .success
      }
      for page in words.isEmpty ? pages : [pages[0]] {
        try NewFile.write(Array(page.text.utf8), to: "\(folder)/\(page.file)")
      }
      Standard.error.write(
        "waylog: wrote \(Terminal.harmless(folder))/\(words.isEmpty ? "waylog*.1" : pages[0].file)\n")
      return .success
    }
  }

  /// Those of the words that name a command, the meant one first.
  private static func pages(_ words: [String]) throws -> [ManualPage] {
    let pages = Main.tool.manualPages(
      ManualPage.Release(version: Release.version, date: Release.date.dayInEnglish))
    let name = (["waylog"] + words).joined(separator: "-")
    guard let page = pages.first(where: { $0.name == name }) else {
      throw UsageError(
        "there is no command '\(words.joined(separator: " "))'", hint: "list what there is with: waylog --help")
    }
    return [page] + pages.filter { $0.name != name }
  }
}

extension Timestamp {
  /// `May 1, 2026`, as mdoc(7) wants it in every language.
  fileprivate var dayInEnglish: String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let parts = iso8601.prefix(10).split(separator: "-").compactMap { Int($0) }
    return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
  }
}

import Arguments
import TestSupport
import Testing

@testable import waylog

/// The commands as tests go through them: what is added to the table is tested with the others.
enum CommandTable {
  static let paths = Main.tool.listed.map(\.path)
  static let toolPaths = Main.tool.tools.dropFirst().map {
    Array($0.name.split(separator: " ").map(String.init).dropFirst())
  }

  /// What there is to know about a command.
  static func manual(_ path: [String]) throws -> Manual {
    try #require(Main.tool.listed.first { $0.path == path }).manual("waylog")
  }

  /// The long forms of a command's options, as they are typed.
  static func longWords(_ path: [String]) throws -> [String] {
    try manual(path).options.flatMap { option in
      ["--\(option.long)"] + (option.isNegatable ? ["--no-\(option.long)"] : [])
    }
  }
}

@Suite("The command table", .backstop)
struct CommandTableTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func output(_ words: [String]) throws -> String {
    let outcome = try place.run(Program.waylog, words)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test("it has no faults")
  func faults() { #expect(Main.tool.faults == []) }

  @Test("every command and tool has a help, and a short one", arguments: CommandTable.paths + CommandTable.toolPaths)
  func help(_ path: [String]) throws {
    for word in ["--help", "-h"] {
      let help = try output(path + [word])
      #expect(help.hasPrefix("Usage: waylog \(path.joined(separator: " "))"))
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("  waylog ") })
    }
    #expect(try output(["help"] + path) == output(path + ["--help"]))
  }

  @Test("every option is in both helps and in the manual page", arguments: CommandTable.paths)
  func options(_ path: [String]) throws {
    let page = try output(["generate", "man"] + path)
    let helps = [try output(path + ["-h"]), try output(path + ["--help"])]
    for option in try CommandTable.manual(path).options {
      let name = (option.isNegatable ? "[no-]" : "") + option.long
      for help in helps { #expect(help.contains("--\(name)"), "\(name)") }
      #expect(page.contains("\\-" + name.replacing("-", with: "\\-")), "\(name)")
    }
  }

  @Test("every command has an example, and says that a configuration may be wrong", arguments: CommandTable.paths)
  func completeness(_ path: [String]) throws {
    let manual = try CommandTable.manual(path)

    #expect(!manual.examples.isEmpty)
    #expect(manual.exitStatuses.contains { $0.code == 78 })
  }

  @Test(
    "a command with two letters in the wrong order is guessed", arguments: CommandTable.paths + CommandTable.toolPaths)
  func suggestion(_ path: [String]) throws {
    let word = try #require(path.last)
    let swapped = word.prefix(word.count - 2) + word.suffix(2).reversed()
    guard swapped != word else { return }
    let outcome = try place.run(Program.waylog, path.dropLast() + [String(swapped)])

    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("did you mean '"))
  }

  @Test("an option with a letter too few is guessed", arguments: CommandTable.paths)
  func optionSuggestion(_ path: [String]) throws {
    for word in try CommandTable.longWords(path) where word.count > 6 {
      let outcome = try place.run(Program.waylog, path + [String(word.dropLast())])
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("did you mean '--"), "\(word)")
    }
  }

  @Test("mandoc and man have nothing to say against the pages")
  func pages() throws {
    let folder = place.path("man")
    #expect(try place.run(Program.waylog, ["generate", "man", "-o", folder]).status == 0)
    let files = CommandTable.paths + CommandTable.toolPaths + [[]]
    let names = files.map { "\(folder)/" + (["waylog"] + $0).joined(separator: "-") + ".1" }
    let mandoc = try place.run("mandoc", ["-T", "lint", "-W", "warning"] + names)

    #expect(mandoc.status == 0)
    #expect(mandoc.output == "")
    for name in names {
      let man = try place.run("man", ["--warnings", "-l", name], environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80"])
      #expect(man.status == 0, "\(name)")
      #expect(man.errors == "", "\(name)")
    }
    #expect(try place.run("ls", [folder]).lines.count == names.count)
  }

  @Test("a page says what the help says, and a page of its own name is printed for each command")
  func pageText() throws {
    let page = try place.file("page", try output(["generate", "man", "daemon"]))
    let text = try place.run("man", ["-l", page], environment: ["MANWIDTH": "80"]).output

    #expect(text.contains("waylog daemon [OPTIONS] [HOST[:PORT[:DEVICE]]]"))
    #expect(text.contains("--session-gap SECONDS"))
    #expect(text.contains("Begin another session after a hole of SECONDS (3600)."))
    #expect(try output(["generate", "man", "sessions", "list"]).contains(".Dt \\&WAYLOG\\-SESSIONS\\-LIST 1"))
    #expect(try place.run(Program.waylog, ["generate", "man", "lunch"]).status == 64)
  }
}

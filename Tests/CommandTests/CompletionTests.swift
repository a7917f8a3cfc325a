import Arguments
import TestSupport
import Testing

@testable import waylog

@Suite("Completions", .backstop)
struct CompletionTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    for (shell, name) in [("bash", "waylog"), ("zsh", "_waylog"), ("fish", "waylog.fish")] {
      let script = try place.run(Program.waylog, ["generate", shell])
      #expect(script.status == 0)
      _ = try place.file(name, script.output)
    }
    _ = try place.file("drive one.gpx", "")
  }

  /// What each shell offers for a line, the word to be completed last.
  private enum Shell: CaseIterable { case bash, fish, zsh }

  private func offers(_ words: [String], by shell: Shell) throws -> Set<String> {
    let line = (["waylog"] + words).joined(separator: " ")
    let outcome =
      switch shell {
      case .bash: try bash(["waylog"] + words)
      case .fish: try place.run("fish", ["-N", "-c", "cd; source waylog.fish; complete -C $argv[1]", line])
      case .zsh: try place.run("zsh", ["-f", Shells.zsh, line])
      }
    #expect(outcome.errors == "", "\(shell): \(line)")
    // fish has a tabulator and an explanation behind the word.
    return Set(outcome.lines.map { String($0.prefix { $0 != "\t" }) })
  }

  private func bash(_ words: [String]) throws -> Outcome {
    let script = """
      cd; source ./waylog
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      "$(complete -p waylog | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try place.run("bash", ["--norc", "-uc", script, "bash"] + words)
  }

  @Test("every option of every command is offered by bash", arguments: CommandTable.paths)
  func allBash(_ path: [String]) throws {
    #expect(try offers(path + ["--"], by: .bash) == Set(try CommandTable.longWords(path) + ["--help"]))
  }

  @Test("every option of every command is offered by fish", arguments: CommandTable.paths)
  func allFish(_ path: [String]) throws {
    #expect(try offers(path + ["--"], by: .fish) == Set(try CommandTable.longWords(path) + ["--help"]))
  }

  @Test("every option of every command is offered by zsh")
  func allZsh() throws {
    for path in CommandTable.paths {
      #expect(try offers(path + ["--"], by: .zsh) == Set(try CommandTable.longWords(path) + ["--help"]), "\(path)")
    }
  }

  @Test("commands are offered, and those within commands", arguments: Shell.allCases)
  private func commands(_ shell: Shell) throws {
    #expect(try offers(["s"], by: shell) == ["start", "stop", "status", "sessions", "stops", "salvage"])
    #expect(try offers([""], by: shell) == Set(Main.tool.commands.map(\.name)))
    #expect(try offers(["generate", "f"], by: shell) == ["fish"])
    #expect(try offers(["--v"], by: shell) == ["--version"])
    #expect(try offers(["sessions", "--js"], by: shell) == ["--json"])
  }

  @Test("the words that a value can be are offered", arguments: Shell.allCases)
  private func values(_ shell: Shell) throws {
    let formats: Set = ["geojson", "geojsonseq"]
    #expect(try offers(["export", "--format", "geo"], by: shell) == formats)
    #expect(try offers(["export", "-f", "geo"], by: shell) == formats)
    #expect(try offers(["export", "--stops", "-o", "x", "--split-by", "d"], by: shell) == ["day"])
    #expect(try offers(["daemon", "--autostart", ""], by: shell) == ["yes", "no"])
    #expect(try offers(["export", "--delimiter", ""], by: shell) == ["comma", "semicolon", "tab"])
    #expect(try offers(["export", "--trim", ""], by: shell) == [])
    #expect(try offers(["generate", "man", "exp"], by: shell) == ["export"])
  }

  @Test("files are offered where they are meant", arguments: Shell.allCases)
  private func files(_ shell: Shell) throws {
    func offersTheFile(_ words: String...) throws -> Bool {
      try offers(words + ["driv"], by: shell).contains { $0.replacing("\\", with: "") == "drive one.gpx" }
    }
    #expect(try offersTheFile("import"))
    #expect(try offersTheFile("backup", "-o"))
    #expect(try offersTheFile("export", "--database"))
    #expect(try !offersTheFile("record"))
    #expect(try !offersTheFile("export", "--trim"))
  }

  @Test("a value behind an equals sign is completed")
  func equalsSign() throws {
    #expect(try bash(["waylog", "export", "--format", "=", "geo"]).lines == ["geojson", "geojsonseq"])
    #expect(try bash(["waylog", "export", "--format", "="]).lines.count == 8)
    #expect(try offers(["export", "--format=geo"], by: .fish) == ["--format=geojson", "--format=geojsonseq"])
    #expect(try offers(["export", "--format=geo"], by: .zsh) == ["geojson", "geojsonseq"])
  }

  @Test("each shell finds its file where it is installed, by itself")
  func installed() throws {
    let folder = place.path(".local/share/bash-completion/completions")
    #expect(try place.run(Program.waylog, ["generate", "bash", "-o", folder]).status == 0)
    let script = """
      cd; source /usr/share/bash-completion/bash_completion
      _completion_loader waylog
      complete -p waylog
      """
    #expect(try place.run("bash", ["--norc", "-c", script]).output == "complete -F _waylog waylog\n")

    #expect(
      try place.run(Program.waylog, ["generate", "fish", "-o", place.path(".config/fish/completions")]).status == 0)
    // fish loads completions for programs that are there.
    let path = "\(Program.waylog.dropLast("/waylog".count)):/usr/bin:/bin"
    let fish = try place.run("fish", ["-c", "complete -C 'waylog rec'"], environment: ["PATH": path])
    #expect(fish.output == "record\tRecord a session until Ctrl-C\n")
  }

  @Test("the shells find no fault in the scripts")
  func syntax() throws {
    for (shell, file) in [("bash", "waylog"), ("zsh", "_waylog"), ("fish", "waylog.fish")] {
      let outcome = try place.run(shell, ["-n", place.path(file)])
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
  }
}

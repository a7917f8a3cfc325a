import Arguments
import Testing

@Suite("Programs with commands")
struct ToolTests {
  /// What a line leads to, in a word.
  private func outcome(_ words: String...) throws -> String {
    switch try sampleTool.request(words) {
    case .run(let command, let rest): try command.run(rest)
    case .help(let tool): "help of \(tool.name)"
    case .option(let name): name
    case .nothing(let tool): "nothing for \(tool.name)"
    }
  }

  @Test("A word leads to its command, however deep, or to the usual one")
  func requests() throws {
    #expect(try outcome("record", "-n", "5") == #"record ["-n", "5"]"#)
    #expect(try outcome("export", "write", "x") == #"write ["x"]"#)
    #expect(try outcome("export", "--zone", "x") == #"write ["--zone", "x"]"#)
    #expect(try outcome("export") == "write []")
    #expect(try outcome("export", "--help") == "help of waylog export")
    #expect(try outcome("-h") == "help of waylog")
    #expect(try outcome("--version") == "--version")
    #expect(try outcome() == "nothing for waylog")
  }

  @Test(
    "A wrong word is answered with the likely one, else with where to look",
    arguments: [
      (["recrod"], "unknown command 'recrod'", "did you mean 'record'?"),
      (["--vresion"], "unknown option '--vresion'", "did you mean '--version'?"),
      (["frobnicate"], "unknown command 'frobnicate'", "list what there is with: waylog --help"),
      (["export", "wirte"], "unknown command 'wirte'", "did you mean 'write'?"),
      (["export", "x"], "unknown command 'x'", "list what there is with: waylog export --help"),
      (["log"], "unknown command 'log'", "did you mean 'record'?"),
      (["write"], "unknown command 'write'", "did you mean 'export write'?"),
      (["version"], "unknown command 'version'", "did you mean '--version'?"),
    ])
  func unknown(words: [String], message: String, hint: String) {
    #expect(throws: UsageError(message, hint: hint)) { _ = try sampleTool.request(words) }
  }

  @Test("There is a manual page for the program, each tool and each command")
  func pages() {
    let pages = sampleTool.manualPages(.init(version: "1.0", date: "May 1, 2026"))
    #expect(
      pages.map(\.file) == [
        "waylog.1", "waylog-export.1", "waylog-record.1", "waylog-mark.1", "waylog-export-write.1",
      ])
  }

  @Test("Text in a manual page is text, whatever it begins with or holds")
  func escaping() throws {
    let odd = Command<Int>(
      "odd", summary: "Ends.", details: [".Sh is no macro", "'br neither", #"a\b and 180° at once. And another."#],
      examples: [Example(".rm -rf ~/x", "removes 'x'")])
    let tool = Tool<Int>("t", summary: "One.", groups: [.init("All", [.command(odd, "One") { _ in 1 }])])
    let page = try #require(tool.manualPages(.init(version: "1.0", date: "May 1, 2026")).last)
    let lines = page.text.split(separator: "\n")

    for line in [#"\&.Sh is no macro"#, #"\&\(aqbr neither"#, #"a\eb and 180\[u00B0] at once."#, "And another."] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(lines.contains { $0 == #"\&.rm \-rf \(ti/x"# })
  }
}

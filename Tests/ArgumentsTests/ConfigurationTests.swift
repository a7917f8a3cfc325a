import Arguments
import Testing

@Suite("Configuration files")
struct ConfigurationTests {
  @Test("A line is a key and a value, without the blanks around them; others say nothing")
  func lines() throws {
    let text =
      "\n# a comment\n \t# another = 1\r\n database =  my tracks.db \t\nzone=\nname = a=b\nsessions.list.json = yes"
    let configuration = try Configuration("c", text: text)

    #expect(configuration.lines.map(\.number) == [4, 5, 6, 7])
    #expect(configuration.lines.map(\.key) == ["database", "zone", "name", "json"])
    #expect(configuration.lines.map(\.text) == ["my tracks.db", "", "a=b", "yes"])
    #expect(configuration.lines[3].path == ["sessions", "list"])
    #expect(configuration.place(of: configuration.lines[0]) == "c:4")
  }

  @Test("A line is for the commands that begin with its words")
  func meaning() throws {
    let lines = try Configuration("c", text: "json = yes\nsessions.json = yes\nsessions.list.json = yes").lines
    let commands = [["status"], ["sessions", "show"], ["sessions", "list"]]

    #expect(
      commands.map { command in lines.map { $0.means(command) } } == [
        [true, false, false], [true, true, false], [true, true, true],
      ])
  }

  @Test(
    "What is no line is refused with its place, and not repeated",
    arguments: [
      ("a = b\n47.1,8.1,300", "c:2: expected KEY = VALUE"),
      ("47.1,8.1 = zone", "c:1: what stands before '=' is no key"),
      ("= 47.1", "c:1: what stands before '=' is no key"), ("Zone = 47.1", "c:1: what stands before '=' is no key"),
      ("export. = 47.1", "c:1: what stands before '=' is no key"),
      (".zone = 47.1", "c:1: what stands before '=' is no key"),
      ("--zone = 47.1", "c:1: what stands before '=' is no key"),
      ("zone = 47.1 # home", "c:1: a comment behind a value"),
      ("zone = 47.1\t#", "c:1: a comment behind a value"),
    ])
  func errors(text: String, message: String) throws {
    let error = try #require(throws: UsageError.self) { try Configuration("c", text: text) }

    #expect(error.message == message)
    #expect(error.hint != nil)
    #expect(!"\(error)".contains("47.1"))
  }

  @Test(
    "A key that no command has is refused with the likely one",
    arguments: [
      ("databse = x", "c:1: unknown key 'databse'", "did you mean 'database'?"),
      ("record.zone = X", "c:1: unknown key 'zone' of 'record'", nil),
      ("export.zoen = X", "c:1: unknown key 'zoen' of 'export'", "did you mean 'zone'?"),
      ("recrd.count = 1", "c:1: there is no command 'recrd'", "did you mean 'record'?"),
      ("help = yes", "c:1: unknown key 'help'", nil),
    ])
  func unknownKeys(text: String, message: String, hint: String?) throws {
    let configuration = try Configuration("c", text: text)
    let error = try #require(throws: UsageError.self) { try sampleTool.checkKeys(of: configuration) }

    #expect(error.message == message)
    #expect(error.hint == hint ?? "take the line out, then list the keys with: waylog config")
  }

  @Test("The keys of all commands are known, for all and for one")
  func knownKeys() throws {
    let text = "database = x\nzone = A\nrecord.count = 5\nexport.write.zone = B\nexport.zone = C"
    try sampleTool.checkKeys(of: try Configuration("c", text: text))
  }

  @Test("A value that one command would refuse is found among all")
  func values() throws {
    let sources = Sources([try Configuration("c", text: "count = 5\nzone = home")]) { _ in nil }
    #expect(throws: UsageError("c:2: zone: expected a place in capitals", hint: "such as HOME")) {
      try sampleTool.checkValues(of: sources)
    }
  }

  @Test("An option has the values that hold for it, each with its origin")
  func origins() throws {
    let sources = Sources([try Configuration("c", text: "count = 5\nrecord.count = 6\nzone = A\nzone = B")]) {
      $0 == "SAMPLE_DATABASE" ? "x.db" : nil
    }
    func values(_ key: String, _ path: [String]) throws -> [Sources.Value] {
      let command = try #require(sampleTool.listed.first { $0.path == path })
      let option = try #require(command.manual("waylog").options.first { $0.long == key })
      return sources.values(of: option, for: path)
    }

    #expect(try values("count", ["record"]).map(\.origin) == [.line("c:2")])
    #expect(try values("zone", ["export", "write"]).map(\.text) == ["A", "B"])
    #expect(try values("database", ["record"]).map(\.origin) == [.variable("SAMPLE_DATABASE")])
    #expect(try values("json", ["record"]).isEmpty)
  }
}

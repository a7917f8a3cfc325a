import Arguments
import Testing

@Suite("Precedence")
struct PrecedenceTests {
  private func settings(
    system: String = "", user: String = "", environment: [String: String] = [:], words: [String] = []
  ) throws -> SampleSettings {
    let files = [try Configuration("/etc/c", text: system), try Configuration("~/c", text: user)]
    var settings = SampleSettings()
    guard case .typed(let typed) = try sample.read(words) else { return settings }
    try sample.apply(Sources(files) { environment[$0] }, except: typed.forgotten, to: &settings)
    try typed.apply(to: &settings)
    return settings
  }

  @Test("Words win over the environment, it over the user's file, that over the system's, that over the default")
  func order() throws {
    let system = "database = system.db\ncount = 3\njson = yes\npause = no\nprofile = cycling"
    let user = "database = user.db\ncount = 4\njson = no"
    let environment = ["SAMPLE_DATABASE": "environment.db", "SAMPLE_PAUSE": "yes", "SAMPLE_JSON": ""]

    #expect(try settings(system: system).store.database == "system.db")
    #expect(try settings(system: system, user: user).store.database == "user.db")
    let typed = try settings(system: system, user: user, environment: environment, words: ["-d", "words.db"])
    #expect(typed.store.database == "words.db")
    let all = try settings(system: system, user: user, environment: environment)
    #expect(all.store.database == "environment.db")
    #expect(all.count == 4)
    #expect(!all.json)
    #expect(all.pause)
    #expect(all.profile == .cycling)
    #expect(all.interval == 1000)
  }

  @Test("What is taken back on the line is as if nobody had set it")
  func takenBack() throws {
    let file = "database = user.db\njson = yes\npause = no"
    let environment = ["SAMPLE_DATABASE": "environment.db"]
    let taken = try settings(user: file, environment: environment, words: ["--no-database", "--no-json"])

    #expect(taken.store.database == "default.db")
    #expect(!taken.json)
    #expect(!taken.pause)
  }

  @Test("Values that add up do so over files and words, unless they are taken back")
  func addingUp() throws {
    func zones(_ words: String...) throws -> [String] {
      let files = [try Configuration("a", text: "zone = A\nzone = B"), try Configuration("b", text: "zone = C")]
      var settings = SampleSettings()
      guard case .typed(let typed) = try sampleExport.read(words + ["file"]) else { return [] }
      try sampleExport.apply(Sources(files) { _ in nil }, except: typed.forgotten, to: &settings)
      try typed.apply(to: &settings)
      return settings.zones
    }

    #expect(try zones() == ["A", "B", "C"])
    #expect(try zones("--zone", "D") == ["A", "B", "C", "D"])
    #expect(try zones("--no-zone") == [])
    #expect(try zones("--no-zone", "--zone", "D") == ["D"])
  }

  @Test("A key may be for one command, or for those that begin alike")
  func commands() throws {
    let text = "record.count = 7\nexport.database = export.db\nexport.write.zone = A"
    #expect(try settings(user: text).count == 7)
    #expect(try settings(user: text).store.database == "default.db")
    var exported = SampleSettings()
    try sampleExport.apply(Sources([try Configuration("c", text: text)]) { _ in nil }, to: &exported)
    #expect(exported.store.database == "export.db")
    #expect(exported.zones == ["A"])
  }

  @Test("A path may begin with the home folder, other values are taken as they stand")
  func home() throws {
    let text = "database = ~/tracks.db\nprofile = walking"
    #expect(try settings(user: text, environment: ["HOME": "/home/ann"]).store.database == "/home/ann/tracks.db")
    #expect(try settings(user: text).store.database == "~/tracks.db")
    #expect(try settings(user: "database = $HOME/`id`;").store.database == "$HOME/`id`;")
  }

  @Test(
    "An error names the variable, or file, line and key that it came from",
    arguments: [
      ("count = many", "/etc/c:1: count: expected a whole number from 1 to 100, not 'many'", "put that line right"),
      (
        "#\n\ncount = 0\ncount = 5", "/etc/c:3: count: expected a whole number from 1 to 100, not '0'",
        "put that line right"
      ),
      ("pause = maybe", "/etc/c:1: pause: expected yes or no, not 'maybe'", "put that line right"),
      (
        "record.profile = cyclign",
        "/etc/c:1: profile: expected 'walking', 'cycling' or 'automotive', not 'cyclign'", "did you mean 'cycling'?"
      ),
    ])
  func errors(text: String, message: String, hint: String) {
    #expect(throws: UsageError(message, hint: hint)) { try settings(system: text) }
    #expect(throws: UsageError("SAMPLE_PAUSE: expected yes or no, not 'maybe'", hint: "set it otherwise, or unset it"))
    {
      try settings(environment: ["SAMPLE_PAUSE": "maybe"])
    }
  }

  @Test("What is nobody's business is not repeated")
  func discreet() {
    var settings = SampleSettings()
    #expect(throws: UsageError("c:1: zone: expected a place in capitals", hint: "such as HOME")) {
      try sampleExport.apply(Sources([try Configuration("c", text: "zone = home")]) { _ in nil }, to: &settings)
    }
    #expect(throws: UsageError("--zone: expected a place in capitals", hint: "such as HOME")) {
      try sampleExport.parse(["--zone", "home", "file"], into: &settings)
    }
  }
}

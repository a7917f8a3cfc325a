import Arguments
import Testing

@Suite("Command lines")
struct ParsingTests {
  @Test(
    "A value may follow, be joined by an equals sign or touch its letter",
    arguments: [
      ["--count", "5"], ["--count=5"], ["-n", "5"], ["-n5"], ["-jn5"], ["-jqn", "5"], ["-n", "7", "--count=5"],
    ])
  func values(words: [String]) throws {
    var settings = SampleSettings()
    #expect(try sample.parse(words, into: &settings) == .operands([]))
    #expect(settings.count == 5)
    #expect(settings.json == words[0].hasPrefix("-j"))
    #expect(settings.quiet == words[0].hasPrefix("-jq"))
  }

  @Test("A value may be empty, hold an equals sign or look like an option")
  func oddValues() throws {
    #expect(try parsed("--database=a=b").settings.store.database == "a=b")
    #expect(try parsed("--database", "-x").settings.store.database == "-x")
    #expect(throws: UsageError("--database: expected a path, not ''")) { try parsed("--database=") }
  }

  @Test("Operands may stand between options, behind two dashes or be one dash")
  func operands() throws {
    #expect(try parsed("host:2947", "-j").operands == ["host:2947"])
    #expect(try parsed("-").operands == ["-"])
    #expect(try parsed("-j", "--", "--json").operands == ["--json"])
    #expect(try parsed("--", "--help").operands == ["--help"])
    #expect(try parsed("--", "--").operands == ["--"])
  }

  @Test("The last word wins, also over its opposite")
  func lastWins() throws {
    #expect(try !parsed("--pause", "--no-pause").settings.pause)
    #expect(try parsed("--no-pause", "-p").settings.pause)
  }

  @Test("What is taken back was never said, and may be said again")
  func takenBack() throws {
    #expect(try !parsed("--json", "--no-json").settings.json)
    #expect(try parsed("--no-json", "--json").settings.json)
    #expect(try parsed("-n", "5", "--no-count").settings.count == nil)
    guard case .typed(let typed) = try sample.read(["--no-json", "--no-pause", "--", "--no-count"]) else {
      Issue.record("help was not asked for")
      return
    }
    #expect(typed.forgotten == ["json"])
  }

  @Test(
    "Help is found anywhere before two dashes, even behind an error",
    arguments: [
      (["-h"], HelpLength.short), (["--help"], .long), (["--bogus", "--help"], .long), (["-j", "host", "-h"], .short),
      (["-h", "--help"], .short),
    ])
  func help(words: [String], length: HelpLength) throws {
    var settings = SampleSettings()
    #expect(try sample.parse(words, into: &settings) == .help(length))
    #expect(settings == SampleSettings())
  }

  @Test(
    "What cannot be meant is said in a sentence, with a hint where there is one",
    arguments: [
      (["--databse", "x"], "unknown option '--databse'", "did you mean '--database'?"),
      (["--no-puase"], "unknown option '--no-puase'", "did you mean '--no-pause'?"),
      (["--no-jsno"], "unknown option '--no-jsno'", nil),
      (["--no-count=3"], "option '--no-count' takes no value", nil),
      (["--hlep"], "unknown option '--hlep'", "did you mean '--help'?"),
      (["--colour=red"], "unknown option '--colour'", nil),
      (["-jx"], "unknown option '-x'", nil),
      (["-qr"], "unknown option '-r'", nil),
      (["-profile"], "unknown option '-profile'", "did you mean '--profile'?"),
      (["-database"], "unknown option '-database'", "did you mean '--database'?"),
      (["-shortest-interval"], "unknown option '-shortest-interval'", "did you mean '--shortest-interval'?"),
      (["--json=yes"], "option '--json' takes no value", nil),
      (["--no-pause=1"], "option '--no-pause' takes no value", nil),
      (["--count"], "option '--count' needs a value", "write '--count COUNT'"),
      (["-jn"], "option '-n' needs a value", "write '-n COUNT'"),
      (["-n", "0"], "-n: expected a whole number from 1 to 100, not '0'", nil),
      (
        ["--profile=cyclign"], "--profile: expected 'walking', 'cycling' or 'automotive', not 'cyclign'",
        "did you mean 'cycling'?"
      ),
      (["a", "b"], "unexpected operand 'b'", "expected [HOST[:PORT[:DEVICE]]] and no more"),
    ] as [([String], String, String?)])
  func errors(words: [String], message: String, hint: String?) {
    var settings = SampleSettings()
    #expect(throws: UsageError(message, hint: hint)) { try sample.parse(words, into: &settings) }
  }

  @Test("Operands are counted")
  func operandCounts() throws {
    var nothing = 0
    #expect(throws: UsageError("missing operand", hint: "expected FILE...")) {
      try Command<Int>("import", operands: .some("FILE"), summary: "Read.").parse([], into: &nothing)
    }
    #expect(throws: UsageError("unexpected operand 'x'")) {
      try Command<Int>("stop", summary: "Stop.").parse(["x"], into: &nothing)
    }
    #expect(
      try Command<Int>("export", operands: .any("SESSION"), summary: "Write.").parse(["1", "2"], into: &nothing)
        == .operands(["1", "2"]))
  }
}

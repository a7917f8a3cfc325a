import Arguments
import Foundation
import TestSupport
import Testing

@Suite("Configuration", .backstop)
struct ConfigurationFileTests {
  private let place: Workplace
  /// Whether the machine lets tests see another /etc than everybody.
  private static let hasNamespaces = geteuid() == 0 && Program.isInstalled("unshare")
  /// A drive east: a fix a second and 20 m, from home at 8° E.
  private static let fixes = (0..<500).map {
    SyntheticStore.Fix(1_777_615_200_000 + $0 * 1000, 47_000_000_000, 8_000_000_000 + $0 * 263_000)
  }

  init() throws { place = try Workplace() }

  /// Writes the user's own file; gives its path.
  @discardableResult
  private func configure(_ text: String) throws -> String {
    let folder = place.path(".config/waylog")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try place.file(".config/waylog/config", text)
  }

  private func run(_ words: String..., environment: [String: String] = [:]) throws -> Outcome {
    try place.run(Program.waylog, words, environment: environment)
  }

  /// Runs waylog where /etc/waylog/config says this and nothing else is in /etc.
  private func run(_ words: [String], system text: String) throws -> Outcome {
    try FileManager.default.createDirectory(atPath: place.path("etc/waylog"), withIntermediateDirectories: true)
    _ = try place.file("etc/waylog/config", text)
    let script = "cd; cp /etc/ld.so.cache etc/ 2>/dev/null; mount --bind etc /etc && exec \"$@\""
    return try place.run("unshare", ["--mount", "bash", "-c", script, "bash", Program.waylog] + words)
  }

  /// How a setting is listed: value and origin.
  private func setting(_ name: String, _ environment: [String: String] = [:]) throws -> [String] {
    let lines = try run("config", environment: environment).lines
    let line = try #require(lines.first { $0.hasPrefix("\(name) ") })
    return line.split(separator: " ").dropFirst().map(String.init)
  }

  @Test(
    "a bad time is told of with its line, whatever it is the time of",
    arguments: ["sessions.list.to", "sessions.delete.before", "activity.update.timestamp", "record.present"])
  func wrongTime(key: String) throws {
    let path = try configure("\(key) = noon\n")
    let outcome = try run("config")

    #expect(outcome.status == 78)
    let option = key.split(separator: ".").last ?? ""
    #expect(outcome.errors.hasPrefix("waylog: \(path):1: \(option): expected a time such as"))
  }

  @Test("every option of every command is listed, with its default")
  func everyOption() throws {
    let listed = try run("config").lines.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
    for path in CommandTable.paths {
      for option in try CommandTable.manual(path).options {
        let qualified = (path + [option.long]).joined(separator: ".")
        #expect(listed.contains(option.long) || listed.contains(qualified), "\(qualified)")
      }
    }
    #expect(listed.count == Set(listed).count)
    #expect(try setting("session-gap") == ["3600", "default"])
    #expect(try setting("trim") == ["-", "default"])
    #expect(try setting("database") == [place.path(".local/share/waylog/waylog.db"), "default"])
  }

  @Test("the environment wins over the user's file, and the list says which line or variable it was")
  func origins() throws {
    let path = try configure("# mine\ndatabase = ~/own.db\ncommit = 2\ncommit = 3\n")

    #expect(try setting("database") == [place.path("own.db"), "\(path):2"])
    #expect(try setting("commit") == ["3", "\(path):4"])
    let environment = ["WAYLOG_DATABASE": "/named.db"]
    #expect(try setting("database", environment) == ["/named.db", "environment", "WAYLOG_DATABASE"])
    #expect(try setting("commit", ["XDG_CONFIG_HOME": place.path("nowhere")]) == ["5", "default"])
  }

  @Test(
    "the user's file wins over the system's",
    .enabled(if: hasNamespaces, "tests may not mount anything on this machine"))
  func system() throws {
    let path = try configure("commit = 3\n")
    let list = try run(["config"], system: "commit = 2\nsession-gap = 60\nautostart = no\n")
    let lines = list.lines.map { $0.split(separator: " ").map(String.init) }

    #expect(lines.contains(["commit", "3", "\(path):1"]))
    #expect(lines.contains(["session-gap", "60", "/etc/waylog/config:2"]))
    #expect(lines.contains(["autostart", "no", "/etc/waylog/config:3"]))
    let wrong = try run(["status"], system: "\ncomit = 2\n")
    #expect(wrong.status == 78)
    #expect(wrong.errors == "waylog: /etc/waylog/config:2: unknown key 'comit'\n  did you mean 'commit'?\n")
  }

  @Test("a key for one command leaves the others alone, and is listed for it")
  func oneCommand() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    let path = try configure("database = \(place.store.path)\nexport.format = csv\nsessions.list.json = yes\n")

    #expect(try run("export").output.hasPrefix("time,"))
    #expect(try run("sessions").output.hasPrefix("{"))
    #expect(try !run("sessions", "show").output.hasPrefix("{"))
    #expect(try !run("sessions", "--no-json").output.hasPrefix("{"))
    #expect(try setting("sessions.list.json") == ["yes", "\(path):3"])
    #expect(try setting("status.json") == ["no", "default"])
  }

  @Test("what is configured for other formats is no mistake, and what is typed for them is")
  func otherFormats() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    try configure("database = \(place.store.path)\nunits = imperial\nstops = yes\n")

    #expect(try run("export", "-f", "csv").status == 0)
    #expect(try run("export", "-f", "csv", "--stops").status == 64)
    #expect(try run("export", "-f", "gpx", "--units", "metric").status == 64)
  }

  @Test("JSON has an object for each setting")
  func json() throws {
    let path = try configure("commit = 2\ndaemon.commit = 3\n")
    let objects = try run("config", "--json").lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let commit = objects.filter { ($0["setting"] as? String)?.hasSuffix("commit") ?? false }

    #expect(commit.map { $0["setting"] as? String } == ["daemon.commit", "record.commit"])
    #expect(commit.map { $0["value"] as? String } == ["3", "2"])
    #expect(commit.map { $0["origin"] as? String } == ["\(path):2", "\(path):1"])
    #expect(commit.map { $0["commands"] as? [String] } == [["daemon"], ["record"]])
    #expect(objects.first { $0["setting"] as? String == "trim" }?["value"] is NSNull)
  }

  @Test("configured zones are cut out of exports, add up with typed ones, and can be switched off")
  func zones() throws {
    try SyntheticStore([.init("to work", Self.fixes)]).fill(place)
    let path = try configure("database = \(place.store.path)\nprivacy-zone = 47,8.03,300\nprivacy-zone=47,8.1,300\n")
    func left(_ words: String...) throws -> (Int, String) {
      let outcome = try place.run(Program.waylog, ["export", "-f", "csv"] + words)
      #expect(outcome.status == 0)
      return (500 - (outcome.lines.count - 1), outcome.errors)
    }

    let (both, said) = try left()
    #expect(both > 40)
    #expect(said == "waylog: left out \(both) fixes in privacy zones\n")
    #expect(try left("--privacy-zone", "47,8.06,300").0 > both)
    #expect(try left("--no-privacy-zone") == (0, ""))
    let one = try left("--no-privacy-zone", "--privacy-zone", "47,8.03,300").0
    #expect((1..<both).contains(one))

    for words in [["config"], ["config", "--json"]] {
      let list = try place.run(Program.waylog, words)
      #expect(list.output.contains("privacy-zone"))
      #expect(list.output.contains("\(path):3"))
      #expect(!list.output.contains("8.1"))
      #expect(!list.output.contains("8.03"))
    }
  }

  @Test(
    "a line that makes no sense is refused with file and line, and coordinates are not repeated",
    arguments: [
      ("privacy-zone = 47.1,8.1", "privacy-zone: expected degrees", "such as 12.3456,"),
      ("privacy-zone = 47.1,8.1,300 # home", "a comment behind a value", "a line of its own"),
      ("privacy-zone 47.1,8.1,300", "expected KEY = VALUE", "a comment begins with #"),
      ("47.1,8.1,300 = privacy-zone", "no key", "the long name of an option"),
      ("privacy-zones = 47.1,8.1,300", "unknown key 'privacy-zones'", "did you mean 'privacy-zone'?"),
      ("bbox = 47.1", "bbox: expected degrees", "such as 5,45"),
      ("from = noon", "from: expected a time", "such as 2026-05-01T06:10:00Z"),
      ("day = 2026-05-01T06:00Z", "day: expected a date", "such as 2026-05-01"),
      ("format = gxp", "format: expected 'gpx'", "did you mean 'gpx'?"),
    ])
  func wrongLine(line: String, message: String, advice: String) throws {
    let path = try configure("# a comment\n\(line)\n")
    let outcome = try run("export")

    #expect(outcome.status == 78)
    #expect(outcome.errors.hasPrefix("waylog: \(path):2: "))
    #expect(outcome.errors.contains(message))
    #expect(outcome.errors.contains("\n  "))
    #expect(outcome.errors.contains(advice))
    #expect(!outcome.errors.contains("47.1"))
    #expect(try run("export", "--help").status == 0)
  }

  @Test("a value that is wrong for another command stops nobody but the list of all")
  func foreignValue() throws {
    try configure("export.trim = far\n")

    #expect(try run("generate", "units").status == 0)
    #expect(try run("config").status == 78)
  }

  @Test("what is there and no readable text is refused", arguments: ["folder", "pipe", "latin1", "long"])
  func unreadable(_ kind: String) throws {
    let path = try configure("")
    let commands = [
      "folder": "rm \(path); mkdir \(path)", "pipe": "rm \(path); mkfifo \(path)",
      "latin1": "printf 'name = \\374\\n' > \(path)", "long": "truncate -s 2M \(path)",
    ]
    _ = try place.run("bash", ["-c", try #require(commands[kind])])
    let outcome = try run("stops")

    #expect(outcome.status == 78)
    #expect(outcome.errors.hasPrefix("waylog: cannot read '\(path)': "))
    #expect(outcome.errors.contains("\n  "))
  }

  @Test("the service obeys the same file")
  func service() throws {
    try configure("database = \(place.path("service.db"))\nautostart = no\n")
    let service = try place.start(Program.waylog, ["daemon", "127.0.0.1:\(try Loopback.freePort())"])
    try service.waitUntilItSays("not recording into \(place.path("service.db")) yet")
    let status = try run("status", "--json")
    try service.stop(by: .terminate)

    #expect(status.output.contains(#""state":"idle""#))
  }
}

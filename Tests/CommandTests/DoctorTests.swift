import Foundation
import TestSupport
import Testing

@testable import waylog

@Suite("The doctor", .backstop)
struct DoctorTests {
  private struct Finding: Decodable {
    var check, verdict, text: String
    var remedy: String?
  }

  private struct Report: Decodable {
    var problems, warnings: Int
    var findings: [Finding]

    subscript(_ check: String) -> Finding? { findings.first { $0.check == check } }
  }

  private let place: Workplace

  init() throws { place = try Workplace() }

  /// How gpsd is started on this machine, whatever receiver it has.
  private static let launch = FileSystem.hasSystemd() ? "sudo systemctl enable --now gpsd.socket" : "sudo gpsd /dev/"

  private static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

  /// Asks for JSON; the exit status says whether there is a problem.
  private func examine(
    _ words: [String] = ["127.0.0.1:1"], under wrapper: [String] = [], database: String? = nil
  ) throws -> Report {
    let all =
      wrapper + [Program.waylog, "doctor", "--json", "--database", database ?? place.store.path] + words
    let outcome = try place.run(all[0], Array(all.dropFirst()))
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(outcome.errors == "")
    #expect(outcome.status == (report.problems > 0 ? 1 : 0))
    #expect(report.problems == report.findings.count { $0.verdict == "problem" })
    #expect(report.warnings == report.findings.count { $0.verdict == "warning" })
    #expect(!report.findings.contains { $0.verdict == "ok" && $0.remedy != nil })
    return report
  }

  private func mend(_ finding: Finding?) throws {
    let remedy = try #require(finding?.remedy)
    let outcome = try place.run("sh", ["-c", remedy])
    #expect(outcome.status == 0, "\(remedy): \(outcome.errors)")
  }

  // MARK: gpsd

  @Test("a real gpsd with a receiver that has a fix is as it should be")
  func wellConnected() throws {
    let drive = try SimulatedDrive(rate: 5, in: place)
    let gpsd = try RealGPSD(receiver: drive.port, in: place)
    // The receiver has no fix for its first half minute, which is a few seconds at this rate.
    var found: Report?
    #expect(
      try eventually(within: 60) {
        found = try examine(["127.0.0.1:\(gpsd.port)"])
        return found?["fix"]?.verdict == "ok"
      })
    let report = try #require(found)

    #expect(report["gpsd"]?.verdict == "ok")
    #expect(report["gpsd release"]?.text.hasPrefix("3.") == true)
    #expect(report["receiver"]?.text == "tcp://127.0.0.1:\(drive.port), NMEA0183")
    #expect(report["fix"]?.text.firstMatch(of: /^[23]D, [0-9]+ satellites, [0-9.]+ s old$/) != nil)
    // The drive takes place in May 2026, whatever the date is now.
    #expect(report["clock"]?.verdict != nil)
    #expect(!report.findings.contains { $0.text.contains("47.") })
  }

  @Test("where gpsd does not listen, the doctor says how to start it, at once")
  func noGPSD() throws {
    let port = try Loopback.freePort()
    var found: Report?
    let time = try seconds { found = try examine(["127.0.0.1:\(port)"]) }
    let report = try #require(found)

    #expect(report["gpsd"]?.verdict == "problem")
    #expect(report["gpsd"]?.text.contains("127.0.0.1:\(port)") == true)
    #expect(report["gpsd"]?.remedy?.hasPrefix(Self.launch) == true)
    #expect(report["receiver"] == nil)
    #expect(time < 2)
  }

  @Test("a host that never answers is given up after three seconds")
  func deafHost() throws {
    let server = try DeafServer()
    var text: String?
    let time = try seconds { text = try examine(["127.0.0.1:\(server.port)"])["gpsd"]?.text }

    #expect(text?.hasSuffix("no answer within 3 s") == true)

    #expect((2.5..<5).contains(time))
  }

  @Test("a stranger at the port is no gpsd")
  func stranger() throws {
    let server = try StandInGPSD(Feed(lines: []), greeting: "SSH-2.0-OpenSSH_9.2")

    #expect(try examine(["127.0.0.1:\(server.port)"])["gpsd"]?.text.contains("not gpsd") == true)
  }

  @Test("the wanted receiver is missing where gpsd has another")
  func wrongReceiver() throws {
    let gpsd = try StandInGPSD(Feed(lines: []))
    let report = try examine(["127.0.0.1:\(gpsd.port):/dev/ttyUSB7"])

    #expect(report["receiver"]?.verdict == "problem")
    #expect(report["receiver"]?.text == "gpsd has no /dev/ttyUSB7, but /dev/ttyFAKE0")
    #expect(report["receiver"]?.remedy == "sudo gpsdctl add /dev/ttyUSB7")
  }

  @Test("a receiver without a fix is a warning that counts the satellites")
  func noFix() throws {
    let lines = [
      #"{"class":"SKY","device":"/dev/ttyFAKE0","satellites":[{"PRN":1,"el":1,"az":1,"ss":9,"used":false}]}"#,
      #"{"class":"TPV","device":"/dev/ttyFAKE0","mode":1}"#,
    ]
    let gpsd = try StandInGPSD(Feed(lines: lines))
    let report = try examine(["127.0.0.1:\(gpsd.port)"])

    #expect(report["receiver"]?.text == "/dev/ttyFAKE0, NMEA0183")
    #expect(report["fix"]?.verdict == "warning")
    #expect(report["fix"]?.text.contains("of 1 satellites in view it uses 0") == true)
  }

  // MARK: The database

  @Test("nothing recorded yet is no problem, and nothing is made")
  func missing() throws {
    let report = try examine()

    #expect(report["database"]?.verdict == "warning")
    #expect(report["database"]?.remedy == "waylog record")
    #expect(!place.files.contains { $0.hasPrefix("tracks.db") })
  }

  @Test("the folder of the usual database is made by whoever writes, so its want is no problem")
  func usualFolder() throws {
    let outcome = try place.run(Program.waylog, ["doctor", "--json", "127.0.0.1:1"])
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))

    #expect(report["database"]?.verdict == "warning")
    #expect(report["database"]?.text.contains("\(place.folder)/.local/share/waylog/waylog.db") == true)
    #expect(!place.files.contains(".local"))
  }

  @Test("a sound database is left as it was", arguments: [[], ["--full"]])
  func sound(_ options: [String]) throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"))
    let before = (place.bytes(place.store.path), place.files.filter { $0.hasPrefix("tracks") }.sorted())
    let report = try examine(["127.0.0.1:1"] + options)
    let after = (place.bytes(place.store.path), place.files.filter { $0.hasPrefix("tracks") }.sorted())

    #expect(["database", "permissions", "integrity"].compactMap { report[$0]?.verdict } == ["ok", "ok", "ok"])
    #expect(report["recorder"]?.text == "nothing records now")
    #expect(before == after)
  }

  @Test("a damaged database is told of; the named command sets it aside and a new one can begin")
  func damaged() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    _ = try place.run("sqlite3", [place.store.path, "PRAGMA wal_checkpoint(TRUNCATE);"])
    var bytes = place.bytes(place.store.path)
    let page = try place.store.count("SELECT rootpage FROM sqlite_schema WHERE name = 'mark_row'")
    for index in ((page - 1) * 1024)..<(page * 1024) { bytes[index] = 0xff }
    _ = try place.file("tracks.db", bytes)
    let found = try examine()["integrity"]

    #expect(found?.verdict == "problem")
    try mend(found)
    #expect(place.bytes(place.path("tracks.db.damaged/tracks.db")) == bytes)
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    #expect(try examine()["integrity"]?.verdict == "ok")
  }

  @Test("another program's file is a problem")
  func foreign() throws {
    _ = try place.file("tracks.db", "my tracks, by hand\n")

    #expect(try examine()["database"]?.text.contains("is not a waylog database") == true)
  }

  @Test("a database that everybody can change is a problem, which the named command mends", arguments: [0o666, 0o604])
  func openMode(_ mode: mode_t) throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"))
    chmod(place.store.path, mode)
    let found = try examine()["permissions"]

    #expect(found?.verdict == "problem")
    #expect(found?.text.contains("everybody can \(mode == 0o666 ? "change" : "read") your tracks") == true)
    try mend(found)
    #expect(try examine()["permissions"]?.verdict == "ok")
  }

  @Test("somebody else's database is a problem for who cannot read it", .enabled(if: getuid() == 0))
  func foreignOwner() throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"))
    let report = try examine(under: Self.nobody)

    #expect(report["database"]?.text.contains("Permission denied") == true)
    #expect(report["database"]?.remedy?.hasPrefix("sudo chown nobody: ") == true)
  }

  @Test("a folder that cannot be written is a problem, which the named command mends", .enabled(if: getuid() == 0))
  func closedFolder() throws {
    let folder = place.path("closed")
    _ = try place.run("sh", ["-c", "mkdir '\(folder)'"])
    let database = "\(folder)/tracks.db"
    _ = try place.run(
      Program.waylog, ["import", Cases.path("27-altitude-datums/feed.json"), "--database", database])
    _ = try place.run("sh", ["-c", "chown -R 65534 '\(folder)'; chmod 555 '\(folder)'"])
    let found = try examine(under: Self.nobody, database: database)
    let finding = found.findings.first { $0.verdict == "problem" && $0.text.contains("folder") }

    #expect(finding?.remedy == "chmod u+wx \(folder)")
    try mend(finding)
    #expect(try examine(under: Self.nobody, database: database)["permissions"]?.verdict == "ok")
  }

  // MARK: The recorder and its surroundings

  @Test("a recorder at work is seen, and goes on")
  func recorder() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("05-ten-hertz/feed.json")))
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let found = try examine([])

    #expect(found["recorder"]?.verdict == "ok")
    // It hears one client only; that it was asked says where the doctor looked.
    #expect(found["gpsd"]?.text.contains("127.0.0.1:\(gpsd.port)") == true)
    #expect(found["recorder"]?.text.contains("process \(recorder.pid)") == true)
    #expect(found["runtime folder"]?.text == place.path("waylog"))
    #expect(try recorder.stop().status == 0)
    #expect(try examine()["recorder"]?.verdict == "warning")
  }

  @Test("a person's unit is followed from its file to its program, its link and lingering")
  func userUnit() throws {
    let folder = place.path(".config/systemd/user")
    _ = try place.run(Program.waylog, ["generate", "units", "--user", "-o", folder, "--binary", "/no/such/waylog"])
    let lost = try examine()["unit"]
    _ = try place.run(Program.waylog, ["generate", "units", "--user", "-o", folder, "--binary", Program.waylog])
    let installed = try examine()["unit"]
    let wants = "\(folder)/default.target.wants"
    try FileManager.default.createDirectory(atPath: wants, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: "\(wants)/waylog.service", withDestinationPath: "\(folder)/waylog.service")
    let enabled = try examine()

    #expect(lost?.verdict == "problem")
    #expect(lost?.remedy?.contains("--binary \(Program.waylog)") == true)
    #expect(installed?.verdict == "warning")
    #expect(installed?.remedy == "systemctl --user enable --now waylog")
    #expect(enabled["unit"]?.verdict == (FileSystem.hasSystemd() ? "ok" : "warning"))
    #expect(enabled["lingering"]?.remedy?.hasPrefix("sudo loginctl enable-linger ") == true)
    #expect(
      enabled["recorder"]?.remedy == (FileSystem.hasSystemd() ? "systemctl --user start waylog" : "waylog record"))
  }

  @Test("for people it is a line each, the command below it and no colour where no terminal is")
  func text() throws {
    let outcome = try place.waylog("doctor", "127.0.0.1:1")

    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(!outcome.output.contains("\u{1b}"))
    #expect(outcome.lines.contains { $0.hasPrefix("problem  gpsd            not reachable at 127.0.0.1:1: ") })
    #expect(outcome.output.contains("\n                         \(Self.launch)"))
    #expect(outcome.lines.last?.hasPrefix("1 problem, ") == true)
  }

  @Test("colours are for terminals, unless they are unwanted", .enabled(if: Program.isInstalled("script")))
  func colours() throws {
    let command = "\(Program.waylog) doctor 127.0.0.1:1 --database \(place.store.path)"
    let words = ["-qec", command, "/dev/null"]
    let coloured = try place.run("script", words, environment: ["TERM": "xterm"])
    let plain = try place.run("script", words, environment: ["TERM": "xterm", "NO_COLOR": "1"])

    #expect(coloured.output.contains("\u{1b}[31mproblem"))
    #expect(!plain.output.contains("\u{1b}["))
  }
}

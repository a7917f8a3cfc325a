import Foundation
import TestSupport
import Testing

/// A way to fail: what somebody types, how the program ends, and what it says first.
struct WayToFail: Sendable, CustomTestStringConvertible {
  var words: String
  var status: Int32
  var message: String
  /// What has to be done before, in bash.
  var preparation = ""
  var environment: [String: String] = [:]

  init(
    _ words: String, _ status: Int32, _ message: String, after preparation: String = "",
    _ environment: [String: String] = [:]
  ) {
    (self.words, self.status, self.message) = (words, status, message)
    (self.preparation, self.environment) = (preparation, environment)
  }

  var testDescription: String { "waylog \(words)" }
}

@Suite("Every way to fail", .backstop)
struct FailureTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    _ = try place.run("bash", ["-c", "cd; mkdir full; ln -s /dev/full full/disk; echo text > text; mkdir folder"])
  }

  /// Runs a line as a shell does, in the place and on its database; of what begins with %, the place knows more.
  private func run(_ way: WayToFail) throws -> Outcome {
    let environment = [
      "FEED": Cases.path("05-ten-hertz/feed.json"), "WAYLOG": Program.waylog, "WAYLOG_DATABASE": place.store.path,
    ].merging(way.environment) { $1 }
    let script =
      "cd; { \(way.preparation.isEmpty ? ":" : way.preparation); } >/dev/null 2>&1; exec \"$WAYLOG\" \(way.words)"
    return try place.run("bash", ["-c", script], environment: environment)
  }

  /// What holds for each: what failed and why in one line, what to do in the next, and no position.
  private func check(_ outcome: Outcome, _ way: WayToFail) {
    let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = lines.firstIndex { $0.hasPrefix("waylog: \(way.message)") }
    #expect(outcome.status == way.status, "\(outcome.errors)")
    #expect(first != nil, "\(outcome.errors)")
    #expect(lines.count >= 3 && lines.last == "", "\(outcome.errors)")
    let advice = lines.dropLast().last ?? ""
    #expect(advice.hasPrefix("  ") && advice.count > 6, "\(outcome.errors)")
    #expect(!outcome.errors.contains("47.1"))
  }

  @Test(
    "of the command line",
    arguments: [
      WayToFail("exprot", 64, "unknown command 'exprot'"),
      WayToFail("frobnicate", 64, "unknown command 'frobnicate'"),
      WayToFail("export gpx", 64, "'gpx' is no session"),
      WayToFail("export ride.kml", 64, "'ride.kml' is no session"),
      WayToFail("--frobnicate", 64, "unknown option '--frobnicate'"),
      WayToFail("sessions frobnicate", 64, "unknown command 'frobnicate'"),
      WayToFail("generate frobnicate", 64, "unknown command 'frobnicate'"),
      WayToFail("generate --frobnicate", 64, "unknown option '--frobnicate'"),
      WayToFail("export --frobnicate", 64, "unknown option '--frobnicate'"),
      WayToFail("export -y", 64, "unknown option '-y'"),
      WayToFail("export --merge=yes", 64, "option '--merge' takes no value"),
      WayToFail("export --format", 64, "option '--format' needs a value"),
      WayToFail("export -f", 64, "option '-f' needs a value"),
      WayToFail("import", 64, "missing operand"),
      WayToFail("stop now", 64, "unexpected operand 'now'"),
      WayToFail("record a b", 64, "unexpected operand 'b'"),
      WayToFail("doctor localhost:0", 64, "'localhost:0' is no HOST[:PORT[:DEVICE]]"),
      WayToFail("daemon localhost:99999", 64, "'localhost:99999' is no HOST[:PORT[:DEVICE]]"),
      WayToFail("record -n many", 64, "-n: expected a whole number"),
      WayToFail("record --commit 0", 64, "--commit: expected seconds from 0.1 to 300"),
      WayToFail("record --profile boat", 64, "--profile: expected "),
      WayToFail("import --present never x", 64, "--present: expected a time"),
      WayToFail("export -f gxp", 64, "--format: expected 'gpx'".replacing("--format", with: "-f")),
      WayToFail("export --time-zone Mars", 64, "--time-zone: expected a time zone"),
      WayToFail("export --from noon", 64, "--from: expected a time"),
      WayToFail("export --day 6", 64, "--day: expected "),
      WayToFail("export --day 2026-05-01T06:00Z", 64, "--day: expected a date"),
      WayToFail("export --from 2026-05-01 --last 3h", 64, "more than one range"),
      WayToFail("export today --last 3h", 64, "more than one range"),
      WayToFail("export --bbox 47.1", 64, "--bbox: expected degrees"),
      WayToFail("export --privacy-zone 47.1,8", 64, "--privacy-zone: expected degrees"),
      WayToFail("export --tiles x", 64, "--tiles: expected an address"),
      WayToFail("export --stops -f csv", 64, "CSV has a row for each fix and no room for stops"),
      WayToFail("export --units metric", 64, "--units and --tiles are for pictures"),
      WayToFail("export -f svg --tiles 'https://t.example/{z}/{x}/{y}.png'", 64, "an SVG has no map below the track"),
      WayToFail("export --split-by day", 64, "--split-by needs files to write to"),
      WayToFail("export --split-by day -o x.gpx", 64, "--split-by day needs names that differ"),
      WayToFail(
        "export --split-by trip -o '{trip}.gpx' 1 2", 64, "two trips would have one name",
        after:
          #""$WAYLOG" import "$FEED" --present 2026-06-01T00:00Z; sed s/2026-05-01/2026-05-02/ "$FEED" > again.json; "$WAYLOG" import again.json"#
      ),
      WayToFail("export -f gpkg", 64, "a GeoPackage is a database and cannot be streamed"),
      WayToFail("backup -o \"$WAYLOG_DATABASE\"", 64, "will not replace "),
      WayToFail("mark $(printf %017000d 1)", 64, "the text is too long"),
      WayToFail("watch", 64, "cannot show a full screen"),
      WayToFail("generate man lunch", 64, "there is no command 'lunch'"),
      WayToFail("generate units --binary waylog", 64, "--binary: expected an absolute path"),
    ])
  func usage(_ way: WayToFail) throws { check(try run(way), way) }

  @Test(
    "of what is asked for",
    arguments: [
      WayToFail("export 7", 1, "there is no session '7'"),
      WayToFail("export today", 1, "nothing is recorded there"),
      WayToFail("export --day 2026-04-01", 1, "nothing is recorded there"),
      WayToFail("export --trip 9", 1, "nothing is recorded there"),
      WayToFail("export --bbox 100,1,101,2", 1, "nothing is recorded there"),
      WayToFail("export --device /dev/none", 1, "nothing is left to export"),
      WayToFail("export --trim 100000", 1, "nothing is left to export"),
      WayToFail("export --split-by day -o '{day}.gpx' --device none", 1, "nothing is left to export"),
      WayToFail("stops", 1, "there is no stop in it"),
      WayToFail("sessions --day 2026-04-01", 1, "nothing is recorded there"),
      WayToFail("trips --day 2026-04-01", 1, "nothing is recorded there"),
      WayToFail("days --day 2026-04-01", 1, "nothing is recorded there"),
      WayToFail("sessions", 66, "cannot read ", after: "", ["WAYLOG_DATABASE": "none.db"]),
      WayToFail("export", 66, "cannot read ", after: "", ["WAYLOG_DATABASE": "none.db"]),
      WayToFail("status", 66, "cannot read ", after: "", ["WAYLOG_DATABASE": "none.db"]),
      WayToFail("mark", 66, "cannot read ", after: "", ["WAYLOG_DATABASE": "none.db"]),
      WayToFail("backup", 66, "cannot read ", after: "", ["WAYLOG_DATABASE": "none.db"]),
      WayToFail("compact", 66, "cannot read ", after: "", ["WAYLOG_DATABASE": "none.db"]),
      WayToFail("salvage none.db", 66, "cannot read "),
      WayToFail("import none.json", 66, "cannot read 'none.json': No such file"),
      WayToFail("import folder", 74, "cannot read 'folder': "),
      WayToFail("import text", 65, "nothing imported from 'text': no line of it is gpsd's"),
      WayToFail(
        "import nmea", 65, "nothing imported from 'nmea': it is NMEA",
        after: "printf '$GPGGA,1*00\\r\\n$GPRMC,1*00\\r\\n' > nmea"),
      WayToFail(
        "import gpx", 65, "nothing imported from 'gpx': ", after: "echo '<gpx><trk><trkseg></trkseg></trk></gpx>' > gpx"
      ),
      WayToFail("import gpx", 65, "nothing imported from 'gpx': ", after: "echo '<kml/>' > gpx"),
      WayToFail("import \"$FEED\"", 65, "nothing imported: the same data was imported before"),
    ])
  func data(_ way: WayToFail) throws { check(try run(way), way) }

  @Test(
    "of files and the database",
    arguments: [
      WayToFail("status", 65, "cannot use 'text': it is not a waylog database", after: "", ["WAYLOG_DATABASE": "text"]),
      WayToFail("stops", 65, "cannot use ", after: #"sqlite3 "$WAYLOG_DATABASE" 'PRAGMA user_version = 99'"#),
      WayToFail("start", 73, "cannot make ", after: "", ["WAYLOG_DATABASE": "none/x.db"]),
      WayToFail(
        "record", 73, "there is no place for the database", after: "unset HOME",
        ["WAYLOG_DATABASE": "", "XDG_DATA_HOME": ""]),
      WayToFail(
        "sessions", 66, "cannot read '/var/lib/waylog/waylog.db'", after: "unset HOME",
        ["WAYLOG_DATABASE": "", "XDG_DATA_HOME": ""]),
      WayToFail("export -o none/x.gpx", 73, "cannot make 'none/x.gpx'"),
      WayToFail("export -o none/x.gpkg", 73, "cannot make 'none/x.gpkg'"),
      WayToFail("export -o - > full/disk", 74, "cannot write to standard output: No space"),
      WayToFail("export -o full/disk", 74, "cannot write to 'full/disk': No space"),
      WayToFail("--help > full/disk", 74, "cannot write to standard output: No space"),
      WayToFail("config > full/disk", 74, "cannot write to standard output: No space"),
      WayToFail("backup -o full/disk", 74, "cannot write to 'full/disk': No space"),
      WayToFail("backup -o none/x.db", 73, "cannot make 'none/x.db'"),
      WayToFail("backup -o x.db", 73, "cannot make 'x.db': 'x.db-wal' belongs to a database", after: "echo > x.db-wal"),
      WayToFail("backup -o - > x", 73, "cannot make a temporary file", after: "", ["TMPDIR": "/nowhere"]),
      WayToFail("salvage text -o new.db", 65, "nothing rescued from 'text'"),
      WayToFail("salvage -o text", 73, "cannot make 'text': it is there"),
      WayToFail("export --privacy-zone 12,7.5,300", 73, "there is no place for the secret", after: "unset HOME"),
      WayToFail(
        "export --privacy-zone 12,7.5,300", 77, "the secret of privacy zones, ",
        after: #""$WAYLOG" export --privacy-zone 12,7.5,300; chmod 644 .local/share/waylog/export-secret"#),
      WayToFail(
        "export --privacy-zone 12,7.5,300", 65, "the secret of privacy zones, ",
        after: #""$WAYLOG" export --privacy-zone 12,7.5,300; truncate -s 3 .local/share/waylog/export-secret"#),
      WayToFail("export --privacy-zone 12,7.5,300", 73, "cannot read ", after: "echo > .local"),
      WayToFail("generate units -o text", 73, "cannot write 'text/waylog.service'"),
      WayToFail("generate man -o text", 73, "cannot write 'text/waylog.1'"),
      WayToFail("stops", 78, "cannot read ", after: "mkdir -p .config/waylog/config"),
      WayToFail("stops", 78, "", after: "mkdir -p .config/waylog; echo comit = 3 > .config/waylog/config"),
      WayToFail("record", 78, "", after: "mkdir -p .config/waylog; echo commit = 0 > .config/waylog/config"),
    ])
  func files(_ way: WayToFail) throws { check(try run(way), way) }

  @Test(
    "of a database that is recorded into",
    arguments: [
      WayToFail("record", 75, "cannot write to "), WayToFail("daemon", 75, "cannot write to "),
      WayToFail("import text", 75, "cannot write to "), WayToFail("compact", 75, "cannot write to "),
    ])
  func busy(_ way: WayToFail) throws {
    let service = try place.daemon(from: try Loopback.freePort())
    try service.waitUntilItSays("cannot be reached")
    check(try run(way), way)
    try service.stop(by: .terminate)
  }

  @Test("of a terminal that would be filled")
  func terminal() throws {
    for (words, message) in [("export", "a track"), ("backup -o -", "a database")] {
      let line = "\(Program.waylog) \(words) -d \(place.store.path); echo ended with $?"
      let outcome = try place.run("script", ["-qec", line, "/dev/null"])
      #expect(outcome.output.contains("waylog: will not fill the terminal with \(message)\r\n  name a file"))
      #expect(outcome.output.contains("ended with 64"))
    }
  }

  @Test("of the simulator", arguments: ["", "--frobnicate", "--nmea --json", "--seed", "--seed x", "--serve 99999"])
  func simulator(_ words: String) throws {
    let outcome = try place.run(Program.simulator, words.split(separator: " ").map(String.init))
    let unwritable = try place.run(Program.simulator, ["--json", "--truth", place.path("none/truth.csv")])

    #expect(outcome.status == 64)
    #expect(outcome.errors.firstMatch(of: /^waylog-simulator: .+: .+\n  see: waylog-simulator --help\n$/) != nil)
    #expect(unwritable.status == 74)
    #expect(unwritable.errors.hasSuffix("\n  name another file or port, or check the disk\n"))
  }

  @Test("no failure is put into words without a next step")
  func sources() throws {
    // The compiler asks for advice in every `Failure`; errors of usage get one where they are shown.
    let plain = try place.run(Program.waylog, ["export", "--merge=x"])
    #expect(plain.errors == "waylog: option '--merge' takes no value\n  see: waylog export -h\n")
  }
}

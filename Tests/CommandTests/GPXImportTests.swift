import TestSupport
import Testing

@Suite("Import of GPX", .backstop)
struct GPXImportTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func file(_ name: String, _ tracks: String) throws -> String {
    try place.file(name, "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"a test\">\(tracks)</gpx>\n")
  }

  /// A point each second from a second of 06:00 on, some 14 m apart.
  private func points(_ seconds: Range<Int>, day: Int = 1) -> String {
    seconds.map { second in
      let (minute, rest) = (second / 60, second % 60)
      let time = "2026-05-0\(day)T06:\(minute < 10 ? "0" : "")\(minute):\(rest < 10 ? "0" : "")\(rest)Z"
      return "\n<trkpt lat=\"\(47 + Double(second) / 8000)\" lon=\"8.1\"><ele>430</ele><time>\(time)</time></trkpt>"
    }.joined()
  }

  private func track(_ points: String, _ about: String = "") -> String {
    "<trk>\(about)<trkseg>\(points)</trkseg></trk>"
  }

  @Test("what gpxlogger wrote becomes a session with its stops, holes and heights; killed in the middle as well")
  func gpxlogger() throws {
    let nmea = try place.run(Program.simulator, ["--nmea", "--truth", place.path("truth.csv")]).output
    let fake = try GPSFake([try place.file("drive.nmea", nmea)], pause: 0.003, in: place)
    // It ends by itself when the receiver falls silent.
    let logged = try place.run("gpxlogger", ["127.0.0.1:\(fake.port)"], within: 60).output
    try place.importing(try place.file("whole.gpx", logged))

    let truth = try Truth(place.path("truth.csv"))
    let points = logged.occurrences(of: "</trkpt>")
    #expect(points > 1000)
    #expect(try store.count("SELECT count(*) FROM fix WHERE kept_because <> 'tip'") == points)
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(abs(try store.number("SELECT distance_m FROM session_summary") / truth.distance - 1) < 0.05)
    #expect(try store.rows("SELECT reason, duration_s > 60 FROM gap") == [["no-data", "1"]])
    #expect(try store.count("SELECT count(*) FROM stop WHERE kind = 'rest'") == truth.stops(longerThan: 180).count)
    #expect(try store.count("SELECT count(altitude_msl_m) FROM fix") == 0)
    #expect(try store.count("SELECT count(altitude_hae_m) FROM fix") > 1000)
    #expect(try store.text("SELECT DISTINCT device FROM fix") == "GPSD 3.22")

    let cut = try place.waylog("import", try place.file("cut.gpx", String(logged.prefix(100_123))))
    let whole = String(logged.prefix(100_123)).occurrences(of: "</trkpt>")
    #expect(cut.status == 0)
    #expect(cut.errors.contains("ends in the middle, in line"))
    #expect(cut.errors.contains("imported \(whole) points as session 2"))
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("our own export comes back as the same points, times, heights, speeds, name and note")
  func roundTrip() throws {
    try place.importing(try place.file("drive.json", place.run(Program.simulator, ["--json"]).output), ["--keep-all"])
    let exported = try place.exporting(to: "out.gpx")
    let other = try Workplace()
    try other.importing(exported)

    let columns =
      "unix_ms, latitude, longitude, altitude_msl_m, altitude_hae_m, speed_mps, course_deg, hdop, satellites"
    let sql = "SELECT \(columns), segment FROM fix ORDER BY seq"
    #expect(try other.store.rows(sql) == store.rows(sql))
    let totals = "SELECT moving_s, rest_s, gap_s, round(distance_m) FROM session_summary"
    #expect(try other.store.rows(totals) == store.rows(totals))
  }

  @Test("a file is imported once, and without any effect on what is there")
  func twice() throws {
    let path = try file("a.gpx", track(points(0..<60)))
    try place.importing(path)
    let before = try place.run("sqlite3", [store.path, ".dump"]).output
    let again = try place.waylog("import", path)

    #expect(again.status == 65)
    #expect(again.errors.contains("imported before, as session 1"))
    #expect(try place.run("sqlite3", [store.path, ".dump"]).output == before)
  }

  @Test("tracks of other names or hours are sessions of their own, the others go on; a segment is a gap")
  func sessions() throws {
    let names = ["<name>Out &amp; back</name><desc>windy</desc>", "<name>Home</name>", "<name>Home</name>"]
    try place.importing(
      try file(
        "many.gpx",
        "<wpt lat=\"47\" lon=\"8.1\"><time>2026-05-01T06:20:10Z</time><name>a heron</name></wpt><wpt lat=\"1\" lon=\"1\"/>"
          + track(points(0..<60) + "</trkseg><trkseg>" + points(70..<100), names[0])
          + track(points(1200..<1260), names[1]) + track(points(1300..<1360), names[2])
          + track(points(0..<60, day: 2), names[2])))

    #expect(
      try store.rows("SELECT session, name, note, duration_s, gap_s FROM session_summary") == [
        ["1", "Out & back", "windy", "99.0", "11.0"], ["2", "Home", "NULL", "159.0", "41.0"],
        ["3", "Home", "NULL", "59.0", "0.0"],
      ])
    #expect(try store.rows("SELECT session, text FROM mark") == [["2", "a heron"]])
    #expect(try store.column("SELECT DISTINCT origin FROM session") == ["import"])
    #expect(try store.text("SELECT name FROM imported").hasSuffix("many.gpx"))
  }

  @Test("a recording that is not finished stays as it is")
  func besideAnother() throws {
    try place.serving(Feed(Cases.path("39-time-range-export/hour.csv")), endedBy: .kill)
    let before = try store.rows("SELECT ended_ms, end_reason FROM session")
    try place.importing(try file("a.gpx", track(points(0..<60))))

    #expect(before == [["NULL", "NULL"]])
    #expect(try store.rows("SELECT ended_ms, end_reason FROM session WHERE id = 1") == before)
  }

  @Test("points without time, without place and from the future are left out, counted and in the ledger")
  func leftOut() throws {
    let strange = """
      \n<trkpt lat="47" lon="8"/>
      <trkpt lat="47" lon="8"><time>0000-01-01T00:00:00Z</time></trkpt>
      <trkpt lat="NaN" lon="8"><time>2026-05-01T06:00:30Z</time></trkpt>
      <trkpt lat="47" lon="8"><time>9999-12-31T23:59:59Z</time></trkpt>
      <trkpt lat="47" lon="8"><time>-2026-05-01T06:00:30Z</time></trkpt>
      <trkpt lat="47" lon="8"><time>1970-01-01T00:00:00Z</time></trkpt>
      """
    let outcome = try place.waylog("import", try file("a.gpx", track(strange + points(0..<60))))

    #expect(outcome.status == 0)
    #expect(
      outcome.errors.contains(
        "left out points: 3 without a time that exists, 1 at no place on Earth, 1 from the future, the first in line 3")
    )
    #expect(try store.count("SELECT count(*) FROM fix") == 60)
    #expect(
      try store.rows("SELECT disposition, count FROM ledger ORDER BY disposition") == [
        ["received", "66"], ["rejected:before-floor", "1"], ["rejected:future", "1"], ["rejected:malformed", "1"],
        ["rejected:no-time", "3"], ["stored", "60"],
      ])
  }

  @Test("a damaged file is refused with its line, or cut off there if that is wanted")
  func damaged() throws {
    let path = try file("a.gpx", track(points(0..<60) + "\n<trkpt lat=47>"))
    let refused = try place.waylog("import", path)
    let sessions = try store.count("SELECT count(*) FROM session")
    let partly = try place.waylog("import", "--partial", path)

    #expect(refused.status == 65)
    #expect(refused.errors.contains("it is damaged in line 63"))
    #expect(refused.errors.contains("--partial"))
    #expect(sessions == 0)
    #expect(partly.status == 0)
    #expect(partly.errors.contains("imported 60 points as session 1"))
  }

  @Test(
    "what is no track is refused with the reason, and nothing is stored",
    arguments: [
      ("<kml/>", "XML of another kind ('kml')"), ("$GPRMC,1\n", "it is NMEA"), ("<gpx/>", "no point in it"),
      ("<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>", "1 without a time"),
      ("<!DOCTYPE g [<!ENTITY a 'b'>]><gpx>&a;</gpx>", "declares entities"), ("<", "ends in the middle"),
      ("<gpx><rte><rtept lat='1' lon='2'/></rte></gpx>", "1 route"),
    ])
  func refused(_ text: String, _ reason: String) throws {
    let outcome = try place.waylog("import", try place.file("a.gpx", text))

    #expect(outcome.status == 65)
    #expect(outcome.errors.contains(reason))
    #expect(try store.count("SELECT count(*) FROM session") == 0)
  }

  @Test("a hundred megabytes in one tag or one name need no more memory than a small file")
  func memory() throws {
    let tag = #"(printf '<gpx><!-- '; head -c 100000000 /dev/zero | tr '\0' x) | "#
    let text = #"(printf '<gpx><trk><name>'; head -c 100000000 /dev/zero | tr '\0' x) | "#
    for input in [tag, text] {
      let command = input + #"{ ulimit -v 400000; "$0" import -d "$1" -; }"#
      let outcome = try place.run("bash", ["-c", command, Program.waylog, store.path], within: 120)

      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("nothing imported"))
    }
  }

  @Test("NMEA comes in through gpsbabel, by the line that the help names")
  func nmea() throws {
    let nmea = try place.run(Program.simulator, ["--nmea"]).output
    let line = #"gpsbabel -t -i nmea -f "$2" -o gpx -F - | "$0" import -d "$1" -"#
    let outcome = try place.run(
      "bash", ["-c", line, Program.waylog, store.path, try place.file("drive.nmea", nmea)])

    #expect(outcome.status == 0)
    #expect(try store.count("SELECT count(speed_mps) FROM fix") > 1000)
  }
}

import TestSupport
import Testing

@Suite("Cases: the receiver's time and the machine's", .serialized, .backstop)
struct TimeCaseTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  /// 1024 weeks in milliseconds.
  private static let rollover = 619_315_200_000
  private static let weekRollover = Cases.path("01-week-rollover/feed.json")

  @Test("case 01: dates 1024 weeks ago are put right by exactly that, and the session says so")
  func weekRollover() throws {
    try place.importing(Self.weekRollover, ["--keep-all", "--present", "2026-05-01T06:00:30Z"])

    #expect(try store.count("SELECT count(*) FROM fix") == 30)
    #expect(try store.text("SELECT time FROM fix WHERE seq = 1") == "2026-05-01T06:00:00.000Z")
    #expect(try store.count("SELECT count(*) FROM fix WHERE unix_ms <> 1777615200000 + (seq - 1) * 1000") == 0)
    #expect(try store.count("SELECT count(*) FROM event WHERE detail LIKE 'GPS week rollover%1024 weeks'") == 1)
  }

  @Test("case 01: the machine's clock puts them right while recording")
  func weekRolloverByTheClock() throws {
    let clock = FakeClock("2026-05-01 06:00:30")
    try place.recording(try Feed(Self.weekRollover), ["--keep-all"], clock: clock)

    #expect(try store.text("SELECT started FROM session_summary") == "2026-05-01T06:00:00.000Z")
    #expect(try store.count("SELECT count(*) FROM fix") == 30)
  }

  @Test("case 01: with no present nothing is put right, and nothing is lost", arguments: Thinning.allCases)
  func weekRolloverWithoutPresent(_ thinning: Thinning) throws {
    try place.importing(Self.weekRollover, thinning.options)

    let first = 1_777_615_200_000 - Self.rollover
    #expect(try store.count("SELECT started_ms FROM session_summary") == first)
    #expect(try store.count("SELECT ended_ms FROM session_summary") == first + 29_000)
    #expect(try store.count("SELECT count(*) FROM event WHERE kind = 'clock'") == 0)
  }

  @Test("case 01: a clock that shows 2018 is not believed")
  func weekRolloverUnderAWrongClock() throws {
    try place.recording(try Feed(Self.weekRollover), ["--keep-all"], clock: FakeClock("2018-01-01 00:00:00"))

    #expect(try store.text("SELECT date(started) FROM session_summary") == "2006-09-15")
    #expect(try store.count("SELECT count(*) FROM fix") == 30)
  }

  @Test("case 05: ten fixes a second keep their milliseconds in the store and in every export")
  func tenHertz() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"), ["--keep-all"])
    let gpx = GPX(try place.exporting(to: "out.gpx"), in: place)
    let csv = try place.waylog("export", "--format", "csv")
    let babel = try place.run("gpsbabel", ["-t", "-i", "gpx", "-f", place.path("out.gpx"), "-o", "unicsv", "-F", "-"])

    #expect(try store.text("SELECT count(*) || ' ' || count(DISTINCT time) FROM fix") == "200 200")
    #expect(try store.count("SELECT count(*) FROM fix WHERE unix_ms % 1000 <> (seq - 1) % 10 * 100") == 0)
    #expect(try gpx.texts("time").count { $0.hasSuffix(".100Z") } == 20)
    #expect(csv.lines.count { $0.contains(".700Z,") } == 20)
    #expect(babel.lines.count { $0.contains(".300") } == 20)
  }

  @Test("case 05: the speed between neighbours stays the walker's")
  func tenHertzSpeed() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"), ["--keep-all"])

    let metresADegree = 111_170.0
    let speeds = try store.column(
      """
      SELECT (latitude - lag(latitude) OVER w) * \(metresADegree) * 1000 / (unix_ms - lag(unix_ms) OVER w) FROM fix
      WINDOW w AS (ORDER BY seq)
      """
    ).dropFirst().compactMap(Double.init)
    #expect(speeds.count == 199)
    #expect(speeds.allSatisfy { abs($0 - 1.4) < 0.1 })
  }

  @Test(
    "case 24: a minute without a fix costs nothing, and the session begins with the first fix",
    arguments: Thinning.allCases)
  func startWithoutFix(_ thinning: Thinning) throws {
    let outcome = try place.recording(try Feed(Cases.path("24-start-without-fix/feed.json")), thinning.options)

    #expect(outcome.errors.occurrences(of: "waiting for a fix") == 1)
    #expect(try store.text("SELECT started FROM session_summary") == "2026-05-01T06:01:00.000Z")
    #expect(try store.text("SELECT ended FROM session_summary") == "2026-05-01T06:01:19.000Z")
    #expect(try store.ledger("rejected:no-fix") == 60)
    if thinning == .keepAll { #expect(try store.count("SELECT count(*) FROM fix") == 20) }
  }

  @Test("case 24: two starts with the same wrong date make two sessions with the right one")
  func twoWrongStarts() throws {
    for _ in 1...2 {
      let feed = try Feed(Cases.path("24-start-without-fix/feed.json"))
      try place.recording(feed, ["--keep-all"], clock: FakeClock("2018-01-01 00:00:00"))
    }

    let sessions = try store.rows("SELECT date(started), fixes FROM session_summary ORDER BY session")
    #expect(sessions == [["2026-05-01", "20"], ["2026-05-01", "20"]])
    #expect(try store.count("SELECT count(DISTINCT uuid) FROM session_summary") == 2)
    #expect(try store.count("SELECT count(*) FROM event WHERE time < '2026'") == 0)
  }
}

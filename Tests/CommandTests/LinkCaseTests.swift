import TestSupport
import Testing

@Suite("Cases: the way from the receiver", .serialized, .backstop)
struct LinkCaseTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("case 02: midnight with GGA before RMC is a second like any other", arguments: Thinning.allCases)
  func midnight(_ thinning: Thinning) throws {
    try place.recording(logs: [Cases.path("02-midnight-nmea/midnight.nmea")], thinning.options)

    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.count("SELECT count(DISTINCT segment) FROM fix") == 1)
    #expect(try store.count("SELECT count(*) FROM gap") == 0)
    #expect(try store.text("SELECT ended FROM session_summary") >= "2026-05-01T00:00:29.000Z")
    if thinning == .keepAll { try expectEverySecondAroundMidnight() }
  }

  @Test(
    "case 02: the machine's own midnight changes nothing", .enabled(if: FakeClock.isPossible),
    arguments: ["2026-04-30 23:59:50", "2026-05-01 00:00:05"])
  func midnightOfTheMachine(_ now: String) throws {
    let log = Cases.path("02-midnight-nmea/midnight.nmea")
    try place.recording(logs: [log], ["--keep-all"], clock: FakeClock(now))

    try expectEverySecondAroundMidnight()
  }

  private func expectEverySecondAroundMidnight() throws {
    let times = try store.column(
      """
      SELECT unix_ms - 1777593600000 FROM fix
      WHERE time BETWEEN '2026-04-30T23:59:45' AND '2026-05-01T00:00:29.5' ORDER BY seq
      """)
    #expect(times == (-15...29).map { String($0 * 1000) })
    #expect(try store.count("SELECT count(*) FROM fix WHERE abs(unix_ms - 1777593600000) > 60000") == 0)
  }

  @Test("case 21: gpsd goes away twice, and one session has it all", arguments: Thinning.allCases)
  func restarts(_ thinning: Thinning) throws {
    let port = try Loopback.freePort()
    let recorder = try place.record(from: port, thinning.options)
    try recorder.waitUntilItSays("cannot be reached")
    let gpsd = try StandInGPSD(try Feed(Cases.path("21-gpsd-restart/feed.json")), port: port)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let outcome = try recorder.stop()

    #expect(outcome.status == 0)
    #expect(outcome.errors.occurrences(of: "cannot be reached") == 1)
    #expect((1...2).contains(outcome.errors.occurrences(of: "lost gpsd")))
    #expect((gpsd.seen.connections, gpsd.seen.watches) == (3, 3))
    #expect(try store.column("SELECT reason FROM gap") == ["gpsd-gone", "gpsd-gone"])
    #expect(try store.column("SELECT duration_s FROM gap ORDER BY from_ms").compactMap(Double.init) == [9, 273])
    #expect(abs(try store.number("SELECT distance_m FROM session_summary") - 27 * 1.4) < 1)
    if thinning == .keepAll { #expect(try store.count("SELECT count(*) FROM fix") == 30) }
  }

  @Test("case 25: lines in small pieces, glued and broken, lose nothing but the broken one")
  func choppedLines() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("25-chopped-lines/feed.json")), rate: 10)
    let recorder = try place.record(from: gpsd.port, ["--keep-all"])
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    try recorder.stop()
    let seconds = try store.column("SELECT (unix_ms - 1777615200000) / 1000 FROM fix ORDER BY seq").compactMap {
      Int($0)
    }

    #expect(Array(seconds.prefix(14)) == Array(0...13))
    #expect(seconds.last == 15)
    #expect(try store.ledger("rejected:malformed") == 1)
    #expect(try store.text("SELECT satellites FROM last_fix") == "22")
    #expect(try store.text("SELECT hdop FROM last_fix") == "0.9")
    #expect(gpsd.seen.connections == 1)
  }

  @Test("case 25: 100 MB without a line end take no memory, and what follows is recorded")
  func endlessLine() throws {
    let feed = try Feed(Cases.path("10-future-fix-poison/feed.json"))
    let gpsd = try StandInGPSD(Feed(endless: 100, between: feed, and: .empty))
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let most = recorder.greatestMemoryKilobytes
    let outcome = try recorder.stop()

    #expect(outcome.status == 0)
    #expect((1...30_000).contains(most))
    #expect(try store.ledger("received") == 27)
    #expect(try store.ledger("rejected:malformed") == 1)
    #expect(try store.text("SELECT ended FROM session_summary") == "2026-05-01T06:00:25.000Z")
  }

  @Test("case 28: a tunnel parts the track and adds nothing to its length", arguments: Thinning.allCases)
  func tunnel(_ thinning: Thinning) throws {
    try place.recording(logs: [Cases.path("28-gap-makes-segment/tunnel.nmea")], thinning.options)
    let gpx = GPX(try place.exporting(to: "out.gpx"), in: place)
    let rows = try place.waylog("export", "--format", "csv").lines
    let kml = try place.waylog("export", "--format", "kml").output
    let geoJSON = try place.waylog("export", "--format", "geojson").output
    let database = Store(path: try place.exporting(to: "out.gpkg"))
    let column = try #require(rows.first?.split(separator: ",").firstIndex(of: "segment"))

    #expect(try gpx.count("trk") == 1)
    #expect(try gpx.count("trkseg") == 2)
    #expect(kml.occurrences(of: "<gx:MultiTrack>") == 1)
    #expect(kml.occurrences(of: "<gx:Track>") == 2)
    #expect(geoJSON.firstMatch(of: /"MultiLineString","coordinates":\[\n(\[\[[^\n]*\]\]),\n(\[\[[^\n]*\]\])\]/) != nil)
    #expect(try database.count("SELECT count(*) FROM tracks") == 2)
    #expect(
      Set(rows.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false)[column] }) == ["1", "2"])
    #expect((40...68).contains(try store.number("SELECT distance_m FROM session_summary")))
    #expect(try store.column("SELECT reason FROM gap") == ["no-fix"])
    #expect(try store.count("SELECT count(*) FROM fix WHERE segment = 1 AND unix_ms > (SELECT from_ms FROM gap)") == 0)
  }
}

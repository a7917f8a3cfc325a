import Foundation
import TestSupport
import Testing

@Suite("Cases: fixes that cannot be true", .backstop)
struct OutlierCaseTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func importing(_ name: String, _ thinning: Thinning) throws {
    let path = Cases.path(name)
    let file = name.hasSuffix(".csv") ? try place.file("feed.json", try Feed(path).json) : path
    try place.importing(file, thinning.options)
  }

  @Test("case 09: of nine places with one time at most one is kept", arguments: Thinning.allCases)
  func sameSecond(_ thinning: Thinning) throws {
    try importing("09-same-second-many-places/feed.json", thinning)
    let exports = try ["gpx", "csv"].map { try place.waylog("export", "--format", $0).output }

    #expect(try store.count("SELECT count(*) FROM fix WHERE time = '2026-05-01T06:00:05.000Z'") <= 1)
    #expect(try store.number("SELECT distance_m FROM session_summary") < 20)
    #expect(try store.number("SELECT max_speed_mps FROM session_summary") < 5)
    #expect(exports.allSatisfy { !$0.lowercased().contains("nan") && $0.range(of: "[>,-]inf") == nil })
  }

  @Test("case 10: a fix from 2031 is left out, and all that follow are recorded", arguments: Thinning.allCases)
  func futureFix(_ thinning: Thinning) throws {
    try importing("10-future-fix-poison/feed.json", thinning)

    #expect(try store.ledger("rejected:future") == 1)
    #expect(try store.text("SELECT ended FROM session_summary") == "2026-05-01T06:00:25.000Z")
    #expect(try store.number("SELECT duration_s FROM session_summary") == 25)
    #expect(try store.text("SELECT time FROM last_fix") == "2026-05-01T06:00:25.000Z")
    if thinning == .keepAll { #expect(try store.count("SELECT count(*) FROM fix") == 25) }
  }

  @Test("case 10: the live recording goes on after it as well")
  func futureFixWhileRecording() throws {
    try place.recording(try Feed(Cases.path("10-future-fix-poison/feed.json")), ["--keep-all"])
    let gpx = GPX(try place.exporting(to: "out.gpx"), in: place)

    #expect(try gpx.count("trkpt") == 25)
    #expect(try store.text("SELECT ended FROM session_summary") == "2026-05-01T06:00:25.000Z")
  }

  @Test("case 11: spikes add nothing to the distance, whatever accuracy they claim", arguments: Thinning.allCases)
  func spikes(_ thinning: Thinning) throws {
    try importing("11-mid-track-jump/walk.csv", thinning)

    #expect((160...175).contains(try store.number("SELECT distance_m FROM session_summary")))
    #expect(try store.number("SELECT max_speed_mps FROM session_summary") < 5)
    #expect(try store.ledger("rejected:impossible-speed") <= 3)
    if thinning == .keepAll { #expect((117...118).contains(try store.count("SELECT count(*) FROM fix"))) }
  }

  @Test("case 13: after an honest move the gate gives in, and the move is no distance", arguments: Thinning.allCases)
  func ferry(_ thinning: Thinning) throws {
    try importing("13-filter-deadlock/ferry.csv", thinning)

    #expect(abs(try store.number("SELECT distance_m FROM session_summary") - (580 + 1180)) < 40)
    #expect(try store.number("SELECT max_speed_mps FROM session_summary") < 22)
    #expect(try store.count("SELECT max(segment) FROM fix") == 2)
    let returned = try store.count("SELECT min(unix_ms) - 1777615200000 FROM fix WHERE segment = 2")
    #expect((60_000...70_000).contains(returned))
    if thinning == .keepAll { #expect(try store.count("SELECT count(*) FROM fix WHERE segment = 2") >= 50) }
  }

  @Test("case 16: 0,0 with a fix is nowhere on the track", arguments: Thinning.allCases)
  func nullIsland(_ thinning: Thinning) throws {
    try importing("16-null-island/feed.json", thinning)

    #expect(try store.count("SELECT count(*) FROM fix WHERE abs(latitude) < 1 AND abs(longitude) < 1") == 0)
    #expect((20...22).contains(try store.number("SELECT distance_m FROM session_summary")))
    #expect(try store.ledger("rejected:null-island") == 4)
  }

  @Test("case 16: the equator and Greenwich are crossed like any other line", arguments: Thinning.allCases)
  func equator(_ thinning: Thinning) throws {
    try importing("16-null-island/equator.json", thinning)

    #expect((44...46).contains(try store.number("SELECT distance_m FROM session_summary")))
    #expect(try store.ledger("rejected:null-island") == 0)
    if thinning == .keepAll { #expect(try store.count("SELECT count(*) FROM fix") == 42) }
  }

  @Test("case 16: a fix without one of its coordinates is none")
  func missingCoordinate() throws {
    let lines = ["\"lat\":47.1", "\"lon\":8.1"].enumerated().map { index, member in
      #"{"class":"TPV","device":"/dev/ttyFAKE0","mode":3,"time":"2026-05-01T06:00:0\#(index).000Z",\#(member)}"#
    }
    try place.importing(try place.file("half.json", lines.joined(separator: "\n")))

    #expect(try store.count("SELECT count(*) FROM fix") == 0)
    #expect(try store.ledger("rejected:no-fix") == 2)
  }
}

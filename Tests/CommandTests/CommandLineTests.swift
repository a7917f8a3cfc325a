import Foundation
import TestSupport
import Testing

@Suite("The command line", .backstop)
struct CommandLineTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test("the version names the program, libgps and SQLite")
  func version() throws {
    let outcome = try place.run(Program.waylog, ["--version"])

    #expect(outcome.lines.count == 3)
    #expect(outcome.output.firstMatch(of: /^waylog [0-9.]+\nlibgps API [0-9]+\.[0-9]+\nSQLite 3\.[0-9.]+\n$/) != nil)
  }

  @Test("no command is a question, a wrong one is answered with the likely one")
  func wrongCommand() throws {
    let none = try place.run(Program.waylog, [])
    let wrong = try place.run(Program.waylog, ["exprot"])
    let option = try place.run(Program.waylog, ["record", "--kepp-all"])

    #expect([none.status, wrong.status, option.status] == [64, 64, 64])
    #expect(none.errors.contains("waylog COMMAND"))
    #expect(wrong.errors.contains("export"))
    #expect(option.errors.contains("--keep-all"))
  }

  @Test("sessions are listed and shown, as text and as JSON")
  func sessions() throws {
    try place.importing(Cases.path("16-null-island/equator.json"), ["--name", "line \u{1b}[31mred \"q\""])
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    let list = try place.waylog("sessions", "list", "--json")
    let show = try place.waylog("sessions", "show", "1", "--json")
    let text = try place.waylog("sessions")

    let objects = try list.lines.map(object)
    #expect(objects.map { $0["session"] as? Int } == [1, 2])
    #expect(objects[0]["name"] as? String == "line \u{1b}[31mred \"q\"")
    #expect(objects[1]["started"] as? String == "2026-05-01T06:00:00.000Z")
    let shown = try object(show.output)
    let ledger = try #require(shown["ledger"] as? [String: Int])
    #expect(ledger["received"] == 42)
    #expect(ledger["received"] == ledger.filter { $0.key != "received" }.values.reduce(0, +))
    #expect(!text.output.contains("\u{1b}"))
    #expect(text.lines.count == 3)
  }

  @Test("the status says what is recorded, while it records and after")
  func status() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("05-ten-hertz/feed.json")))
    let recorder = try place.record(from: gpsd.port, ["--commit", "0.2"])
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    var running: [String: Any] = [:]
    #expect(
      try eventually(within: 5) {
        running = try object(try place.waylog("status", "--json").output)
        return running["last_fix"] as? String == "2026-05-01T06:00:19.900Z"
      })
    try recorder.stop()
    let words = try place.waylog("status").output
    let after = try object(try place.waylog("status", "--json").output)

    #expect(words.contains("  last fix  2026-05-01 06:00:19 (UTC), "))
    #expect(running["recording"] as? Bool == true)
    #expect(running["course_deg"] as? Double == 45)
    #expect(running["horizontal_error_m"] as? Double == 4)
    #expect(running["ended"] is NSNull)
    #expect((running["last_fix_age_s"] as? Double ?? 0) > 0)
    #expect(after["recording"] as? Bool == false)
    #expect(after["ended"] as? String == "2026-05-01T06:00:19.900Z")
    #expect(!"\(after)".contains("47.1"))
  }

  @Test("before the first fix the status says that there is none, and nothing stands in for it")
  func statusWithoutFix() throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")
    let text = try place.waylog("status")
    let json = try object(try place.waylog("status", "--json").output)
    try recorder.stop()

    #expect(text.output.contains("last fix  none yet\n"))
    #expect(json["last_fix"] is NSNull)
    #expect(try place.store.count("SELECT count(*) FROM last_fix") == 0)
  }

  @Test("a mark while recording is a row at once and a waypoint in GPX")
  func mark() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("05-ten-hertz/feed.json")))
    let recorder = try place.record(from: gpsd.port, ["--commit", "300"])
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    #expect(
      try eventually(within: 5) {
        let said = try place.waylog("mark", "a", "heron & <others>").errors
        return try said == "waylog: marked the place of 2026-05-01 06:00:19\n"
          && place.store.rows("SELECT time FROM mark").last == ["2026-05-01T06:00:19.900Z"]
      })
    let marks = try place.store.rows("SELECT session, time, text FROM mark")
    try recorder.stop()
    let gpx = GPX(try place.exporting(to: "out.gpx"), in: place)

    #expect(marks.last == ["1", "2026-05-01T06:00:19.900Z", "a heron & <others>"])
    #expect(try gpx.count("wpt") == marks.count)
    #expect(try gpx.texts("name").contains("a heron &amp; &lt;others&gt;"))
  }

  @Test("there is nothing to mark before the first fix")
  func markWithoutFix() throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")
    let outcome = try place.waylog("mark", "nowhere")
    try recorder.stop()

    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no fix yet"))
  }

  @Test(
    "what the recorder refuses to mark has the status of its reason",
    arguments: [("\tcode=storage", 74), ("\tcode=no-fix", 1), ("\tcode=something newer", 1), ("", 1)])
  func refusedMark(code: String, status: Int32) throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")
    let folder = place.path("waylog")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try recorder.stop()
    let standIn = try StandInRecorder(at: "\(folder)/\(name)", answer: "error\tversion=1\twhy=not now\(code)")
    let outcome = try withExtendedLifetime(standIn) { try place.waylog("mark", "nowhere") }

    #expect(outcome.status == status)
    #expect(outcome.errors.contains(status == 74 ? "the recorder's database refuses writes" : "not now"))
  }

  @Test(
    "a length of time that no clock has room for is refused with its option's name",
    arguments: [["record", "-x"], ["record", "--segment-gap"], ["import", "--interval"], ["export", "--last"]])
  func endlessTime(words: [String]) throws {
    let outcome = try place.waylog(words[0], words[1], "9223372036854775")

    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("\(words[1]): expected "))
    #expect(outcome.errors.contains("years at most, not '9223372036854775'"))
  }

  @Test("no coordinate is in what is said, unless fixes are printed")
  func privacy() throws {
    let outcome = try place.recording(try Feed(Cases.path("05-ten-hertz/feed.json")))
    let printed = try Workplace().recording(try Feed(Cases.path("05-ten-hertz/feed.json")), ["--print"])

    #expect(outcome.output == "")
    #expect(!outcome.errors.contains("47.1"))
    #expect(try place.store.count("SELECT count(*) FROM event WHERE detail LIKE '%47.1%'") == 0)
    #expect(printed.lines.count >= 199)
    #expect(printed.lines.first == "2026-05-01T06:00:00.000Z 47.1000000 8.1000000")
  }
}

import TestSupport
import Testing

@Suite("Case 39: export of a range", .backstop)
struct RangeCaseTests {
  private let place: Workplace

  /// An hour of one fix a second from 06:00, all kept.
  init() throws {
    place = try Workplace()
    let feed = try Feed(Cases.path("39-time-range-export/hour.csv"))
    try place.importing(try place.file("hour.json", feed.json), ["--keep-all"])
  }

  /// How many fixes each format has.
  private func points(_ words: [String]) throws -> [Int] {
    let gpx = GPX(try place.exporting(to: "out.gpx", words), in: place)
    let rows = try text("out.csv", words).occurrences(of: "\n") - 1
    // Two are those of the session.
    let times = try text("out.geojson", words).occurrences(of: "\"2026-05-01T06:") - 2
    let features = try text("out.geojsonseq", words).occurrences(of: "\"fix\",")
    let whens = try text("out.kml", words).occurrences(of: "<when>")
    let database = Store(path: try place.exporting(to: "out.gpkg", words))
    return [
      try gpx.count("trkpt"), rows, times, features, whens, try database.count("SELECT count(*) FROM track_points"),
    ]
  }

  private func text(_ name: String, _ words: [String]) throws -> String {
    String(decoding: place.bytes(try place.exporting(to: name, words)), as: UTF8.self)
  }

  private static func all(_ count: Int) -> [Int] { Array(repeating: count, count: 6) }

  @Test(
    "a range has its beginning and not its end, however it is written and in every format",
    arguments: [
      ["--from", "2026-05-01T06:10:00Z", "--to", "2026-05-01T06:20:00Z"],
      ["--to", "2026-05-01T06:20:00Z", "--from", "2026-05-01T06:10:00Z"],
      ["--from", "2026-05-01T08:10:00+02:00", "--to", "2026-05-01T08:20:00+02:00"],
      ["--time-zone", "Europe/Berlin", "--from", "2026-05-01T08:10", "--to", "2026-05-01T08:20"],
      ["last", "--from", "2026-05-01 06:10:00", "--to", "2026-05-01 06:20:00", "--time-zone", "UTC"],
    ])
  func range(_ words: [String]) throws {
    #expect(try points(words) == Self.all(600))
  }

  @Test("half a range and a day are ranges too")
  func otherRanges() throws {
    #expect(try points(["--from", "2026-05-01T06:50:00Z"]) == Self.all(600))
    #expect(try points(["--to", "2026-05-01T06:10:00Z"]) == Self.all(600))
    #expect(try points(["--day", "2026-05-01", "--time-zone", "UTC"]) == Self.all(3600))
  }

  @Test("the range counts in the totals as well")
  func totals() throws {
    let words = ["--from", "2026-05-01T06:10:00Z", "--to", "2026-05-01T06:20:00Z"]
    let shown = try place.run(
      Program.waylog, ["sessions", "show", "--json"] + words + ["--database", place.store.path])

    let duration = try #require(shown.output.firstMatch(of: /"duration_s":([0-9.]+)/))
    #expect((599...600).contains(try #require(Double(duration.1))))
    let fixes = try #require(shown.output.firstMatch(of: /"fixes":([0-9]+)/))
    #expect(fixes.1 == "600")
  }

  @Test("an empty range is said, and makes no file")
  func emptyRange() throws {
    let outcome = try place.waylog(
      "export", "--from", "2026-05-02T00:00:00Z", "--to", "2026-05-03T00:00:00Z", "-o", place.path("none.gpx"))

    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("nothing is recorded there"))
    #expect(!place.files.contains { $0.hasPrefix("none") })
  }

  @Test("a word for a day beside a range is refused, as it is one itself", arguments: ["today", "yesterday"])
  func twoRanges(_ word: String) throws {
    for range in [["--from", "2026-05-01"], ["--to", "2026-05-01"], ["--day", "2026-05-01"], ["--last", "24h"]] {
      let outcome = try place.run(
        Program.waylog, ["sessions", "show", word] + range + ["--database", place.store.path])

      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("more than one range"))
    }
  }

  @Test("a range shows the gaps that have a part in it and no others")
  func gaps() throws {
    let other = try Workplace()
    let lines = try Feed(Cases.path("39-time-range-export/hour.csv")).json.split(separator: "\n")
    let kept = lines.filter { !$0.contains("T06:15:") && !$0.contains("T06:45:") }
    try other.importing(try other.file("gaps.json", kept.joined(separator: "\n") + "\n"))
    func gaps(_ words: [String]) throws -> Int {
      try other.run(Program.waylog, ["sessions", "show"] + words + ["--database", other.store.path])
        .lines.count { $0.hasSuffix("no-data") }
    }

    #expect(try gaps([]) == 2)
    #expect(try gaps(["--from", "2026-05-01T06:10:00Z", "--to", "2026-05-01T06:20:00Z"]) == 1)
    #expect(try gaps(["--to", "2026-05-01T06:10:00Z"]) == 0)
  }

  @Test("a session that has ended is not called open because it had no fix")
  func endedWithoutFix() throws {
    let other = try Workplace()
    let report = #"{"class":"TPV","device":"/dev/ttyFAKE0","mode":1,"time":"2026-05-01T06:00:00.000Z"}"#
    try other.importing(try other.file("none.json", report + "\n"))

    let list = try other.waylog("sessions", "list").output
    #expect(list.contains("no fix"))
    #expect(!list.contains("not ended"))
  }

  @Test("the help says which end is included")
  func help() throws {
    let help = try place.run(Program.waylog, ["export", "--help"]).output

    #expect(help.contains("Begin at TIME, which is included"))
    #expect(help.contains("End before TIME"))
  }

  @Test("the same hour recorded live gives the same points")
  func live() throws {
    let other = try Workplace()
    try other.recording(try Feed(Cases.path("39-time-range-export/hour.csv")), ["--keep-all"])
    let words = ["--from", "2026-05-01T06:10:00Z", "--to", "2026-05-01T06:20:00Z"]

    #expect(
      other.bytes(try other.exporting(to: "out.csv", words)) == place.bytes(try place.exporting(to: "out.csv", words)))
  }
}

import TestSupport
import Testing

@Suite("waylog export", .backstop)
struct ExportTests {
  private let place: Workplace
  private var store: Store { place.store }

  /// Three sessions: one with a hole, one unbroken with hostile words for a name, and an hour of seconds.
  init() throws {
    place = try Workplace()
    let ferry = try Feed(Cases.path("13-filter-deadlock/ferry.csv"))
    try place.importing(try place.file("ferry.json", ferry.json), ["--keep-all"])
    try place.importing(Cases.path("16-null-island/equator.json"), ["--keep-all", "--name", #"<&>"'; =1+1 é 名"#])
    try place.importing(Cases.path("05-ten-hertz/feed.json"), ["--keep-all"])
    _ = try place.waylog("mark", "a heron & <others>")
  }

  private var points: Int {
    get throws { try store.count("SELECT count(*) FROM fix") }
  }

  @Test("GPX of several sessions has a trk for each and a trkseg for each unbroken run")
  func shape() throws {
    let gpx = GPX(try place.exporting(to: "all.gpx", ["1", "2", "3"]), in: place)

    #expect(try gpx.count("trk") == 3)
    #expect(try gpx.count("trkseg") == store.count("SELECT count(*) FROM (SELECT DISTINCT session, segment FROM fix)"))
    let runs = try store.column("SELECT count(*) FROM fix GROUP BY session, segment ORDER BY session, segment")
    #expect(try gpx.pointsOfSegments().map(String.init) == runs)
    #expect(try gpx.count("wpt") == 1)
    #expect(try gpx.count("speed") == points)
  }

  @Test(
    "GPX is valid against its schema and that of its extension",
    .enabled(if: Corpus.schema(for: "all.gpx") != nil, "there is no schema of GPX"))
  func schema() throws {
    let gpx = GPX(try place.exporting(to: "all.gpx", ["1", "2", "3"]), in: place)

    #expect(try gpx.faults() == "")
  }

  @Test("gpsbabel reads as many points as are stored, with their times")
  func gpsbabel() throws {
    let path = try place.exporting(to: "all.gpx", ["1", "2", "3"])
    let read = try place.run("gpsbabel", ["-t", "-i", "gpx", "-f", path, "-o", "unicsv", "-F", "-"])

    #expect(read.status == 0)
    #expect(try read.lines.count - 1 == points)
    #expect(read.lines.dropFirst().allSatisfy { $0.contains("2026/05/01") })
  }

  @Test("CSV has a row for each fix, its columns named, what is unknown left empty")
  func csv() throws {
    let lines = try place.waylog("export", "1", "2", "3", "--format", "csv").lines
    let columns = try #require(lines.first).split(separator: ",").map(String.init)

    #expect(
      columns == [
        "time", "lat", "lon", "ele", "speed", "course", "accuracy", "vertical_accuracy", "climb", "hdop", "sat", "fix",
        "geoidheight", "hae", "stationary", "device", "segment", "session",
      ])
    #expect(try lines.count - 1 == points)
    #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == columns.count })
    #expect(try #require(lines.dropFirst().first).hasPrefix("2026-05-01T06:00:00.000Z,"))
  }

  @Test("the suffix of the file decides the format, an option overrides it")
  func suffix() throws {
    let starts = try [["a.csv"], ["a.GPX"], ["b.csv", "--format", "gpx"], ["plain"]].map { words in
      String(
        decoding: place.bytes(try place.exporting(to: words[0], Array(words.dropFirst()))).prefix(5), as: UTF8.self)
    }

    #expect(starts == ["time,", "<?xml", "<?xml", "<?xml"])
  }

  @Test("a file appears whole or not at all, and replaces the former one in one step")
  func atomic() throws {
    let path = try place.file("out.gpx", "former")
    let failed = try place.waylog("export", "99", "-o", path)
    #expect(failed.status == 1)
    #expect(place.bytes(path) == Array("former".utf8))
    _ = try place.exporting(to: "out.gpx", ["1"])

    #expect(try GPX(path, in: place).count("trk") == 1)
    #expect(!place.files.contains { $0.contains(".part") })
    let nowhere = try place.waylog("export", "-o", place.path("nowhere/out.gpx"))
    #expect(nowhere.status == 73)
  }

  @Test("a pipe is written to, not replaced")
  func pipe() throws {
    let pipe = place.path("pipe")
    _ = try place.run("mkfifo", [pipe])
    let reader = try place.start("cat", [pipe])
    let outcome = try place.waylog("export", "1", "--format", "csv", "-o", pipe)
    let read = try reader.wait(within: 5)

    #expect(outcome.status == 0)
    #expect(try read.lines.count - 1 == store.count("SELECT count(*) FROM fix WHERE session = 1"))
    #expect(try place.run("stat", ["-c", "%F", pipe]).output == "fifo\n")
  }

  @Test("an export that fails halfway leaves nothing under the final name")
  func killed() throws {
    let limit = ["-c", "ulimit -f 1; exec \"$0\" export 1 2 3 -o \"$1\" --database \"$2\""]
    let outcome = try place.run("bash", limit + [Program.waylog, place.path("cut.gpx"), store.path])

    #expect(outcome.status != 0)
    #expect(!place.files.contains("cut.gpx"))
  }

  @Test("an unknown session is said, with what to do")
  func unknownSession() throws {
    let outcome = try place.waylog("export", "99")

    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("waylog: there is no session '99'\n"))
    #expect(outcome.errors.contains("waylog sessions"))
  }
}

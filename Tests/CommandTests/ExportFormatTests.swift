import TestSupport
import Testing

@Suite("Formats of waylog export", .backstop)
struct ExportFormatTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func importing(_ name: String) throws {
    try place.importing(try place.file("feed.json", try Feed(Cases.path(name)).json), ["--keep-all"])
  }

  private func text(_ name: String, _ words: [String] = []) throws -> String {
    String(decoding: place.bytes(try place.exporting(to: name, words)), as: UTF8.self)
  }

  @Test("case 07: a day of a named zone is cut at its midnight, in every format")
  func localDays() throws {
    try importing("07-local-day-split/walk.csv")
    func fixes(_ words: [String]) throws -> Int { try text("day.csv", words).occurrences(of: "\n") - 1 }
    let auckland = ["--time-zone", "Pacific/Auckland"]

    #expect(try fixes(["--day", "2026-05-01"] + auckland) == 60)
    #expect(try fixes(["--day", "2026-05-02"] + auckland) == 181)
    #expect(try fixes(["--day", "2026-05-01", "--time-zone", "UTC"]) == 241)
    let kml = try text("day.kml", ["--day", "2026-05-02"] + auckland)
    #expect(kml.occurrences(of: "<when>") == 181)
    #expect(kml.contains("<when>2026-05-01T12:00:00.000Z</when>"))
    #expect(!kml.contains("11:59"))
  }

  @Test("case 28: a hole is a new part in every format, and no line crosses it")
  func gap() throws {
    try importing("35-kml-track-order/walk.csv")

    #expect(try text("out.gpx").occurrences(of: "<trkseg>") == 2)
    #expect(try text("out.kml").occurrences(of: "<gx:Track>") == 2)
    #expect(try text("out.kml").occurrences(of: "<LineString>") == 2)
    let reader = try place.run("/usr/bin/ogrinfo", ["-q", "-al", try place.exporting(to: "out.geojson")])
    #expect(reader.output.firstMatch(of: /MULTILINESTRING Z? ?\(\([^()]*\),\([^()]*\)\)/) != nil)
    let database = Store(path: try place.exporting(to: "out.gpkg"))
    #expect(try database.column("SELECT positions FROM tracks") == ["5", "5"])
    let rows = try text("out.csv").split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(rows.map { $0.dropLast().last ?? "" } == Array(repeating: "1", count: 5) + Array(repeating: "2", count: 5))
  }

  @Test("case 35: GPSBabel finds ten timed places in the KML, and times stand before places")
  func kml() throws {
    try importing("35-kml-track-order/walk.csv")
    let kml = try text("out.kml")
    let rows = try place.run("gpsbabel", ["-t", "-i", "kml", "-f", place.path("out.kml"), "-o", "unicsv", "-F", "-"])

    #expect(rows.lines.count { $0.contains("2026/05/01") } == 10)
    let order = kml.matches(of: /<(when|gx:coord|altitudeMode|\/gx:Track)>/).map { String($0.1) }
    let track = ["altitudeMode"] + Array(repeating: "when", count: 5) + Array(repeating: "gx:coord", count: 5)
    #expect(order == track + ["/gx:Track"] + track + ["/gx:Track"])
    #expect(kml.contains("<gx:coord>8.1 47.1 431.2</gx:coord>"))
  }

  @Test("CSV can be separated otherwise, and quotes what the separator is in", arguments: [(";", ";"), ("tab", "\t")])
  func delimiter(word: String, character: Character) throws {
    try importing("35-kml-track-order/walk.csv")
    let lines = try text("out.csv", ["--delimiter", word]).split(separator: "\n")

    #expect(lines.allSatisfy { $0.split(separator: character, omittingEmptySubsequences: false).count == 18 })
    #expect(try place.waylog("export", "-f", "csv", "--delimiter", "x").status == 64)
  }

  @Test("GeoJSON features are lines or points, as asked")
  func shapes() throws {
    try importing("35-kml-track-order/walk.csv")

    #expect(try text("a.geojson").occurrences(of: "MultiLineString") == 1)
    #expect(try text("b.geojson", ["--features", "points"]).occurrences(of: "\"Point\"") == 10)
    #expect(try text("a.geojsonl").split(separator: "\n").count == 10)
    #expect(try text("b.geojsonl", ["--features", "lines"]).split(separator: "\n").count == 1)
  }

  @Test("stops go along as places where they are asked for, and a format without room for them says so")
  func stops() throws {
    try place.importing(
      try place.file("night.json", try Feed(Cases.path("17-overnight-drift/night.csv")).json), [])
    let stops = try place.store.count("SELECT count(*) FROM stop")

    #expect(stops > 0)
    #expect(try text("a.gpx").occurrences(of: "<wpt") == 0)
    #expect(try text("b.gpx", ["--stops"]).occurrences(of: "<type>stop</type>") == stops)
    #expect(try text("b.kml", ["--stops"]).occurrences(of: "Stop of") == stops)
    #expect(try text("b.geojson", ["--stops"]).occurrences(of: "\"stop\"") == stops)
    let database = Store(path: try place.exporting(to: "b.gpkg", ["--stops"]))
    #expect(try database.count("SELECT count(*) FROM stops WHERE radius_m > 0 AND duration_s > 120") == stops)
    let refused = try place.waylog("export", "-f", "csv", "--stops")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("no room for stops"))
  }

  @Test("a GeoPackage needs a file of its own, and replaces no device")
  func geoPackageToStream() throws {
    try importing("35-kml-track-order/walk.csv")
    let pipe = place.path("pipe.gpkg")
    _ = try place.run("mkfifo", [pipe])

    for words in [["-o", "-"], [], ["-o", pipe], ["-o", "/dev/null"]] {
      let words = ["export", "-f", "gpkg", "--database", place.store.path] + words
      let outcome = try place.run(Program.waylog, words)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("cannot be streamed"))
    }
    #expect(try place.run("stat", ["-c", "%F", pipe]).output == "fifo\n")
  }

  @Test("a GeoPackage can be edited, and its indexes stay right")
  func editing() throws {
    try importing("35-kml-track-order/walk.csv")
    let path = try place.exporting(to: "out.gpkg")
    for change in ["DELETE FROM track_points WHERE fid = 1", "UPDATE track_points SET geom = NULL WHERE fid = 2"] {
      #expect(try place.run("/usr/bin/ogrinfo", [path, "-q", "-sql", change]).status == 0)
    }
    let added = try place.run(
      "/usr/bin/ogr2ogr", ["-append", "-nln", "track_points", path, try place.exporting(to: "b.gpkg"), "track_points"])

    #expect(added.status == 0, "\(added.errors)")
    let database = Store(path: path)
    #expect(try database.count("SELECT count(*) FROM track_points") == 19)
    #expect(try database.count("SELECT count(*) FROM rtree_track_points_geom") == 18)
  }

  @Test("a full disk is an error, and leaves nothing", arguments: ["gpx", "geojson", "geojsonseq", "kml", "csv"])
  func fullDisk(format: String) throws {
    try importing("39-time-range-export/hour.csv")
    let outcome = try place.waylog("export", "-f", format, "-o", "/dev/full")

    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("No space left on device"))
  }

  @Test("an export that is killed leaves nothing under the final name", arguments: ["gpx", "kml", "gpkg"])
  func killed(format: String) throws {
    try importing("39-time-range-export/hour.csv")
    let script = "ulimit -f 8; exec \"$0\" export -f \"$1\" -o \"$2\" --database \"$3\""
    let outcome = try place.run("bash", ["-c", script, Program.waylog, format, place.path("cut"), place.store.path])

    #expect(outcome.status != 0)
    #expect(!place.files.contains("cut"))
  }

  @Test(
    "a session that is larger than a spool's room in memory comes out whole", arguments: ["geojson", "kml", "gpkg"])
  func spooled(format: String) throws {
    let fixes = (0..<20_000).map {
      SyntheticStore.Fix(1_777_615_200_000 + $0 * 100, 47_000_000_000 + $0, 8_000_000_000)
    }
    try SyntheticStore([.init("long", fixes)]).fill(place)
    let path = try place.exporting(to: "out.\(format)")
    let reader = try place.run("/usr/bin/python3", [Readers.path, path], within: 120)
    let found = reader.lines.filter { $0.hasPrefix("fix ") }.map { $0.split(separator: " ", maxSplits: 2)[2] }

    #expect(reader.status == 0, "\(reader.errors)")
    #expect(found.map(String.init) == fixes.map(\.line))
    #expect(place.files.allSatisfy { !$0.hasPrefix("waylog-") })
  }

  @Test("the lines for other formats that the help and the README show work as they stand")
  func conversions() throws {
    try importing("35-kml-track-order/walk.csv")
    _ = try place.exporting(to: "ride.gpkg")
    let help = try place.run(Program.waylog, ["export", "--help"]).lines.map { $0.drop { $0 == " " } }
    let readme = String(decoding: place.bytes(Readers.readme), as: UTF8.self).split(separator: "\n")
    let lines = (help + readme).filter { $0.contains("gpsbabel -i") || $0.contains("ogr2ogr -f") }.map(String.init)
    let hasParquet = try place.run("/usr/bin/ogrinfo", ["--formats"]).output.contains("Parquet")
    let folder = Program.waylog.split(separator: "/").dropLast().joined(separator: "/")

    #expect(lines.count == 8)
    for line in lines where hasParquet || !line.contains("Parquet") {
      let script = "cd \(place.folder); PATH=/\(folder):$PATH; set -o pipefail; \(line)"
      let outcome = try place.run("bash", ["-c", script], environment: ["WAYLOG_DATABASE": place.store.path])
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    }
    let read = try place.run(
      "gpsbabel", ["-t", "-i", "garmin_fit", "-f", place.path("ride.fit"), "-o", "unicsv", "-F", "-"])
    #expect(read.lines.count == 11)
    let tcx = try place.run(
      "gpsbabel", ["-t", "-i", "gtrnctr", "-f", place.path("ride.tcx"), "-o", "unicsv", "-F", "-"])
    #expect(tcx.lines.count == 11)
    let flat = try place.run("/usr/bin/ogrinfo", ["-so", "-al", place.path("ride.fgb")])
    #expect(flat.output.contains("Feature Count: 10"))
  }
}

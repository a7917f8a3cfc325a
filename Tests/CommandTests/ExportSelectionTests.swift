import TestSupport
import Testing

@Suite("Which fixes waylog export takes", .backstop)
struct ExportSelectionTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func rows(_ words: [String]) throws -> [[String]] {
    let outcome = try place.run(Program.waylog, ["export", "-f", "csv", "--database", place.store.path] + words)
    guard outcome.status == 0 else { return [["\(outcome.status)"]] }
    return outcome.lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  private func segments(_ rows: [[String]]) -> [String] { rows.map { $0.suffix(2).joined(separator: "/") } }

  private static let times = [0, 1, 2, 10, 11, 100]

  private func fill() throws {
    let fixes = Self.times.map { SyntheticStore.Fix(1_777_615_200_000 + $0 * 1000, 47_000_000_000, $0 * 1_000_000) }
    var second = SyntheticStore.Session("b", fixes)
    for index in second.fixes.indices { second.fixes[index].milliseconds += 86_400_000 }
    try SyntheticStore([.init("a", fixes), second]).fill(place)
  }

  @Test("a gap of one's own choosing begins a new segment")
  func segmentGap() throws {
    try fill()

    #expect(segments(try rows(["1"])) == Array(repeating: "0/1", count: 0) + Array(repeating: "1/1", count: 6))
    #expect(segments(try rows(["1", "--segment-gap", "8"])) == ["1/1", "1/1", "1/1", "1/1", "1/1", "2/1"])
    #expect(segments(try rows(["1", "--segment-gap", "7.9"])) == ["1/1", "1/1", "1/1", "2/1", "2/1", "3/1"])
  }

  @Test("merged sessions are one, their segments apart")
  func merge() throws {
    try fill()

    #expect(
      segments(try rows(["1", "2", "--merge"])) == Array(repeating: "1/1", count: 6) + Array(repeating: "2/1", count: 6)
    )
    let gpx = GPX(try place.exporting(to: "out.gpx", ["1", "2", "--merge"]), in: place)
    #expect(try gpx.count("trk") == 1)
    #expect(try gpx.pointsOfSegments() == [6, 6])
    let relative = try rows(["1", "2", "--merge", "--relative-time"]).map { $0[0] }
    #expect(relative == relative.sorted())
    #expect(relative.last == "1970-01-02T00:01:40.000Z")
  }

  @Test("fixes of other receivers and simulated ones are left out on request")
  func devices() throws {
    try fill()

    #expect(try rows(["1", "2", "--device", "/dev/ttyFAKE0"]).count == 6)
    #expect(try rows(["--device", "/dev/none"]) == [["1"]])
    _ = try place.run("sqlite3", [place.store.path, "UPDATE fix_row SET status = 8 WHERE session = 1 AND seq = 3"])
    let real = try rows(["1", "--no-simulated"])
    #expect(segments(real) == ["1/1", "1/1", "2/1", "2/1", "2/1"])
    #expect(try rows(["1"]).count == 6)
  }

  @Test("a box takes the sessions that touch it and the fixes inside, broken where the track leaves it")
  func box() throws {
    let hour = try Feed(Cases.path("39-time-range-export/hour.csv"))
    try place.importing(try place.file("hour.json", hour.json), ["--keep-all"])
    try place.importing(
      try place.file("ferry.json", try Feed(Cases.path("13-filter-deadlock/ferry.csv")).json), ["--keep-all"])
    let middle = try place.store.rows("SELECT latitude, longitude FROM fix WHERE session = 1 AND seq = 1800")[0]
    let (north, east) = (try #require(Double(middle[0])), try #require(Double(middle[1])))
    let inside = try place.store.count(
      """
      SELECT count(*) FROM fix WHERE latitude BETWEEN \(north - 0.001) AND \(north + 0.001)
        AND longitude BETWEEN \(east - 0.001) AND \(east + 0.001)
      """)
    let found = try rows(["--bbox", "\(east - 0.001),\(north - 0.001),\(east + 0.001),\(north + 0.001)"])

    #expect(inside > 0 && found.count == inside)
    #expect(try rows(["--bbox", "0,0,1,1"]) == [["1"]])
    #expect(try rows(["--bbox", "0,1,1,0"]) == [["64"]])
    #expect(try rows(["1", "--bbox", "170,-90,-170,90"]) == [["1"]], "a box that crosses the antimeridian")
  }

  @Test("a trip is the part between two stops, and trips, days and sessions can have a file each")
  func splitting() throws {
    let night = try Feed(Cases.path("17-overnight-drift/night.csv"))
    try place.importing(try place.file("night.json", night.json), ["--keep-all"])
    try place.importing(Cases.path("05-ten-hertz/feed.json"), ["--keep-all"])
    let trips = try place.store.rows("SELECT session, trip, departure, arrival FROM trip ORDER BY session, trip")
    let first = try #require(trips.first)
    let trip = try rows([first[0], "--trip", first[1]])

    #expect(trip.first?[0] == first[2])
    #expect(trip.last?[0] == first[3])
    #expect(try rows(["1", "--trip", "99"]) == [["1"]])
    _ = try place.exporting(to: "t-{session}-{trip}.csv", ["1", "2", "--split-by", "trip"])
    #expect(place.files.filter { $0.hasPrefix("t-") }.sorted() == trips.map { "t-\($0[0])-\($0[1]).csv" }.sorted())
    _ = try place.exporting(to: "s-{session}.gpx", ["1", "2", "--split-by", "session"])
    #expect(place.files.filter { $0.hasPrefix("s-") }.sorted() == ["s-1.gpx", "s-2.gpx"])
    _ = try place.exporting(to: "d-{day}.csv", ["1", "2", "--split-by", "day", "--time-zone", "UTC"])
    let days = try place.store.column("SELECT DISTINCT substr(time, 1, 10) FROM fix ORDER BY 1")
    #expect(place.files.filter { $0.hasPrefix("d-") }.sorted() == days.map { "d-\($0).csv" })
    let written = days.reduce(0) { $0 + place.bytes(place.path("d-\($1).csv")).count { $0 == 10 } - 1 }
    #expect(try written == place.store.count("SELECT count(*) FROM fix"))
    for bad in [["-o", place.path("x.gpx")], ["-o", "-"], []] {
      #expect(
        try place.run(Program.waylog, ["export", "--split-by", "day", "--database", place.store.path] + bad).status
          == 64)
    }
  }
}

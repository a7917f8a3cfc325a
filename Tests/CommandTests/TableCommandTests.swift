import TestSupport
import Testing
import TextOutput

@Suite("Tables of stops, trips and days", .backstop)
struct TableCommandTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func drive() throws {
    let json = try place.run(Program.simulator, ["--json", "--repeat", "2"]).output
    try place.importing(try place.file("drive.json", json))
  }

  private func lines(_ words: String...) throws -> [String] {
    let outcome = try place.run(Program.waylog, words + ["--database", store.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.lines
  }

  /// The values of some fields of each line of JSON, by the shell's own functions.
  private func fields(_ names: [String], _ words: String...) throws -> [[String]] {
    let outcome = try place.run(Program.waylog, words + ["--json", "--database", store.path])
    let columns = names.map { "json_extract(value, '$.\($0)')" }.joined(separator: ", ")
    let array = "[" + outcome.lines.joined(separator: ",").replacing("'", with: "''") + "]"
    return try store.rows("SELECT \(columns) FROM json_each('\(array)')")
  }

  @Test("trips, stops and days are those of the views, in JSON an object a line")
  func asInViews() throws {
    try drive()

    #expect(
      try fields(["session", "trip", "departure", "arrival", "duration_s", "distance_m", "max_speed_mps"], "trips")
        == store.rows(
          "SELECT session, trip, departure, arrival, CAST(duration_s AS INT), distance_m, max_speed_mps FROM trip"))
    #expect(
      try fields(["session", "stop", "kind", "arrival", "departure", "latitude"], "stops", "--places")
        == store.rows("SELECT session, stop, kind, arrival, departure, latitude FROM stop"))
    #expect(
      try fields(["date", "sessions", "distance_m", "moving_s", "rest_s", "stops"], "days", "--time-zone", "UTC")
        == store.rows(
          "SELECT date, sessions, distance_m, CAST(moving_s AS INT), CAST(rest_s AS INT), stops FROM day"))
    #expect(try store.count("SELECT count(*) FROM trip") > 3)
  }

  @Test("a table has a line for each, and one for all of them")
  func totals() throws {
    try drive()
    let trips = try store.count("SELECT count(*) FROM trip")
    let table = try lines("trips")

    #expect(table.count == trips + 2)
    #expect(table[0].contains("Departure (UTC)"))
    #expect(table[trips + 1].contains("\(trips) trips"))
    let kilometres = try store.text("SELECT printf('%.1f km', sum(distance_m) / 1000) FROM trip")
    #expect(table[trips + 1].contains(kilometres))
    #expect(table[1].contains(/2026-05-01 ..:..:..  ..:..:..  +[0-9]/))
    #expect(try lines("days").last?.hasPrefix("1 day ") == true)
    #expect(try lines("stops").last?.contains(" stops ") == true)
  }

  @Test("a terminal of 80 columns holds every table, with names cut where they are too long")
  func narrow() throws {
    try drive()
    #expect(try place.waylog("sessions", "rename", "1", "To Zürich, 東京 and back again by another way").status == 0)
    _ = try place.run("sqlite3", [store.path, "UPDATE session SET end_reason = NULL WHERE id = 1"])
    for words in ["sessions", "trips", "stops", "days"] {
      let command = "stty cols 80; '\(Program.waylog)' \(words) --time-zone UTC --database '\(store.path)'"
      let lines = try place.run("script", ["-qec", command, "/dev/null"], environment: ["NO_COLOR": "1"]).output
        .split(separator: "\r\n")
      #expect(lines.count > 1)
      #expect(lines.allSatisfy { DisplayWidth.columns(String($0)) <= 80 }, "\(lines)")
      #expect(words != "sessions" || lines.contains { $0.contains("  (not ended) To ") }, "\(lines)")
    }
  }

  @Test("a range chooses whatever has a part in it, a trip by its number, and nothing is a status of its own")
  func selections() throws {
    try drive()
    let second = try store.rows("SELECT departure, arrival FROM trip WHERE trip = 2")[0]

    #expect(try fields(["trip"], "trips", "--trip", "2").contains(["2"]))
    #expect(try fields(["trip"], "trips", "--from", second[0], "--to", second[1]).contains(["2"]))
    #expect(try fields(["trip"], "trips", "--to", second[0]) == [["1"]])
    #expect(try fields(["date"], "days", "--day", "2026-05-01") == [["2026-05-01"]])
    for command in ["trips", "stops", "days"] {
      let outcome = try place.waylog(command, "--day", "2025-05-01")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("nothing is recorded there"))
    }
  }

  @Test("of a box, stops are those whose middle lies in it, trips those whose legs touch it, and days have both")
  func boxes() throws {
    try drive()
    let middle = try #require(try store.rows("SELECT longitude, latitude FROM stop WHERE stop = 2").first)
    let (east, north) = (try #require(Double(middle[0])), try #require(Double(middle[1])))
    let edges = [east - 0.002, north - 0.002, east + 0.002, north + 0.002].map { "\($0)" }
    let box = edges.joined(separator: ",")
    let isIn = "longitude BETWEEN \(edges[0]) AND \(edges[2]) AND latitude BETWEEN \(edges[1]) AND \(edges[3])"
    let touches = "west <= \(edges[2]) AND east >= \(edges[0]) AND south <= \(edges[3]) AND north >= \(edges[1])"
    let stops = try fields(["session", "stop"], "stops", "--bbox", box)
    let trips = try fields(["session", "trip"], "trips", "--bbox", box)
    let day = try fields(["distance_m", "rest_s", "stops"], "days", "--bbox", box, "--time-zone", "UTC")

    #expect(try stops == store.rows("SELECT session, stop FROM stop WHERE \(isIn) ORDER BY 1, 2"))
    #expect(
      try trips
        == store.rows(
          """
          SELECT DISTINCT t.session, t.trip FROM trip t JOIN leg l ON l.session = t.session
            AND l.from_ms >= t.departure_ms AND l.to_ms <= t.arrival_ms
          JOIN leg_box b ON b.id = l.id WHERE \(touches) ORDER BY 1, 2
          """))
    #expect(
      try day
        == store.rows(
          """
          SELECT (SELECT sum(distance_mm) / 1e3 FROM leg JOIN leg_box USING (id) WHERE \(touches)),
            (SELECT CAST(sum(duration_s) AS INT) FROM rest WHERE \(isIn)), (SELECT count(*) FROM stop WHERE \(isIn))
          """))
    #expect(try stops.count > 0 && stops.count < store.count("SELECT count(*) FROM stop"))
    #expect(try trips.count > 0 && trips.count < store.count("SELECT count(*) FROM trip"))
    #expect(try place.waylog("trips", "--bbox", "0,0,1,1").status == 1)
  }

  @Test("receivers that are not meant, and simulated ones on request, count nowhere")
  func receivers() throws {
    try drive()
    let end = try store.text("SELECT departure_ms FROM trip WHERE session = 1 AND trip = 3")
    let change = "UPDATE fix_row SET device = 9, status = 8 WHERE session = 1 AND unix_ms <= \(end)"
    _ = try place.run("sqlite3", [store.path, "INSERT INTO device VALUES (9, '/dev/other'); \(change)"])
    let trips = try store.rows("SELECT trip FROM trip WHERE session = 1 ORDER BY trip")
    let stops = try store.rows("SELECT stop FROM stop WHERE session = 1 AND arrival_ms <= \(end) ORDER BY stop")
    func metres(_ words: String...) throws -> Double {
      let outcome = try place.run(Program.waylog, ["days", "1", "--json", "--database", store.path] + words)
      return try store.number("SELECT json_extract('\(outcome.lines.first ?? "")', '$.distance_m')")
    }

    #expect(try fields(["trip"], "trips", "1", "--device", "/dev/other") == [["1"], ["2"]])
    #expect(try fields(["trip"], "trips", "1", "--no-simulated") == Array(trips.dropFirst(2)))
    #expect(try fields(["stop"], "stops", "1", "--device", "/dev/other") == stops)
    #expect(
      try fields(["stop"], "stops", "1", "--no-simulated")
        == store.rows("SELECT stop FROM stop WHERE session = 1 AND arrival_ms > \(end) ORDER BY stop"))
    #expect(try metres("--device", "/dev/other") > 100 && metres("--no-simulated") > 100)
    #expect(try abs(metres("--device", "/dev/other") + metres("--no-simulated") - metres()) < 0.01)
    for command in ["trips", "stops", "days"] {
      #expect(try place.waylog(command, "1", "--device", "/dev/none").status == 1)
    }
  }

  @Test("days begin at midnight of the zone, and their parts add up to the whole")
  func zones() throws {
    let feed = try Feed(Cases.path("07-local-day-split/walk.csv"))
    try place.importing(try place.file("walk.json", feed.json), ["--keep-all"])
    let total = try store.number("SELECT distance_m FROM session_summary")

    for zone in ["UTC", "Pacific/Auckland", "Asia/Kathmandu", "America/St_Johns"] {
      let days = try fields(["date", "distance_m"], "days", "--time-zone", zone)
      let sum = days.compactMap { Double($0[1]) }.reduce(0, +)
      #expect(abs(sum - total) < 0.01, "\(zone)")
    }
    let utc = try fields(["date"], "days", "--time-zone", "UTC")
    let auckland = try fields(["date"], "days", "--time-zone", "Pacific/Auckland")
    #expect(utc == [["2026-05-01"]])
    #expect(auckland == [["2026-05-01"], ["2026-05-02"]])
  }

  @Test("bars stand on a terminal only, as wide as it lets them, without colour if that is unwanted")
  func bars() throws {
    try drive()
    func shown(_ columns: Int, _ environment: [String: String] = [:]) throws -> String {
      let command = "stty cols \(columns); '\(Program.waylog)' trips --database '\(store.path)'"
      return try place.run(
        "script", ["-qec", command, "/dev/null"], environment: ["TERM": "xterm"].merging(environment) { $1 }
      ).output
    }

    #expect(try !lines("trips").joined().contains("█"))
    #expect(try shown(140).contains("\u{1b}[36m" + String(repeating: "█", count: 40) + "\u{1b}[0m"))
    #expect(try !shown(130, ["NO_COLOR": "1"]).contains("\u{1b}["))
    #expect(try shown(140, ["NO_COLOR": "1"]).contains(String(repeating: "█", count: 40)))
    #expect(try !shown(80).contains("█"))
    let widths = try shown(110, ["NO_COLOR": "1"]).split(whereSeparator: \.isNewline).map(\.count)
    #expect(widths.max() ?? 0 < 110)
    #expect(widths.count > 3)
  }
}

import TestSupport
import Testing

@Suite("The database is the interface", .backstop)
struct StoreContractTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  /// The views that people and programs may rely on.
  private static let views = [
    "session_summary": """
    session uuid name note profile purpose started ended started_ms ended_ms end_reason duration_s moving_s rest_s \
    gap_s distance_m max_speed_mps ascent_m descent_m fixes updates
    """,
    "fix": """
    session segment seq unix_ms time device latitude longitude altitude_msl_m altitude_hae_m speed_mps speed_kmh \
    course_deg climb_mps accuracy_m vertical_accuracy_m hdop satellites mode status simulated stationary kept_because
    """,
    "last_fix": """
    session segment seq unix_ms time device latitude longitude altitude_msl_m altitude_hae_m speed_mps speed_kmh \
    course_deg climb_mps accuracy_m vertical_accuracy_m hdop satellites mode status simulated stationary kept_because
    """,
    "rest": """
    session rest arrival departure arrival_ms departure_ms detected_ms released_ms seen_ms duration_s latitude \
    longitude radius_m fixes
    """,
    "stop": """
    kind session arrival departure arrival_ms departure_ms detected_ms released_ms seen_ms duration_s latitude \
    longitude radius_m fixes
    """,
    "trip": "session trip departure arrival departure_ms arrival_ms duration_s distance_m max_speed_mps",
    "day": "date sessions distance_m moving_s rest_s stops",
    "gap": "session device from_time to_time from_ms to_ms duration_s reason",
    "mark": "session time unix_ms latitude longitude text",
    "ledger": "session disposition count",
    "activity": """
    activity uuid session type name attributes state content started ended ended_by dismissed stale relevance
    """,
    "activity_log": """
    activity session seq fix_ms requested applied requested_ms applied_ms kind cause outcome repeats \
    last_requested_ms content alert_title alert_body alert_sound
    """,
    "background_session": "uuid created rejoined invalidated",
    "intent": "updates_started background_activity authorization changed",
    "event": "time unix_ms session kind detail",
  ]

  @Test("every view is there with its columns, and answers with trusted_schema off", arguments: views.keys.sorted())
  func view(_ name: String) throws {
    let feed = try Feed(Cases.path("13-filter-deadlock/ferry.csv"))
    try place.importing(try place.file("feed.json", feed.json))
    let columns = Set(try store.column("SELECT name FROM pragma_table_info('\(name)')"))
    let wanted = Set(try #require(Self.views[name]).split(separator: " ").map(String.init))

    #expect(wanted.subtracting(columns) == [])
    #expect(try store.text("SELECT type FROM sqlite_schema WHERE name = '\(name)'") == "view")
    _ = try store.rows("SELECT * FROM \"\(name)\"", options: ["-cmd", "PRAGMA trusted_schema=OFF"])
  }

  @Test("the file is read with sqlite3 while it is recorded, always a whole state")
  func readingWhileRecording() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("39-time-range-export/hour.csv")), rate: 400)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--commit", "0.1"])
    try recorder.waitUntilItSays("fix after")
    var counts: [Int] = []
    let isFull = try eventually(within: 10) {
      #expect(try store.sessionsWhoseLedgerIsWrong() == [])
      counts.append(try store.count("SELECT count(*) FROM fix"))
      return counts.last ?? 0 > 1000
    }
    #expect(isFull)
    let export = try place.waylog("export", "--format", "csv")
    let outcome = try recorder.stop()

    #expect(counts == counts.sorted())
    #expect(Set(counts).count > 3)
    #expect(export.lines.count > 1000)
    #expect(outcome.status == 0)
    #expect(try store.text("PRAGMA integrity_check") == "ok")
    #expect(try store.text("PRAGMA journal_mode") == "wal")
  }

  @Test("the file and what lies beside it are its owner's alone")
  func rights() throws {
    try place.recording(try Feed(Cases.path("10-future-fix-poison/feed.json")))
    let modes = try place.run("stat", ["-c", "%a"] + place.files.filter { $0.hasPrefix("tracks.db") }.map(place.path))

    #expect(Set(modes.lines) == ["600"])
  }

  @Test("a stream that is recorded and the same stream imported make the same track", arguments: Thinning.allCases)
  func recordIsImport(_ thinning: Thinning) throws {
    let drive = try place.run(Program.simulator, ["--json"]).output
    let feed = try Feed(try place.file("drive.json", drive))
    let other = try Workplace()
    try place.recording(feed, thinning.options)
    try other.importing(place.path("drive.json"), thinning.options)

    for view in ["fix", "rest", "gap", "ledger WHERE count <> 0", "trip"] {
      let recorded = try store.rows("SELECT * FROM \(view)")
      #expect(try recorded == other.store.rows("SELECT * FROM \(view)"), "\(view)")
      #expect(!recorded.isEmpty)
    }
    #expect(try store.count("SELECT count(*) FROM rest") >= 3)
  }

  @Test("the same file is not imported twice")
  func twice() throws {
    try place.importing(Cases.path("10-future-fix-poison/feed.json"))
    let again = try place.waylog("import", Cases.path("10-future-fix-poison/feed.json"))

    #expect(again.status == 65)
    #expect(again.errors.contains("the same data was imported before, as session 1"))
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
  }
}

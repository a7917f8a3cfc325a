import TestSupport
import Testing

/// Whoever has read nothing goes by what the program says.
@Suite("What a newcomer is told", .backstop)
struct NewcomerTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test(
    "words of other programs, and those of a command within another, lead on",
    arguments: [
      ("begin", "'start'"), ("end", "'stop' or 'activity end'"), ("info", "'status'"), ("tracks", "'sessions'"),
      ("gpx", "'export'"),
      ("list", "'activity list' or 'sessions list'"), ("show", "'activity show' or 'sessions show'"),
      ("rename", "'sessions rename'"), ("version", "'--version'"),
    ])
  func words(_ word: String, _ meant: String) throws {
    let outcome = try place.run(Program.waylog, [word])

    #expect(outcome.status == 64)
    #expect(outcome.errors == "waylog: unknown command '\(word)'\n  did you mean \(meant)?\n")
  }

  @Test("a format or a file in the place of a session is led behind its option", arguments: ["gpx", "ride.gpx"])
  func misplaced(_ word: String) throws {
    let outcome = try place.waylog("export", word)

    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(word == "gpx" ? "-o track.gpx" : "with: -o ride.gpx"))
  }

  @Test(
    "where nothing is recorded yet, each command says how to", arguments: ["export", "sessions", "stops", "status"])
  func nothing(_ word: String) throws {
    try place.waylog("stop")
    let outcome = try place.waylog(word)

    #expect(outcome.status == 1)
    #expect(outcome.errors == "waylog: nothing is recorded yet\n  record with: waylog record\n")
  }

  @Test("what was started without a recorder waits for one, and status says which")
  func started() throws {
    let started = try place.waylog("start")
    let status = try place.waylog("status")

    #expect(started.errors.contains("run one with 'waylog daemon'"))
    #expect(status.status == 1)
    #expect(status.errors.contains("what was started waits for a recorder\n  run one with: waylog daemon\n"))
  }

  @Test("a recorder that was stopped before says how to begin")
  func stopped() throws {
    try place.waylog("stop")
    let service = try place.daemon(from: try Loopback.freePort())
    let path = place.store.path
    try service.waitUntilItSays("not recording into \(path) yet; begin with: waylog start -d \(path)")
    try service.stop(by: .terminate)
  }

  @Test("a session that had no fix is not offered for export")
  func withoutFix() throws {
    let gpsd = try StandInGPSD(.silence(30))
    let service = try place.daemon(from: gpsd.port)
    try service.waitUntilItSays("connected")
    let stopped = try place.waylog("stop")
    try service.stop(by: .terminate)
    let another = try StandInGPSD(.silence(30))
    let recorder = try place.record(from: another.port)
    try recorder.waitUntilItSays("connected")
    let recorded = try recorder.stop()

    for errors in [stopped.errors, recorded.errors] {
      #expect(errors.contains("has ended without a fix; see what is wrong with: waylog doctor"))
      #expect(!errors.contains("export"))
    }
  }

  @Test("who records where a recorder is at work is shown the way to it")
  func busy() throws {
    let service = try place.daemon(from: try Loopback.freePort())
    try service.waitUntilItSays("cannot be reached")
    let outcome = try place.waylog("record")
    try service.stop(by: .terminate)

    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("see what it does with: waylog status"))
  }

  @Test("while nothing is recorded, status says whose totals it shows")
  func totals() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    let outcome = try place.waylog("status")

    #expect(outcome.lines.contains { $0.hasPrefix("  session   1, ") })
    #expect(!outcome.output.contains("so far"))
  }

  @Test("a file whose name promises another format is told for what it is")
  func suffix() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    for (name, said) in [("ride.fit", "'ride.fit' as gpx, "), ("ride.gpx", "'ride.gpx', ")] {
      let line = "\(Program.waylog) export -d \(place.store.path) -o \(name)"
      let outcome = try place.run("script", ["-qec", "cd; \(line)", "/dev/null"])
      #expect(outcome.output.contains("waylog: wrote \(said)"))
    }
  }
}

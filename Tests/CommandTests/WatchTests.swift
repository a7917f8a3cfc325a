import TestSupport
import Testing

@Suite("The full screen of a terminal", .backstop)
struct WatchTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// What somebody sees and does at a terminal that shows the screen; the last line tells how that ended.
  private func sitting(
    at size: String = "80x24", _ steps: [String], options: [String] = [], term: String = "xterm",
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let command = [Program.waylog, "watch", "-d", place.store.path] + options
    return try place.run(
      "/usr/bin/python3", [Readers.terminal, size] + steps + ["--"] + command,
      environment: ["TERM": term].merging(environment) { $1 }, within: 60)
  }

  private static let orderly = "ended 0 closed same modes\n"

  /// A drive that goes on, a fix a second.
  private func drive() throws -> StandInGPSD {
    let feed = (0..<120).reduce(Feed.empty) { $0 + .drive($1..<$1 + 1) + .silence(1) }
    return try StandInGPSD(feed, staysForOthers: true)
  }

  @Test("it shows a fix, follows the terminal's size, quits by q and leaves the terminal as it was")
  func whole() throws {
    let gpsd = try drive()
    let recorder = try place.record(from: gpsd.port, ["--name", "Lake", "--commit", "1"])
    try recorder.waitUntilItSays("fix after")
    let outcome = try sitting([
      "see recording session 1 “Lake”", "see Fix        3D", "see km/h", "see moving", "see Store      ok",
      "see across, north up", "see ●", "see q quits", "size 40x12", "see q quits", "see Fix        3D",
      "miss north up", "size 200x50", "see north up", "raw \\x1b[1m", "type xq", "end",
    ])

    #expect(outcome.output == Self.orderly, "\(outcome.errors)")
    try recorder.stop()
  }

  @Test("a recorder that is killed is missed, its fix is not live any more, and another one is found")
  func restart() throws {
    let gpsd = try drive()
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays("fix after")
    let again = "\(Program.waylog) record 127.0.0.1:\(gpsd.port) -d \(place.store.path)"
    let pid = place.path("pid")
    let outcome = try sitting([
      "see Fix        3D", "run kill -9 \(recorder.pid)", "see no recorder runs", "see STALE: 3D", "see not live",
      "run \(again) >/dev/null 2>&1 & echo $! > \(pid)", "see recording session", "miss no recorder", "miss STALE",
      "run kill $(cat \(pid))", "type q", "end",
    ])

    #expect(outcome.output == Self.orderly, "\(outcome.errors)")
  }

  @Test("it begins before there is anything, and shows the last session while nobody records")
  func absence() throws {
    let before = try sitting(["see nothing recorded", "see no recorder runs", "type q", "end"])
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    let after = try sitting(["see last session 1", "see STALE", "see not live", "see Distance", "type q", "end"])

    #expect(before.output == Self.orderly, "\(before.errors)")
    #expect(after.output == Self.orderly, "\(after.errors)")
  }

  @Test("a signal ends it, and the terminal is as it was", arguments: ["INT", "TERM", "HUP"])
  func signals(_ name: String) throws {
    let outcome = try sitting(["see q quits", "signal \(name)", "end"])
    #expect(outcome.output == Self.orderly, "\(outcome.errors)")
  }

  @Test("Ctrl-C ends it, Ctrl-Z and Ctrl-S do nothing, and a terminal that goes takes it along")
  func keyboard() throws {
    let outcome = try sitting(["see q quits", "type \u{1a}\u{13}", "size 60x20", "see q quits", "type \u{3}", "end"])
    let gone = try sitting(["see q quits", "hang up"])

    #expect(outcome.output == Self.orderly, "\(outcome.errors)")
    #expect(gone.output == "ended 0\n", "\(gone.errors)")
  }

  @Test("coordinates are shown to who asks for them")
  func privacy() throws {
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
    let usual = try sitting(["see last session 1", "print", "type q", "end"])
    let asked = try sitting(["see Position   was 47.1", "type q", "end"], options: ["--position"])

    #expect(!usual.output.contains("47.1"))
    #expect(asked.output == Self.orderly, "\(asked.errors)")
  }

  @Test("without colour nothing is coloured", arguments: [["--no-colour"], []])
  func plain(options: [String]) throws {
    let environment = options.isEmpty ? ["NO_COLOR": "1"] : [:]
    let plain = try sitting(
      ["see q quits", "plain", "type q", "end"], options: options, environment: environment)
    let coloured = try sitting(["see q quits", "raw \\x1b[1;31m!", "type q", "end"])

    #expect(plain.output == Self.orderly, "\(plain.errors)")
    #expect(coloured.output == Self.orderly, "\(coloured.errors)")
  }

  @Test("where no screen can be shown, it says what to do instead")
  func refusal() throws {
    let file = try place.waylog("watch", environment: ["TERM": "xterm"])
    let dumb = try sitting(["end"], term: "dumb")

    #expect((file.status, file.output) == (64, ""))
    #expect(file.errors.contains("waylog status, or line by line with: waylog activity watch\n"))
    #expect(dumb.output.hasPrefix("ended 64 closed"))
  }
}

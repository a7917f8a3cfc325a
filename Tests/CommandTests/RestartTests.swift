import TestSupport
import Testing

@Suite("gpsd and receivers come and go", .serialized, .backstop)
struct RestartTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("gpsd restarted three times leaves one session, a gap for each, and fixes are back within 3 s")
  func threeRestarts() throws {
    let drive = try SimulatedDrive(rate: 10, in: place)
    let gpsd = try RealGPSD(receiver: drive.port, in: place)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--print"])
    #expect(eventually(within: 20) { recorder.printedFixes > 20 })
    var delays: [Double] = []
    for _ in 1...3 {
      gpsd.kill()
      try recorder.waitUntilItIsSilent()
      let before = recorder.printedFixes
      try gpsd.start()
      delays.append(seconds { #expect(eventually(within: 10) { recorder.printedFixes > before }) })
      #expect(eventually(within: 10) { recorder.printedFixes > before + 20 })
    }
    let outcome = try recorder.stop()
    print("fixes were back \(delays) s after gpsd")

    #expect(outcome.status == 0)
    #expect(delays.allSatisfy { $0 < 3 })
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.column("SELECT reason FROM gap") == ["gpsd-gone", "gpsd-gone", "gpsd-gone"])
    #expect(try store.count("SELECT count(*) - count(DISTINCT unix_ms) FROM fix") == 0)
    #expect(try store.count("SELECT max(segment) FROM fix") == 4)
    #expect(try store.count("SELECT count(*) FROM event WHERE kind = 'connection' AND detail LIKE 'lost gpsd%'") >= 1)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("a recording that starts before gpsd says so once, and records when it comes")
  func startBeforeGPSD() throws {
    let port = try Loopback.freePort()
    let recorder = try place.record(from: port)
    try recorder.waitUntilItSays("cannot be reached")
    // Three attempts and more, of which nothing must be said.
    #expect(!eventually(within: 2) { recorder.errors.occurrences(of: "cannot be reached") > 1 })
    let gpsd = try StandInGPSD(try Feed(Cases.path("10-future-fix-poison/feed.json")), port: port)
    try recorder.waitUntilItSays(StandInGPSD.lastWords, within: 5)
    let outcome = try recorder.stop()

    #expect(outcome.errors.occurrences(of: "cannot be reached") == 1)
    #expect(gpsd.seen.connections == 1)
    #expect(try store.text("SELECT ended FROM session_summary") == "2026-05-01T06:00:25.000Z")
    #expect(try store.count("SELECT count(*) FROM event WHERE detail LIKE '%cannot be reached%'") == 1)
  }

  @Test("a connection that is dead without saying so is given up and made anew")
  func halfOpen() throws {
    let port = try Loopback.freePort()
    let feed = try Feed(Cases.path("10-future-fix-poison/feed.json"))
    var dead: StandInGPSD? = try StandInGPSD(feed + .silence(60), port: port, isDumb: true)
    let recorder = try place.record(from: port, ["--keep-all"])
    try recorder.waitUntilItSays("fix after")
    let time = try seconds { try recorder.waitUntilItSays("lost gpsd", within: 20) }
    #expect(dead?.seen.connections == 1)
    dead = nil
    let outcome = try recorder.stop()
    print("a dead connection was given up after \(time) s")

    #expect((10...17).contains(time))
    #expect(outcome.errors.contains("no answer"))
    #expect(try store.count("SELECT count(*) FROM fix") == 25)
  }

  @Test("silence alone is no reason to give up a gpsd that answers")
  func silentButAlive() throws {
    let feed = try Feed(Cases.path("10-future-fix-poison/feed.json"))
    let gpsd = try StandInGPSD(feed + .silence(16) + feed.later)
    let recorder = try place.record(from: gpsd.port, ["--keep-all"])
    try recorder.waitUntilItSays(StandInGPSD.lastWords, within: 25)
    let outcome = try recorder.stop()

    #expect(gpsd.seen.connections == 1)
    #expect(outcome.errors.contains("the receiver is silent"))
    #expect(try store.column("SELECT reason FROM gap") == ["no-data"])
  }

  @Test("a recorder that was suspended catches up: every fix in its order, with its own time")
  func suspended() throws {
    let gpsd = try StandInGPSD(.drive(0..<10) + .silence(1) + .drive(10..<60))
    let recorder = try place.record(from: gpsd.port, ["--keep-all"])
    try recorder.waitUntilItSays("fix after")
    recorder.send(.pause)
    #expect(!eventually(within: 2) { recorder.errors.contains(StandInGPSD.lastWords) })
    recorder.send(.goOn)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    try recorder.stop()

    let times = try place.store.column("SELECT (unix_ms - 1777615200000) / 1000 FROM fix ORDER BY seq")
    #expect(times == (0..<60).map(String.init))
    #expect(try place.store.count("SELECT count(*) FROM gap") == 0)
  }

  @Test("a receiver pulled out and put back is a gap that says so")
  func receiverGone() throws {
    let feed = try Feed(Cases.path("10-future-fix-poison/feed.json"))
    let gone = Feed(lines: [#"{"class":"DEVICE","path":"/dev/ttyFAKE0","activated":0}"#])
    let back = Feed(lines: [
      #"{"class":"DEVICE","path":"/dev/ttyFAKE0","activated":"2026-05-01T06:10:00.000Z","driver":"NMEA0183"}"#
    ])
    let outcome = try place.recording(feed + gone + back + feed.later, ["--keep-all"])

    #expect(outcome.errors.contains("receiver /dev/ttyFAKE0 is gone"))
    #expect(try store.column("SELECT reason FROM gap") == ["device-gone"])
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.count("SELECT count(*) FROM fix") == 50)
  }
}

extension RunningProgram {
  /// Fixes that a recorder has printed.
  fileprivate var printedFixes: Int { output.occurrences(of: "\n") }

  /// Waits until no fix is on its way any more.
  fileprivate func waitUntilItIsSilent() throws {
    var before = -1
    _ = eventually(within: 5) {
      defer { before = printedFixes }
      return errors.contains("lost gpsd") && printedFixes == before
    }
  }
}

extension Feed {
  /// The same an hour later.
  fileprivate var later: Feed { replacing("2026-05-01T06:", with: "2026-05-01T07:") }
}

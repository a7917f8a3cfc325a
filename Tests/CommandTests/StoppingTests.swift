import TestSupport
import Testing

@Suite("A recording is stopped", .serialized, .backstop)
struct StoppingTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func expectCleanEnd(_ recorder: RunningProgram, by signal: Signal) throws {
    var outcome: Outcome?
    let time = try seconds { outcome = try recorder.stop(by: signal) }

    #expect(time < 1)
    #expect(outcome?.status == 0)
    #expect(try store.text("SELECT end_reason FROM session_summary") == "stopped")
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.ledger("pending") == 0)
  }

  @Test("while fixes flow, with nothing lost that was received", arguments: Signal.polite)
  func flowing(_ signal: Signal) throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("39-time-range-export/hour.csv")), rate: 100)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--print"])
    #expect(eventually(within: 10) { recorder.output.occurrences(of: "\n") > 50 })
    try expectCleanEnd(recorder, by: signal)

    let printed = recorder.output.split(separator: "\n")
    #expect(try store.count("SELECT count(*) FROM fix") >= printed.count)
    #expect(try store.text("SELECT ended FROM session_summary") == store.text("SELECT time FROM last_fix"))
  }

  @Test("while gpsd is silent", arguments: Signal.polite)
  func silence(_ signal: Signal) throws {
    let gpsd = try StandInGPSD(.silence(60))
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays("connected to gpsd")

    try expectCleanEnd(recorder, by: signal)
  }

  @Test("while an attempt to connect hangs", arguments: Signal.polite)
  func hangingAttempt(_ signal: Signal) throws {
    let server = try DeafServer()
    let recorder = try place.record(from: server.port)
    try recorder.waitUntilItSays("recording into")
    #expect(eventually(within: 5) { recorder.isConnecting(to: server.port) })

    try expectCleanEnd(recorder, by: signal)
  }

  @Test("while gpsd cannot be reached", arguments: Signal.polite)
  func unreachable(_ signal: Signal) throws {
    let recorder = try place.record(from: try Loopback.freePort())
    try recorder.waitUntilItSays("cannot be reached")

    try expectCleanEnd(recorder, by: signal)
  }

  @Test("by its own limits: so many fixes, so many seconds")
  func limits() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("39-time-range-export/hour.csv")), rate: 100)
    let outcome = try place.record(from: gpsd.port, ["--keep-all", "--count", "25"]).wait()
    let other = try Workplace()
    let silent = try other.record(from: try Loopback.freePort(), ["--seconds", "0.5"]).wait(within: 3)

    #expect([outcome.status, silent.status] == [0, 0])
    #expect((25...26).contains(try store.count("SELECT count(*) FROM fix")))
    #expect(try other.store.text("SELECT end_reason FROM session_summary") == "stopped")
  }

  @Test("at once after its start")
  func early() throws {
    let recorder = try place.record(from: try Loopback.freePort())
    #expect(eventually(within: 5) { recorder.errors.contains("recording into") })

    try expectCleanEnd(recorder, by: .terminate)
  }
}

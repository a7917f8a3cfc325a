import TestSupport
import Testing

@Suite(
  "Recorded logs through a real gpsd", .enabled(if: Corpus.isThere, "gpsd's own logs are not on this machine"),
  .backstop)
struct RecordedLogTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("no log crashes the recorder or loses a report", arguments: Corpus.logs)
  func log(_ name: String) throws {
    let outcome = try place.recording(logs: [Corpus.log(name)], pause: 0.001)
    let gpx = try place.waylog("export")

    #expect(outcome.status == 0)
    #expect(try store.ledger("received") > 0)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.count("SELECT count(*) - count(DISTINCT session || ' ' || unix_ms) FROM fix") == 0)
    #expect([0, 1].contains(gpx.status))
  }

  @Test("bundg_zeus_9: the altitude of an epoch is kept whichever of its reports has it")
  func altitudes() throws {
    try place.recording(logs: [Corpus.log("bundg_zeus_9.log")], pause: 0.001, ["--keep-all"])
    let altitudes = try store.count("SELECT count(altitude_msl_m) FROM fix")
    print("bundg_zeus_9: \(altitudes) rows with an altitude of \(try store.count("SELECT count(*) FROM fix"))")

    #expect(altitudes >= 112)
    #expect(try store.ledger("merged") > 2000)
  }

  @Test("greis-test: a fix without a time is no row, and the ledger says why")
  func withoutTime() throws {
    try place.recording(logs: [Corpus.log("greis-test.log")], ["--keep-all"])

    #expect(try store.count("SELECT count(*) FROM fix") == 0)
    #expect(try store.ledger("rejected:no-time") >= 30)
    #expect(try place.waylog("export").status == 1)
  }

  @Test(
    "a receiver whose clock jumps does not poison what follows",
    arguments: ["humminbird-M37.log", "trimble-lassen_iq-playacar.log"])
  func jumpingClock(_ name: String) throws {
    try place.recording(logs: [Corpus.log(name)], ["--keep-all"])
    let printed = try store.count("SELECT count(*) FROM fix")
    print("\(name): \(try store.rows("SELECT disposition, count FROM ledger")), \(printed) rows")

    #expect(printed > 10)
    #expect(
      try store.count(
        "SELECT count(*) FROM fix a JOIN fix b ON a.session = b.session AND b.seq > a.seq AND b.unix_ms <= a.unix_ms")
        == 0)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("of two receivers the track follows one, and the ledger names the other")
  func twoReceivers() throws {
    let logs = ["haicom-305N.log", "ublox-8.log"].map(Corpus.log)
    try place.recording(logs: logs, ["--keep-all"])
    print("two receivers: \(try store.rows("SELECT disposition, count FROM ledger"))")

    // Their clocks are years apart, so when the first falls silent, the other begins a session of its own.
    #expect(try store.count("SELECT sum(count) FROM ledger WHERE disposition = 'rejected:other-device'") > 0)
    #expect(
      try store.count("SELECT count(*) FROM (SELECT DISTINCT session, segment, device FROM fix)")
        == store.count("SELECT count(*) FROM (SELECT DISTINCT session, segment FROM fix)"))
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }
}

import TestSupport
import Testing

@Suite("A simulated drive through a real gpsd", .serialized, .backstop)
struct SimulatedDriveTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("stops, the tunnel and the distance are those of the truth", arguments: Thinning.allCases)
  func drive(_ thinning: Thinning) throws {
    let drive = try SimulatedDrive(rate: 100, in: place)
    let gpsd = try RealGPSD(receiver: drive.port, in: place)
    let recorder = try place.record(from: gpsd.port, thinning.options + ["--print"])
    let truth = try Truth(drive.truth)
    #expect(eventually(within: 60) { recorder.output.contains(truth.lastTime) })
    try recorder.stop()

    let distance = try store.number("SELECT distance_m FROM session_summary")
    print("drive: \(distance) m of \(truth.distance) m, \(try store.count("SELECT count(*) FROM fix")) rows")
    #expect(abs(distance / truth.distance - 1) < 0.02)
    #expect(try store.count("SELECT count(*) FROM gap WHERE reason = 'no-fix'") == 1)
    #expect(try store.count("SELECT count(*) FROM gap") == 1)
    let rests = try store.rows("SELECT arrival_ms, departure_ms FROM rest").map { $0.compactMap { Int($0) } }
    for stop in truth.stops(longerThan: 60) {
      #expect(rests.contains { abs($0[0] - stop.lowerBound) < 10_000 && abs($0[1] - stop.upperBound) < 10_000 })
    }
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("of two simulated receivers the track follows one until it falls silent")
  func twoReceivers() throws {
    let nmea = try [1, 2].map { seed in
      let text = try place.run(Program.simulator, ["--nmea", "--seed", "\(seed)"]).output
      let lines = text.split(whereSeparator: \.isNewline).dropFirst(seed == 1 ? 600 : 900).prefix(600)
      return try place.file("receiver\(seed).log", lines.joined(separator: "\r\n") + "\r\n")
    }
    try place.recording(logs: nmea, pause: 0.003, ["--keep-all"])

    #expect(try store.ledger("rejected:other-device") > 20)
    let segments = "SELECT count(*) FROM (SELECT DISTINCT segment, device FROM fix)"
    #expect(try store.count(segments) == store.count("SELECT count(DISTINCT segment) FROM fix"))
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }
}

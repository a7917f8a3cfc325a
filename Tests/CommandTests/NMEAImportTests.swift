import Foundation
import TestSupport
import Testing

@Suite("Imports of NMEA", .backstop)
struct NMEAImportTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func drive() throws -> String {
    try place.file("drive.nmea", try place.run(Program.simulator, ["--nmea"]).output)
  }

  @Test("every fix of a drive arrives, as fast as gpsd can read, and importing twice changes nothing")
  func drives() throws {
    let path = try drive()
    let outcome = try place.waylog("import", "--keep-all", path)
    let rows = try store.rows("SELECT unix_ms, latitude, longitude FROM fix")
    let again = try place.waylog("import", "--keep-all", path)
    let valid = try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline)
      .filter { $0.hasPrefix("$GPRMC,") && $0.contains(",A,") }

    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(valid.count > 1000)
    #expect(
      try store.count("SELECT sum(count) FROM ledger WHERE disposition IN ('stored', 'rejected:settling')")
        == valid.count)
    #expect(try store.column("SELECT DISTINCT device FROM fix") == ["NMEA"])
    #expect(try store.column("SELECT name FROM imported") == [path])
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(again.status == 65)
    #expect(again.errors.contains("imported before"))
    #expect(try store.rows("SELECT unix_ms, latitude, longitude FROM fix") == rows)
  }

  @Test(
    "a receiver's log gives what gpsd is known to make of it",
    .enabled(if: Corpus.isThere, "gpsd's own logs are not on this machine"),
    arguments: [
      "haicom-305N", "ublox-8", "bundg_zeus_9", "rst39", "ais-nmea", "telit-he910", "nl2008u", "bt451",
      "humminbird-M37", "sirfstarv-nmea", "garmin-10x", "gp-320fw-2019-04-07-coldboot",
    ])
  func asGPSDDoes(_ name: String) throws {
    let reports = String(decoding: place.bytes(Corpus.log("\(name).log.chk")), as: UTF8.self)
      .split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{") }.joined(separator: "\n")
    let query = """
      SELECT f.unix_ms, f.lat_e9, f.lon_e9, f.msl_e4, f.speed_mmps, f.mode FROM fix_row f ORDER BY session, seq
      """
    let other = try Workplace()
    try place.importing(Corpus.log("\(name).log"), ["--keep-all"])
    try other.importing(try other.file("reports.json", reports), ["--keep-all"])

    #expect(try store.rows(query) == other.store.rows(query))
    #expect(
      try store.rows("SELECT disposition, count FROM ledger ORDER BY 1")
        == other.store.rows("SELECT disposition, count FROM ledger ORDER BY 1"))
  }

  @Test("a log without a date is refused with the reason, and nothing is stored")
  func dateless() throws {
    let log = String(repeating: "$GPGGA,060000,4706.0000,N,00806.0000,E,1,08,1.0,430.0,M,47.0,M,,*42\r\n", count: 9)
    let outcome = try place.waylog("import", try place.file("gga.nmea", log))

    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("no fix with a date"))
    #expect(outcome.errors.contains("gpsbabel -t -i nmea"))
    #expect(try store.count("SELECT count(*) FROM session") == 0)
  }

  @Test(
    "its gpsd has no rights and no shared memory of others, and ends with the import, however that ends",
    arguments: [Signal.terminate, .kill])
  func leavesNothing(_ signal: Signal) throws {
    let path = place.path("log.fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let writer = open(path, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    let program = try place.start(Program.waylog, ["import", path, "--database", store.path])
    let sentences = Array(place.bytes(try drive()).prefix(30_000))
    #expect(write(writer, sentences, sentences.count) == sentences.count)
    var child = ""
    #expect(
      eventually(within: 10) {
        child = text("/proc/\(program.pid)/task/\(program.pid)/children").trimmingCharacters(in: .whitespaces)
        return text("/proc/\(child)/comm") == "gpsd\n"
      })
    let identity = text("/proc/\(child)/status").split(separator: "\n").filter { $0.hasPrefix("Uid:") }
    let segments = text("/proc/\(child)/maps").split(separator: "\n").filter { $0.contains("/SYSV") }
    let own = link("/proc/\(child)/ns/ipc")
    program.send(signal)
    _ = try program.wait()

    #expect(!identity.isEmpty && !identity[0].contains("\t0\t"))
    #expect(segments.isEmpty || own != link("/proc/self/ns/ipc"))
    #expect(eventually(within: 10) { !FileManager.default.fileExists(atPath: "/proc/\(child)") })
    #expect(try store.count("SELECT count(*) FROM session") == 0)
  }

  private func text(_ path: String) -> String {
    (try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd()).map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  private func link(_ path: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "(hidden)"
  }
}

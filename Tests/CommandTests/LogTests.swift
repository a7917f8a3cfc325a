import TestSupport
import Testing

@Suite("What recorders tell", .backstop)
struct LogTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func lines(_ options: String...) throws -> [String] {
    try place.recording(.drive(0..<20), options).errors.split(separator: "\n").map(String.init)
  }

  @Test("with --verbose, every fix has a numbered line that rises, without its position")
  func verbose() throws {
    let locations = try lines("--verbose").filter { $0.hasPrefix("waylog: Location ") }

    // The end of the session completes the last one, which is no news any more.
    #expect(locations.count == 19)
    #expect(locations[0] == "waylog: Location 1: 3D of 2026-05-01T06:00:00.000Z")
    #expect(locations.enumerated().allSatisfy { $1.hasPrefix("waylog: Location \($0 + 1): ") })
    #expect(!locations.joined().contains("47.") && !locations.joined().contains("8.1"))
  }

  @Test("without it there is none, and with --quiet only what goes wrong")
  func quiet() throws {
    #expect(try !lines().contains { $0.contains("Location") })
    let gpsd = try StandInGPSD(.drive(0..<20))
    let recorder = try place.record(from: gpsd.port, ["--quiet", "-n", "20"])
    #expect(try recorder.wait().errors == "")
    let refused = try place.run(Program.waylog, ["record", "--quiet", "-d", place.path("none/x.db")])
    #expect(refused.errors.hasPrefix("waylog: cannot make "))
  }

  @Test("in systemd's journal every line has its priority, and the name that the journal knows is left out")
  func journal() throws {
    let gpsd = try StandInGPSD(.drive(0..<20))
    func said(_ command: String) throws -> [String] {
      let script = #"exec 2>"$2"; JOURNAL_STREAM=$(stat -c %d:%i "$2") exec "$0" \#(command) -d "$1""#
      _ = try place.run("/bin/sh", ["-c", script, Program.waylog, place.store.path, place.path("journal")])
      return String(decoding: place.bytes(place.path("journal")), as: UTF8.self).split(separator: "\n").map(String.init)
    }
    let recorded = try said("record 127.0.0.1:\(gpsd.port) -n 20 --verbose")
    let failed = try said("sessions show 99")

    #expect(recorded.allSatisfy { $0.wholeMatch(of: /<[3-7]>[^<].*/) != nil })
    #expect(recorded.contains { $0.hasPrefix("<6>recording into ") })
    #expect(recorded.contains { $0.hasPrefix("<5>connected to gpsd ") })
    #expect(recorded.contains { $0.hasPrefix("<7>Location 19: 3D of ") })
    #expect(failed == ["<3>there is no session '99'", "<3>list them with: waylog sessions"])
  }

  @Test("another stream than that of the journal is told as people are")
  func otherStream() throws {
    let outcome = try place.run(
      Program.waylog, ["sessions", "-d", place.path("none.db")], environment: ["JOURNAL_STREAM": "1:2"])
    #expect(outcome.errors.hasPrefix("waylog: cannot read "))
  }
}

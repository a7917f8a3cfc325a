import Control
import TestSupport
import Testing

@Suite("Live updates from the recorder", .serialized, .backstop)
struct LiveDeliveryTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func idle(_ gpsd: StandInGPSD, _ options: [String] = []) throws -> RunningProgram {
    try place.daemon(from: gpsd.port, ["--autostart", "no"] + options)
  }

  @Test("a program that is attached wakes gpsd and hears each fix; the last one to leave lets gpsd go; nothing is kept")
  func attached() throws {
    let gpsd = try StandInGPSD(.drive(0..<600).paced(), rate: 20, staysForOthers: true)
    let service = try idle(gpsd)
    let program = try ControlProgram(in: place)
    #expect(gpsd.seen.connections == 0)
    let answer = try program.ask("attach", ["api": "updates"])
    let updates = try (0..<20).map { _ in try program.wait(for: "update") { $0["time"] != nil } }
    try program.ask("detach")
    let status = try ControlProgram(in: place).ask("status")
    let later = program.all("update", untilSilentFor: 1)
    try service.stop(by: .terminate)

    #expect(answer["authorization"] == "always" && answer["state"] == "idle")
    let times = updates.compactMap { $0["time"] }
    #expect(times == times.sorted() && Set(times).count == times.count)
    #expect(updates.allSatisfy { $0["stationary"] == "0" && $0["flags"] == "" && $0["mode"] == "3" })
    #expect(status["link"] == "unreachable" && later.isEmpty)
    #expect(gpsd.seen.watches == 1)
    #expect(try store.count("SELECT count(*) FROM session_summary") == 0)
    #expect(try store.column("SELECT kind FROM event WHERE kind IN ('attach', 'detach')") == ["attach", "detach"])
  }

  @Test("a receiver without a fix and a gpsd that is gone are one update without a position each, then positions come")
  func unavailable() throws {
    let close = try Feed(try place.file("close", "#!close\n"))
    let beginning: Feed = .silence(1) + .noFix(3) + .silence(2) + .drive(0..<20)
    let gpsd = try StandInGPSD(beginning + .silence(2) + close + .drive(20..<40))
    let service = try place.daemon(from: gpsd.port)
    let program = try ControlProgram(in: place)
    try program.ask("attach", ["api": "updates"])
    let without = try (0..<2).map { _ in
      let update = try program.wait(for: "update") { $0["flags"] == "location-unavailable" }
      _ = try program.wait(for: "update") { $0["time"] != nil }
      return update
    }
    try service.waitUntilItSays(StandInGPSD.lastWords)
    let later = program.all("update", untilSilentFor: 1)
    try service.stop(by: .terminate)

    #expect(without.allSatisfy { $0["time"] == nil && $0["latitude"] == nil && $0["stationary"] == "0" })
    #expect(later.allSatisfy { $0["flags"] == "" && $0["time"] != nil })
    #expect(try store.column("SELECT reason FROM gap") == ["gpsd-gone"])
  }

  @Test(
    "at rest there is one more update, then silence, and movement brings the next; the manager's are paused and resumed"
  )
  func rest() throws {
    let feed: Feed = .drive(0..<60) + .standing(60..<400, after: 60) + .drive(400..<460, afterStanding: 340)
    let gpsd = try StandInGPSD(feed.paced(), rate: 200)
    let service = try place.daemon(from: gpsd.port)
    let program = try ControlProgram(in: place)
    let manager = try ControlProgram(in: place)
    let impatient = try ControlProgram(in: place)
    try program.ask("attach", ["api": "updates"])
    try manager.ask("attach", ["api": "manager"])
    try impatient.ask("attach", ["api": "manager", "pauses": "0"])
    try service.waitUntilItSays(StandInGPSD.lastWords, within: 30)
    let updates = program.all("update", untilSilentFor: 1)
    _ = try manager.wait(for: "paused")
    _ = try manager.wait(for: "resumed")
    let all = impatient.all("update", untilSilentFor: 1)
    try service.stop(by: .terminate)

    #expect(updates.filter { $0["stationary"] == "1" }.count == 1)
    #expect(updates.last?["stationary"] == "0")
    #expect(all.filter { $0["stationary"] == "1" }.count > 200)
  }

  @Test(
    "with when-in-use and nobody there, live updates flow while an activity is live, the manager's while it allows the background",
    arguments: ["updates", "manager"], [(false, false), (false, true), (true, false), (true, true)])
  func matrix(_ interface: String, _ holding: (activity: Bool, background: Bool)) throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20, staysForOthers: true)
    let service = try place.daemon(from: gpsd.port)
    let owner = try ControlProgram(in: place)
    try owner.ask("background", ["state": "off"])
    try owner.ask("attach", ["api": interface, "allow_background": holding.background ? "1" : "0"])
    try owner.ask("authorization", ["set": "when-in-use"])
    if holding.activity { try owner.ask("activity", ["verb": "start"]) }
    _ = try owner.wait(for: "update") { $0["time"] != nil }
    try owner.ask("detach")
    let flows = interface == "updates" ? holding.activity : holding.background
    // The grace is five seconds.
    let hasPaused = try eventually(within: flows ? 7 : 15) {
      try owner.ask("status")["flags"] == "insufficiently-in-use"
    }
    let status = try owner.ask("status")
    try owner.ask("attach", ["api": interface])
    _ = try owner.wait(for: "update") { $0["time"] != nil }
    try service.stop(by: .terminate)

    #expect(hasPaused == !flows)
    #expect(status["link"] == (flows ? "fix" : "unreachable"))
    #expect(try store.column("SELECT reason FROM gap WHERE reason = 'paused'") == (flows ? [] : ["paused"]))
    #expect(try store.count("SELECT count(*) FROM event WHERE detail = 'insufficiently-in-use'") == (flows ? 0 : 1))
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("what is denied is not recorded, says so, and goes on when it is allowed, in the same session")
  func denied() throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20, staysForOthers: true)
    let service = try place.daemon(from: gpsd.port)
    let owner = try ControlProgram(in: place)
    try owner.ask("attach", ["api": "updates"])
    _ = try owner.wait(for: "update") { $0["time"] != nil }
    let denial = try owner.ask("authorization", ["set": "deny"])
    let flags = try owner.wait(for: "update") { $0["flags"] == "authorization-denied" }
    let start = try place.waylog("start")
    try owner.ask("authorization", ["set": "always"])
    _ = try owner.wait(for: "update") { $0["time"] != nil }
    try service.stop(by: .terminate)

    #expect(denial["authorization"] == "denied")
    #expect(flags["time"] == nil)
    #expect(start.status == 77)
    #expect(start.errors.split(separator: "\n").count == 2)
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(
      try store.column("SELECT detail FROM event WHERE kind = 'authorization'") == [
        "authorization is always", "authorization is denied", "authorization is always",
      ])
  }

  @Test("nobody records where it is denied, and a stored word that is not known decides nothing")
  func refused() throws {
    let service = try place.daemon(from: 1)
    let owner = try ControlProgram(in: place)
    try owner.ask("authorization", ["set": "deny"])
    try service.stop(by: .terminate)
    let refused = try place.record(from: 1).wait(within: 5)
    _ = try place.run("sqlite3", [store.path, "UPDATE intent_row SET authorization = 'perhaps'"])
    let unsure = try place.daemon(from: 1)
    try unsure.waitUntilItSays("'perhaps' is not known")
    let status = try ControlProgram(in: place).ask("status")
    _ = try place.waylog("start")
    let consented = try ControlProgram(in: place).ask("status")
    try unsure.stop(by: .terminate)

    #expect(refused.status == 77)
    #expect(refused.errors.contains("waylog authorization always"))
    #expect(status["authorization"] == "not-determined" && status["flags"] == "insufficiently-in-use")
    #expect(consented["authorization"] == "always")
  }

  @Test("asking is for the undecided only, lasts as long as whoever asks, and the pending start goes on by itself")
  func asking() throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20, staysForOthers: true)
    let service = try place.daemon(from: gpsd.port)
    let owner = try ControlProgram(in: place)
    try owner.ask("authorization", ["set": "reset"])
    var program: ControlProgram? = try ControlProgram(in: place)
    try program?.ask("attach")
    try program?.ask("authorization", ["set": "request"])
    _ = try program?.wait(for: "update") { $0["flags"] == "authorization-request-in-progress" }
    program = nil
    let asked = try eventually(within: 5) { try owner.ask("status")["flags"] == "insufficiently-in-use" }
    try owner.ask("attach")
    try owner.ask("authorization", ["set": "when-in-use"])
    _ = try owner.wait(for: "update") { $0["time"] != nil }
    let again = try owner.ask("authorization", ["set": "request"])
    try service.stop(by: .terminate)

    #expect(asked)
    #expect(again["authorization"] == "when-in-use")
    #expect(service.errors.contains("waylog authorization when-in-use|always|deny"))
  }
}

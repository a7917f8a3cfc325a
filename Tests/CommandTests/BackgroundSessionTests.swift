import Control
import TestSupport
import Testing

@Suite("Background sessions", .serialized, .backstop)
struct BackgroundSessionTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("on and off and on are two rows; each is rejoined after a crash, and what is dead stays dead")
  func rows() throws {
    var service = try place.daemon(from: 1, ["--autostart", "no"])
    var owner = try ControlProgram(in: place)
    let unattached = try owner.ask("background", ["state": "on"])
    try owner.ask("attach")
    let first = try owner.ask("background", ["state": "on"])
    let same = try owner.ask("background", ["state": "on"])
    service.kill()
    service = try place.daemon(from: 1, ["--autostart", "no"])
    owner = try ControlProgram(in: place)
    let rejoined = try owner.ask("status")
    try owner.ask("background", ["state": "off"])
    try owner.ask("background", ["state": "off"])
    service.kill()
    service = try place.daemon(from: 1, ["--autostart", "no"])
    owner = try ControlProgram(in: place)
    let off = try owner.ask("status")
    let second = try owner.ask("background", ["state": "on", "by": "command"])
    try service.stop(by: .terminate)

    #expect(unattached["code"] == "insufficiently-in-use")
    #expect(first["uuid"] != nil && first["uuid"] == same["uuid"] && first["uuid"] != second["uuid"])
    #expect(rejoined["background"] == "on" && off["background"] == "off")
    #expect(
      try store.rows("SELECT rejoined IS NOT NULL, invalidated IS NOT NULL FROM background_session ORDER BY created")
        == [["1", "1"], ["0", "0"]])
  }

  @Test("a fresh service has one, so that it is no surprise when it goes on; a foreground recording has none")
  func fresh() throws {
    let service = try place.daemon(from: 1)
    let status = try ControlProgram(in: place).ask("status")
    try service.stop(by: .terminate)
    let other = try Workplace()
    let recorder = try other.record(from: 1)
    let foreground = try ControlProgram(in: other).ask("status")
    try recorder.stop()

    #expect(status["background"] == "on")
    #expect(foreground["background"] == "off")
  }

  @Test("with one, a recording outlives its terminal; without, it ends with it")
  func hangUp() throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20)
    let recorder = try place.record(from: gpsd.port)
    try recorder.waitUntilItSays("fix after")
    let owner = try ControlProgram(in: place)
    try owner.ask("background", ["state": "on", "by": "command"])
    recorder.send(.hangUp)
    try recorder.waitUntilItSays("the terminal is gone; recording goes on")
    let status = try owner.ask("status")
    try owner.ask("background", ["state": "off"])
    let ended = try recorder.stop(by: .hangUp)

    #expect(status["state"] == "recording")
    #expect(ended.status == 0)
    #expect(try store.column("SELECT end_reason FROM session_summary") == ["hangup"])
  }

  @Test("where one is demanded, nothing is recorded without")
  func demanded() throws {
    let gpsd = try StandInGPSD(.drive(0..<3600).paced(), rate: 20)
    let service = try place.daemon(from: gpsd.port, ["--require-background-session"])
    let owner = try ControlProgram(in: place)
    try owner.ask("background", ["state": "off"])
    let without = try owner.ask("status")
    try owner.ask("background", ["state": "on", "by": "command"])
    let with = try owner.ask("status")
    try service.stop(by: .terminate)

    #expect(without["flags"] == "service-session-required")
    #expect(with["flags"] == nil)
  }
}

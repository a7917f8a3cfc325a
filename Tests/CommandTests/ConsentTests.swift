import Control
import Presentation
import TestSupport
import Testing

@Suite("Consent and background", .backstop)
struct ConsentTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func recorder(_ answer: @escaping @Sendable (ControlLine) -> ControlLine) throws -> StandInStates {
    try StandInStates(of: place, state: { Snapshot.driving($0) }, answer: answer)
  }

  @Test("whoever types background on is there, and it is said to the recorder")
  func command() throws {
    let standIn = try recorder { ControlLine("ok", ["uuid": "b-1", "state": $0["state"]]) }
    let on = try place.waylog("background", "on")
    let off = try place.waylog("background", "off")
    standIn.end()
    #expect((on.status, on.errors) == (0, "waylog: background session is on: b-1\n"))
    #expect((off.status, off.errors) == (0, "waylog: background session is off\n"))
    #expect(
      standIn.heard == [
        ControlLine("background", ["state": "on", "by": "command"]), ControlLine("background", ["state": "off"]),
      ])
  }

  @Test("a refusal to go on in the background is said with its reason")
  func refused() throws {
    let standIn = try recorder { line in
      line.word == "background"
        ? ControlLine("error", ["code": "insufficiently-in-use", "why": "authorization is denied"]) : ControlLine("ok")
    }
    let on = try place.waylog("background", "on")
    standIn.end()
    #expect((on.status, on.errors.hasPrefix("waylog: the recorder refused: authorization is denied\n")) == (77, true))
  }

  @Test("without a recorder a background session can be ended and not begun")
  func withoutRecorder() throws {
    #expect(try place.waylog("background", "on").status == 69)
    _ = try place.waylog("stop")
    let rows = """
      UPDATE intent_row SET background_activity = 1;
      INSERT INTO background_session_row VALUES('b-1', 1777615200000, NULL, NULL);
      """
    _ = try place.run("sqlite3", [store.path, rows])
    #expect(try place.waylog("background", "off").status == 0)
    #expect(try store.text("SELECT background_activity FROM intent") == "0")
    #expect(try store.count("SELECT count(*) FROM background_session WHERE invalidated IS NULL") == 0)
  }

  @Test("to ask for the background session begins no file")
  func question() throws {
    let empty = try Workplace()
    #expect(try empty.waylog("background").output == "off\n")
    #expect(!empty.files.contains { $0.contains(".db") })
  }

  @Test("words that make no sense are refused")
  func nonsense() throws {
    #expect(try place.waylog("background", "maybe").status == 64)
    #expect(try place.waylog("authorization", "denied").status == 64)
  }

  @Test("authorization is asked of the recorder, and decided by it")
  func authorization() throws {
    let standIn = try recorder { line in
      ControlLine("ok", ["authorization": line["set"] == "deny" ? "denied" : "when-in-use"])
    }
    let shown = try place.waylog("authorization", "show")
    let denied = try place.waylog("authorization", "deny")
    let refused = try place.waylog("authorization", "always")
    standIn.end()
    #expect((shown.status, shown.output) == (0, "when-in-use\n"))
    #expect((denied.status, denied.output, denied.errors) == (0, "", "waylog: authorization is denied\n"))
    #expect((refused.status, refused.errors.contains("authorization stays when-in-use")) == (77, true))
    #expect(standIn.heard.map { $0["set"] } == [nil, "deny", "always"])
  }

  @Test(
    "without a recorder it is read from the database and stored there, and nothing else changes",
    arguments: [("always", "always"), ("when-in-use", "when-in-use"), ("deny", "denied"), ("reset", "not-determined")])
  func stored(word: String, authorization: String) throws {
    #expect(try place.waylog("authorization", "show").output == "always\n")
    _ = try place.waylog("stop")
    #expect(try place.waylog("authorization", word).status == 0)
    #expect(try place.waylog("authorization", "show").output == "\(authorization)\n")
    #expect(try store.rows("SELECT updates_started, authorization FROM intent") == [["0", authorization]])
  }

  @Test("status tells what the recorder says of consent, background and activity")
  func status() throws {
    let standIn = try recorder { _ in
      ControlLine(
        "ok",
        [
          "state": "recording", "authorization": "when-in-use", "background": "on", "attached": "2",
          "activity": "Tour\u{1B}", "activity_state": "active",
        ])
    }
    let text = try place.waylog("status")
    let json = try place.waylog("status", "--json")
    standIn.end()
    #expect(
      text.output.contains("  activity  Tour\u{FFFD}, active\n  in use    when-in-use, background on, 2 attached\n"))
    #expect(json.output.contains(#""authorization":"when-in-use","background":"on","attached":2,"#))
    #expect(json.output.contains(#""activity":"Tour\u001b","activity_state":"active""#))
  }

  @Test("start --activity passes the name on, also an empty one")
  func startWithActivity() throws {
    let standIn = try recorder { _ in ControlLine("ok", ["session": "1"]) }
    for words in [["--activity", "To the lake"], ["--activity"], []] {
      #expect(try place.run(Program.waylog, ["start", "-d", store.path] + words).status == 0)
    }
    standIn.end()
    #expect(standIn.heard.map { $0["activity"] } == ["To the lake", "", nil])
    #expect(try place.waylog("start", "To the lake").status == 64)
    #expect(try place.waylog("start", "--activity").errors.contains("the activity is not started"))
  }
}

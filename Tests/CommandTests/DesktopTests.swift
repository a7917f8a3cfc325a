import Control
import Foundation
import Presentation
import Synchronization
import TestSupport
import Testing

@Suite(
  "Notifications on a desktop", .serialized, .backstop,
  .enabled(
    if: Program.isInstalled("notify-send") && Program.isInstalled("dbus-run-session"),
    "notify-send and a session bus are not on this machine"))
final class DesktopTests {
  private let place: Workplace
  private let bus: RunningProgram
  private let server: RunningProgram
  private let environment: [String: String]
  private let stage = Stage()

  /// What the recorder tells; a test changes it.
  private final class Stage: Sendable {
    let alert = Mutex<Snapshot.Alert?>(nil)
    let isLive = Mutex(true)

    func state(_ number: Int64) -> Snapshot {
      guard isLive.withLock({ $0 }) else { return Snapshot(sequence: number, recorder: .recording, link: .fix) }
      let alert = alert.withLock { $0 }
      // The same number: the same alert, told again.
      return Snapshot.driving(alert == nil ? number : 0, alert: alert)
    }
  }

  init() throws {
    place = try Workplace()
    bus = try place.start("dbus-run-session", ["--", "sh", "-c", "echo $DBUS_SESSION_BUS_ADDRESS; exec sleep 600"])
    let bus = bus
    _ = eventually(within: 10) { bus.output.hasSuffix("\n") }
    environment = ["DBUS_SESSION_BUS_ADDRESS": bus.output.trimmingCharacters(in: .newlines)]
    server = try place.start(
      "/usr/bin/python3",
      [
        "-m", "dbusmock", "--template", "notification_daemon", "-l", place.path("calls"), "-p",
        #"{"capabilities": "actions body body-markup sound"}"#,
      ], environment: environment)
    let (place, environment) = (place, environment)
    _ = try eventually(within: 20) {
      try place.run("/usr/bin/python3", [Readers.desktop, "ready"], environment: environment).status == 0
    }
  }

  deinit { bus.kill() }

  /// The calls that the server got, of a name.
  private func calls(_ name: String) -> [String] {
    // Each begins with its time; texts have line breaks.
    String(decoding: place.bytes(place.path("calls")), as: UTF8.self)
      .split(separator: #/(?:^|\n)[0-9]+\.[0-9]+ /#).map(String.init).filter { $0.hasPrefix("\(name) ") }
  }

  private func press(_ words: String...) throws {
    #expect(try place.run("/usr/bin/python3", [Readers.desktop] + words, environment: environment).status == 0)
  }

  private func standIn() throws -> StandInStates {
    let stage = stage
    return try StandInStates(
      of: place, .hertz(5), state: stage.state,
      answer: { _ in ControlLine("ok", ["uuid": "a-1", "outcome": "applied"]) })
  }

  private func watch(_ options: String...) throws -> RunningProgram {
    try place.start(
      Program.waylog, ["activity", "watch", "-d", place.store.path, "--style", "notification"] + options,
      environment: environment)
  }

  /// Waits until one run stays with the notification.
  private func waitUntilHeld() { #expect(eventually(within: 20) { !held.isEmpty }) }

  /// Calls that offer the action, as only the run that stays does.
  private var held: [String] { calls("Notify").filter { $0.contains(#""end", "End""#) } }

  @Test("one notification is shown and replaced, quiet but for alerts, and goes with the activity")
  func replaced() throws {
    let standIn = try standIn()
    let watcher = try watch()
    waitUntilHeld()
    #expect(calls("Notify").allSatisfy { $0.contains("suppress-sound") && !$0.contains("sound-name") })
    stage.alert.withLock { $0 = Snapshot.Alert(title: "Fuel", body: "Stop <soon>", sound: "bell") }
    #expect(eventually(within: 10) { calls("Notify").contains { $0.contains(#""sound-name": "bell""#) } })
    #expect(eventually(within: 10) { held.last?.contains(#""Fuel""#) == true })
    stage.alert.withLock { $0 = nil }
    stage.isLive.withLock { $0 = false }
    #expect(eventually(within: 20) { calls("CloseNotification").last?.hasSuffix(" 1") == true })
    standIn.end()

    let numbers = calls("Notify").map {
      $0.contains(#"Notify "waylog" 0 "#) ? 0 : $0.contains(#""waylog" 1 "#) ? 1 : -1
    }
    #expect(numbers.first == 0)
    #expect(numbers.dropFirst().allSatisfy { $0 == 1 }, "the rest replaces the first: \(numbers)")
    #expect(calls("Notify").count { $0.contains("sound-name") } == 1, "an alert sounds once")
    #expect(watcher.isRunning)
    #expect(watcher.errors == "")
  }

  @Test("its End ends the activity through the recorder")
  func end() throws {
    let standIn = try standIn()
    let watcher = try watch()
    waitUntilHeld()
    try press("invoke", "1", "end")
    #expect(eventually(within: 10) { !standIn.heard.isEmpty })
    standIn.end()
    #expect(standIn.heard == [ControlLine("activity", ["verb": "end", "id": "a-1", "dismiss": "immediate"])])
    try watcher.waitUntilItSays("End activity successfully. id: a-1")
  }

  @Test("a click runs the command as it stands, and the notification stays")
  func click() throws {
    let standIn = try standIn()
    let watcher = try watch("--", "sh", "-c", #"printf '%s\n' "$@" > "$0""#, place.path("ran"), "$(x) a")
    waitUntilHeld()
    try press("invoke", "1", "default")
    #expect(eventually(within: 10) { place.bytes(place.path("ran")) == Array("$(x) a\n".utf8) })
    #expect(eventually(within: 10) { held.count >= 2 })
    try press("invoke", "1", "end")
    #expect(eventually(within: 10) { !standIn.heard.isEmpty }, "its buttons are still heard")
    standIn.end()
    withExtendedLifetime(watcher) {}
  }

  @Test("dismissed, it is hidden until the next alert, and the activity goes on")
  func dismissed() throws {
    let standIn = try standIn()
    let watcher = try watch()
    waitUntilHeld()
    try press("dismiss", "1")
    let before = calls("Notify").count
    #expect(!eventually(within: 3) { calls("Notify").count > before })
    stage.alert.withLock { $0 = Snapshot.Alert(title: "Fuel") }
    #expect(eventually(within: 10) { calls("Notify").contains { $0.contains(#"Notify "waylog" 0 "" "Fuel""#) } })
    #expect(standIn.heard.isEmpty)
    standIn.end()
    withExtendedLifetime(watcher) {}
  }

  @Test("dismissed, it ends the activity where that is wished")
  func dismissalEnds() throws {
    let standIn = try standIn()
    let watcher = try watch("--dismissal-ends")
    waitUntilHeld()
    try press("dismiss", "1")
    #expect(eventually(within: 10) { standIn.heard.first?["verb"] == "end" })
    standIn.end()
    withExtendedLifetime(watcher) {}
  }

  @Test("a watcher that ends takes its notification with it")
  func terminated() throws {
    let standIn = try standIn()
    let watcher = try watch()
    waitUntilHeld()
    let outcome = try watcher.stop(by: .terminate)
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(eventually(within: 10) { !calls("CloseNotification").isEmpty })
    standIn.end()
  }

  @Test("no notification server is one line, and the watcher goes on")
  func noServer() throws {
    let standIn = try standIn()
    let watcher = try place.start(
      Program.waylog, ["activity", "watch", "-d", place.store.path, "-s", "notification"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    try watcher.waitUntilItSays("does a notification server run?")
    standIn.end()
    #expect(watcher.isRunning)
    #expect(watcher.errors.split(separator: "\n").count == 1)
  }

  @Test("no notify-send is said at once")
  func noNotifySend() throws {
    let outcome = try place.run(
      Program.waylog, ["activity", "watch", "-s", "notification"], environment: ["PATH": place.folder])
    #expect(outcome.status == 69)
    #expect(outcome.errors.hasPrefix("waylog: cannot show notifications: there is no notify-send\n"))
  }
}

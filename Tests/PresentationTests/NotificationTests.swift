import Foundation
import TestSupport
import Testing

@testable import Presentation

@Suite("Desktop notifications", .timeLimit(.minutes(10)))
struct NotificationTests {
  private func notification(_ alert: Snapshot.Alert? = nil, _ content: Content = drive) throws -> DesktopNotification {
    try #require(DesktopNotification(Snapshot.of(.of(content, name: "Tour <1>", alert: alert)).rendered()))
  }

  @Test("The card of an activity is quiet")
  func quiet() throws {
    let notification = try notification()
    #expect(notification.summary == "Tour <1>")
    #expect(
      notification.body == """
        moving, 48 km/h
        12.3 km in 1 h 02 min
        trip To work &amp; back
        fix 2 s ago, 9 satellites
        """)
    #expect(
      NotifySend(.show, notification).words == [
        "notify-send", "-a", "waylog", "-u", "low", "-c", "x-waylog.activity", "-t", "0", "-h",
        "boolean:suppress-sound:true", "-p", "--", "Tour <1>", notification.body,
      ])
  }

  @Test("An alert has its words above the card, and a sound")
  func alert() throws {
    let notification = try notification(.init(title: "Fuel & oil", body: "Stop <soon>", sound: "bell"))
    #expect(notification.summary == "Fuel & oil")
    #expect(notification.body.hasPrefix("Stop &lt;soon&gt;\nTour &lt;1&gt;\nmoving, 48 km/h\n"))
    let words = NotifySend(.replace(id: 7), notification).words
    #expect(words.contains("string:sound-name:bell") && words.contains("normal"))
    #expect(words[words.firstIndex(of: "-r")! + 1] == "7")
  }

  @Test("An alert without words is a sound and nothing more")
  func soundOnly() throws {
    let silent = try notification()
    let sounding = try notification(.init())
    #expect((sounding.summary, sounding.body) == (silent.summary, silent.body))
    #expect(sounding.urgency == .low)
    #expect(sounding.soundName == "message-new-instant")
  }

  @Test(
    "A sound that is no name is the usual one",
    arguments: ["", "../../x", "a b", "ü", String(repeating: "a", count: 65)])
  func sounds(_ name: String) throws {
    #expect(try notification(.init(sound: name)).soundName == "message-new-instant")
  }

  @Test("What is held has the actions, and no second sound")
  func held() throws {
    let click = ClickTarget(url: "https://example.invalid/")
    let notification = try notification(.init(title: "x"))
    let words = NotifySend(.hold(id: 7), notification, click: click).words
    #expect(words.contains("--wait") && words.contains("boolean:suppress-sound:true"))
    #expect(words.filter { $0.contains("=") } == ["default=Open", "end=End"])
    #expect(NotifySend(.hold(id: 7), notification).words.filter { $0.contains("=") } == ["end=End"])
    let ended = try #require(DesktopNotification(Sample.ended.snapshot.rendered()))
    #expect(!NotifySend(.hold(id: 7), ended).words.contains("end=End"))
  }

  @Test("Without an activity there is none")
  func none() { #expect(DesktopNotification(Sample.recording.snapshot.rendered()) == nil) }

  @Test(
    "A click opens an address or runs a command, and nothing else",
    arguments: [
      ("https://example.invalid/?a=1&b=$(x)", true), ("geo:47.1,8.9", true), ("-https://x", false), ("", false),
      ("/etc/passwd", false), ("x y:z", false), ("https:", false), ("https://a b", false), ("https://a\n", false),
      ("1a:b", false),
    ])
  func urls(url: String, isOne: Bool) {
    #expect(ClickTarget(url: url)?.words == (isOne ? ["xdg-open", url] : nil))
  }

  @Test("A command is run as it stands")
  func commands() {
    #expect(ClickTarget(command: ["sh", "-c", "x; $y", ""])?.words == ["sh", "-c", "x; $y", ""])
    #expect(ClickTarget(command: []) == nil)
    #expect(ClickTarget(command: ["", "x"]) == nil)
    #expect(ClickTarget(command: ["a\0b"]) == nil)
  }

  @Test(
    "A notification server gets through notify-send what was meant",
    .enabled(
      if: Program.isInstalled("notify-send") && Program.isInstalled("dbus-run-session"),
      "notify-send and a session bus are not on this machine"))
  func server() throws {
    let place = try Workplace()
    let hostile = #"-a \n \\ \x41 "q" 'q' $(x) `x` <b> & 100% 漢"#
    let notification = try notification(.init(title: hostile, body: hostile))
    let words = NotifySend(.show, notification).words
    let server = #filePath.replacing("NotificationTests.swift", with: "Oracles/notification_server.py")
    let outcome = try place.run("dbus-run-session", ["--", "/usr/bin/python3", server] + words)
    let call = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any],
      "\(outcome.output)\(outcome.errors)")
    #expect(call["app_name"] as? String == "waylog")
    #expect(call["summary"] as? String == notification.summary)
    #expect(call["body"] as? String == notification.body)
    #expect(call["expire_timeout"] as? Int == 0)
    #expect(call["printed"] as? String == "7\n")
    let hints = call["hints"] as? [String: String]
    #expect(hints?["urgency"] == "1" && hints?["sound-name"] == "message-new-instant")
    #expect(hints?["category"] == "x-waylog.activity")
  }
}

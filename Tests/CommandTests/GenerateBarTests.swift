import Foundation
import TestSupport
import Testing

@Suite("Generated parts of status bars", .backstop)
struct GenerateBarTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func generate(_ words: String...) throws -> Outcome {
    try place.run(Program.waylog, ["generate"] + words)
  }

  @Test(
    "each bar watches in its own style",
    arguments: [
      ("waybar", #""exec": "waylog activity watch --style waybar","#),
      ("i3bar", "status_command exec waylog activity watch --style i3bar"),
      ("polybar", "exec = waylog activity watch --style polybar"),
      ("tmux", "#(exec waylog activity watch --style tmux)"),
    ])
  func style(bar: String, line: String) throws {
    let outcome = try generate(bar)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains(line))
  }

  @Test("waybar's module is JSON with comments")
  func waybar() throws {
    let lines = try generate("waybar").lines.filter { !$0.hasPrefix("//") }
    let json = try JSONSerialization.jsonObject(with: Data(lines.joined(separator: "\n").utf8)) as? [String: Any]
    let module = json?["custom/waylog"] as? [String: Any]
    #expect(module?["return-type"] as? String == "json")
    #expect((module?["format-icons"] as? [String: String])?["default"] != nil)
  }

  @Test("a style sheet is printed when it is asked for")
  func styleSheet() throws {
    #expect(try generate("waybar", "--css").output.contains("#custom-waylog.stale"))
    #expect(try generate("tmux", "--css").status == 64)
  }

  @Test(
    "a file is written beside the configuration, and what is left to do is said",
    arguments: [
      (["waybar"], "waylog.jsonc", "include"), (["waybar", "--css"], "waylog.css", "@import"),
      (["i3bar"], "waylog.conf", "include"), (["polybar"], "waylog.ini", "include-file"),
      (["tmux"], "waylog.conf", "source-file"),
    ])
  func written(words: [String], name: String, advice: String) throws {
    let printed = try place.run(Program.waylog, ["generate"] + words)
    let outcome = try place.run(Program.waylog, ["generate"] + words + ["-o", place.path("bar")])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains(advice))
    #expect(place.bytes(place.path("bar/\(name)")) == Array(printed.output.utf8))
  }

  @Test("tmux takes its lines", .enabled(if: Program.isInstalled("tmux"), "tmux is not on this machine"))
  func tmux() throws {
    _ = try generate("tmux", "-o", place.folder)
    let server = ["-S", place.path("tmux"), "-f", place.path("waylog.conf")]
    let started = try place.run("tmux", server + ["new-session", "-d", "sleep 20"])
    let shown = try place.run("tmux", server + ["show-options", "-gv", "status-right"])
    _ = try place.run("tmux", server + ["kill-server"])
    #expect(started.status == 0)
    #expect(shown.output.contains("#(exec waylog activity watch --style tmux)"))
  }
}

import Control
import Foundation
import Presentation
import TestSupport
import Testing

@Suite("Bars around a watcher", .backstop)
struct BarClickTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  /// A program that writes its words into a file, a line each.
  private func target(_ file: String, _ words: String...) -> [String] {
    ["sh", "-c", #"printf '%s\n' "$@" > "$0""#, place.path(file)] + words
  }

  @Test("a click on an i3bar runs the command as it stands, once for each press of the first button")
  func click() throws {
    let click = #"{"name":"waylog","instance":"a-1","button":1,"modifiers":[],"x":1,"y":2}"#
    let scroll = click.replacing(#""button":1"#, with: #""button":4"#)
    let other = click.replacing("waylog", with: "clock")
    let input = try place.file("clicks", "[\n\(scroll)\n,\(other)\n,no JSON\n,\(click)\n")
    let words =
      ["activity", "watch", "--style", "i3bar", "-d", place.store.path, "--"] + target("ran", "$(x) a b", "'")
    let watcher = try place.start(Program.waylog, words, input: input)
    #expect(eventually(within: 10) { place.bytes(place.path("ran")) == Array("$(x) a b\n'\n".utf8) })
    #expect(watcher.isRunning)
  }

  @Test("an address is opened by the desktop's own program")
  func url() throws {
    let opener = try place.file("xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(place.path("opened"))\n")
    chmod(opener, 0o755)
    let input = try place.file("clicks", "[\n" + #"{"name":"waylog","button":1}"# + "\n")
    let watcher = try place.watch(
      "--style", "i3bar", "--url", "https://example.invalid/?a=1&b=$(x)",
      environment: ["PATH": "\(place.folder):/usr/bin:/bin"], input: input)
    #expect(
      eventually(within: 10) {
        place.bytes(place.path("opened")) == Array("https://example.invalid/?a=1&b=$(x)\n".utf8)
      })
    #expect(watcher.isRunning)
  }

  @Test("a command that is not there is said, and the watcher goes on")
  func missingCommand() throws {
    let input = try place.file("clicks", "[\n" + #"{"name":"waylog","button":1}"# + "\n")
    let watcher = try place.watch("--style", "i3bar", "no-such-program", input: input)
    try watcher.waitUntilItSays("cannot run 'no-such-program'")
    #expect(watcher.isRunning)
  }

  @Test("a block has the colours that were chosen")
  func colours() throws {
    let standIn = try StandInStates(of: place, state: { Snapshot.driving($0) })
    let outcome = try place.waylog(
      "activity", "watch", "--once", "--style", "i3bar", "--background", "#0ff", "--border", "#ff0000")
    standIn.end()
    #expect(outcome.output.contains(##""background":"#00ffff","border":"#ff0000""##))
  }

  @Test(
    "tmux shows the smallest presentation in its status line, with the lines that are generated",
    .enabled(if: Program.isInstalled("tmux"), "tmux is not on this machine"))
  func tmux() throws {
    let standIn = try StandInStates(of: place, state: { _ in Snapshot.driving(13) })
    _ = try place.run(Program.waylog, ["generate", "tmux", "-o", place.folder])
    let settings = try place.file(
      "settings", "source-file \(place.path("waylog.conf"))\nset -g status-right-length 100\n")
    let inner = ["-S", place.path("inner"), "-f", settings]
    let outer = ["-S", place.path("outer"), "-f", "/dev/null"]
    let programs = (Program.waylog as NSString).deletingLastPathComponent
    let environment = [
      "TERM": "xterm", "LC_ALL": "C.UTF-8", "WAYLOG_DATABASE": place.store.path, "PATH": "\(programs):/usr/bin:/bin",
    ]
    func tmux(_ words: [String]) throws -> Outcome { try place.run("tmux", words, environment: environment) }
    defer { for server in [inner, outer] { _ = try? tmux(server + ["kill-server"]) } }

    #expect(try tmux(inner + ["new-session", "-d", "sleep 60"]).status == 0)
    let attach = "TMUX= exec tmux -S \(place.path("inner")) attach"
    #expect(try tmux(outer + ["new-session", "-d", "-x", "160", "-y", "6", attach]).status == 0)
    #expect(try eventually(within: 30) { try tmux(outer + ["capture-pane", "-p"]).output.contains(" 49 km/h") })
    standIn.end()
    #expect(try eventually(within: 30) { try tmux(outer + ["capture-pane", "-p"]).output.contains(" off") })
  }
}

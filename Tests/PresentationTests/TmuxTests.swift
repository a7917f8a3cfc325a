import TestSupport
import Testing

@testable import Presentation

@Suite("tmux", .timeLimit(.minutes(10)))
struct TmuxTests {
  /// Two servers: the status line of the inner one is part of what the outer one can be asked for.
  @Test(
    "Its status line shows what was filled in as it is",
    .enabled(if: Program.isInstalled("tmux"), "tmux is not on this machine"))
  func statusLine() throws {
    let value = "#[fg=red]a #{session_name} #S #(date) %H ##[x] #"
    let rendering = Snapshot.of(.of(Content([.init("v", .text(value))]))).rendered()
    let place = try Workplace()
    let line = try place.file("line", rendering.text(TemplateEncoder(try Template("<{content.v}>", for: .tmux))))
    let settings = try place.file(
      "settings", "set -g status-interval 1\nset -g status-right-length 100\nset -g status-right '#(cat \(line))'\n")
    let inner = ["-S", place.path("inner"), "-f", settings]
    let outer = ["-S", place.path("outer"), "-f", "/dev/null"]
    let environment = ["TERM": "xterm", "LC_ALL": "C.UTF-8"]
    func tmux(_ words: [String]) throws -> Outcome { try place.run("tmux", words, environment: environment) }
    defer { for server in [inner, outer] { _ = try? tmux(server + ["kill-server"]) } }

    #expect(try tmux(inner + ["new-session", "-d", "sleep 60"]).status == 0)
    let attach = "TMUX= exec tmux -S \(place.path("inner")) attach"
    #expect(try tmux(outer + ["new-session", "-d", "-x", "120", "-y", "6", attach]).status == 0)
    var screen = ""
    _ = try eventually(within: 20) {
      screen = try tmux(outer + ["capture-pane", "-p"]).output
      return screen.contains("<\(value)>")
    }
    #expect(screen.contains("<\(value)>"))
  }
}

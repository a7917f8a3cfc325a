import Positioning
import Synchronization
import TestSupport
import Testing
import TextOutput

@testable import waylog

@Suite("Progress of long commands", .backstop)
struct ProgressTests {
  private let place: Workplace

  /// A recording that takes a second or two.
  init() throws { place = try Workplace() }

  private func drive() throws -> String {
    try place.file(
      "drive.json", try place.run(Program.simulator, ["--json", "--repeat", "12"]).output)
  }

  /// What a terminal of so many columns gets.
  private func shown(_ words: String, columns: Int = 100, _ environment: [String: String] = [:]) throws -> String {
    let command = "stty cols \(columns); '\(Program.waylog)' \(words) --database '\(place.store.path)'"
    return try place.run(
      "script", ["-qec", command, "/dev/null"], environment: ["TERM": "xterm"].merging(environment) { $1 }, within: 60
    ).output
  }

  @Test("a terminal sees a bar with rate and time left, which is gone when the work is done")
  func terminal() throws {
    let text = try shown("import '\(drive())' --keep-all --no-pause")
    let lines = text.split(separator: "\r\u{1b}[K", omittingEmptySubsequences: false)

    #expect(lines.count > 2, "\(text)")
    #expect(
      try #require(lines.dropFirst().first).contains(/importing  \[\e\[36m.+\e\[0m\] +[0-9]+ %  [0-9.]+ .B\/s  .* left/)
    )
    #expect(lines.last?.hasPrefix("waylog: imported ") == true)
    #expect(lines.dropFirst().dropLast().allSatisfy { !$0.contains("\n") })
  }

  @Test("without colour it has none, on a narrow terminal no bar, and on a dumb one nothing is drawn")
  func plain() throws {
    let input = try drive()
    let plain = try shown("import '\(input)'", ["NO_COLOR": "1"])
    let narrow = try Workplace()
    let command = "stty cols 40; '\(Program.waylog)' import '\(input)' --database '\(narrow.store.path)'"
    let thin = try narrow.run("script", ["-qec", command, "/dev/null"], environment: ["TERM": "xterm"], within: 60)
    let dumb = try Workplace()
    let words = "'\(Program.waylog)' import '\(input)' --database '\(dumb.store.path)'"
    let nothing = try dumb.run("script", ["-qec", words, "/dev/null"], environment: ["TERM": "dumb"], within: 60)

    #expect(plain.contains("importing  [") && !plain.contains("\u{1b}[36m"))
    #expect(thin.output.contains(" %") && !thin.output.contains("[" + "█"))
    #expect(!nothing.output.contains("importing"))
  }

  @Test("the line that a recording keeps on a terminal is not drawn on a dumb one")
  func recording() throws {
    let words = "record --seconds 1 localhost:1"

    #expect(try shown(words).contains("\r\u{1b}[Kgpsd is away"))
    let dumb = try shown(words, ["TERM": "dumb"])
    #expect(dumb.contains("has ended") && !dumb.contains("\u{1b}"))
  }

  @Test("a terminal is told what file was written, and of none where it was no file")
  func written() throws {
    try place.importing(try place.file("short.json", Feed.drive(0..<20).json))

    #expect(try shown("export -o ride.gpx").contains(/waylog: wrote 'ride.gpx', [0-9.]+ kB/))
    #expect(try !shown("export -f gpx -o /dev/null").contains("wrote"))
  }

  @Test("what is quick, and what nobody looks at, shows nothing")
  func nothing() throws {
    let quick = try shown("import '\(place.file("short.json", Feed.drive(0..<20).json))'")
    let outcome = try place.waylog("export", "-o", place.path("a.gpx"))

    #expect(!quick.contains("\u{1b}"))
    #expect(!outcome.errors.contains("\u{1b}"))
  }

  @Test("a bar follows the terminal, and is taken away when the work fails")
  func resized() {
    let terminal = FakeTerminal()
    struct Broken: Error {}
    try? Progress.showing("copying", .bytes, of: 100, on: terminal.screen) { progress in
      for (columns, time) in [(100, 600), (30, 700), (100, 750), (60, 800)] {
        terminal.columns.store(columns, ordering: .relaxed)
        terminal.time.store(time, ordering: .relaxed)
        progress.note(50)
      }
      throw Broken()
    }

    let lines = terminal.text.withLock { $0 }.split(separator: "\r\u{1b}[K", omittingEmptySubsequences: false)
    #expect(lines.count == 5)
    #expect(lines[1].count > 30 && lines[2].count < 30 && (31..<60).contains(lines[3].count))
    #expect(lines[4] == "")
  }
}

/// A terminal that changes its width, and a clock.
private final class FakeTerminal: Sendable {
  let columns = Atomic(100)
  let time = Atomic(0)
  let text = Mutex("")

  var screen: ProgressScreen {
    ProgressScreen(
      columns: { self.columns.load(ordering: .relaxed) }, style: .plain,
      write: { line in self.text.withLock { $0 += line } },
      clock: { MonotonicTime(milliseconds: Int64(self.time.load(ordering: .relaxed))) })
  }
}

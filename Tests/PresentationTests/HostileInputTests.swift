import Positioning
import TestSupport
import Testing
import TextOutput

@testable import Presentation

@Suite("Presentations of anything", .timeLimit(.minutes(10)))
struct HostileInputTests {
  private static let count = 10_000
  private static let seed = UInt64.random(in: 0..<1_000_000_000)
  private static let renderings: [Rendering] = {
    var snapshots = RandomSnapshots(seed: seed)
    return (0..<count).map { snapshots.next().rendered(Units.allCases[$0 % Units.allCases.count]) }
  }()

  /// What a real parser says of a file with a line for each rendering.
  private func verdict(_ style: String, header: String = "", _ line: (Rendering) -> String) throws -> Outcome {
    let place = try Workplace()
    let text = Self.renderings.reduce(into: header) { $0 += line($1) }
    let parser = #filePath.replacing("HostileInputTests.swift", with: "Oracles/parse.py")
    return try place.run(
      "python3", [parser, style, try place.file("stream", text), String(Self.count)], within: 120)
  }

  @Test(
    "Python reads every line of a style, and finds nothing in it that a bar would obey",
    arguments: ["json", "waybar", "i3bar"])
  func lines(_ name: String) throws {
    let encoder = try #require(try Style(name).encoder())
    var header = TextBuffer()
    encoder.begin(into: &header)
    let outcome = try verdict(name, header: header.string) { $0.text(encoder) }
    #expect(outcome.output == "ok\n", "seed \(Self.seed): \(outcome.errors)")
  }

  @Test("The body of a notification is well-formed markup without an element")
  func markup() throws {
    let outcome = try verdict("markup") { rendering in
      var text = TextBuffer()
      text.append(json: DesktopNotification(rendering)?.body ?? "")
      return text.string + "\n"
    }
    #expect(outcome.output == "ok\n", "seed \(Self.seed): \(outcome.errors)")
  }

  @Test("Nothing is wider than it may be, and nothing that is shown cannot be seen")
  func widths() {
    for rendering in Self.renderings {
      let widths =
        [(rendering.minimal, 1...8), (rendering.compact.leading, 1...40), (rendering.compact.trailing, 0...40)]
        + rendering.expanded.lines.map { ($0, 1...160) } + rendering.lockScreen.map { ($0, 1...60) }
      for (text, width) in widths {
        #expect(width.contains(DisplayWidth.columns(text)), "seed \(Self.seed): \(text.debugDescription)")
        #expect(text.utf8.count < 4_000, "seed \(Self.seed)")
      }
    }
  }

  @Test(
    "Text styles and templates make one line of a snapshot, with nothing in it that is obeyed",
    arguments: ["text=minimal", "text=compact", "polybar", "tmux", "template={name}{trip}{content.x}{alert}{class}"])
  func oneLine(_ name: String) throws {
    let encoder = try #require(try Style(name).encoder())
    for rendering in Self.renderings {
      let text = rendering.text(encoder)
      #expect(text.unicodeScalars.last == "\n")
      let line = String(text.unicodeScalars.dropLast())
      #expect(Terminal.harmless(line) == line, "seed \(Self.seed): \(line.debugDescription)")
    }
  }

  @Test("A wide character is shown whole or not at all")
  func wide() {
    let text = String(repeating: "👨‍👩‍👧漢", count: 12)
    let rendering = Snapshot.of(.of(Content([.init("x", .text(text))]))).rendered()
    #expect(rendering.minimal == "👨‍👩‍👧漢👨‍👩‍👧…")
    #expect(DisplayWidth.columns(rendering.compact.trailing) == 39)
    #expect(rendering.compact.trailing.dropLast().allSatisfy { $0 == "👨‍👩‍👧" || $0 == "漢" })
  }

  @Test("A letter with thousands of marks is not let through")
  func marks() {
    let text = "a" + String(repeating: "\u{301}", count: 2_000)
    let rendering = Snapshot.of(.of(Content([.init("x", .text(text))]), name: text)).rendered()
    #expect(rendering.texts.allSatisfy { $0.utf8.count < 200 })
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Stills", .backstop)
struct StillTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func text(_ name: String, _ words: [String] = []) throws -> String {
    String(decoding: place.bytes(try place.exporting(to: name, words)), as: UTF8.self)
  }

  private func importDrive() throws {
    let feed = try place.run(Program.simulator, ["--json"], within: 60).output
    try place.importing(try place.file("drive.json", feed))
  }

  @Test("whatever is in a store, the picture is well-formed", arguments: Situation.allCases)
  func wellFormed(situation: Situation) throws {
    let parsed = try place.run("xmllint", ["--noout", "--nonet", try picture(of: situation)])
    #expect(parsed.status == 0 && parsed.errors == "", "\(parsed.errors)")
  }

  @Test(
    "whatever is in a store, the picture is rendered",
    .enabled(if: Program.isInstalled("rsvg-convert"), "rsvg-convert is not on this machine"),
    arguments: Situation.allCases)
  func rendered(situation: Situation) throws {
    let image = place.path("still.png")
    let rendered = try place.run("rsvg-convert", [try picture(of: situation), "-o", image])
    #expect(rendered.status == 0 && rendered.errors == "", "\(rendered.errors)")
    #expect(place.bytes(image).count > 5_000)
  }

  private func picture(of situation: Situation) throws -> String {
    let store = try situation.store
    try store.fill(place)
    return try place.exporting(
      to: "still.svg", store.sessions.indices.map { String($0 + 1) },
      environment: situation == .commaLocale ? try place.speaking("de_DE") : [:])
  }

  @Test("a drive has its colours, stops with times, a scale bar and a title")
  func drive() throws {
    try importDrive()
    let still = try text("still.svg", ["--time-zone", "UTC"])

    #expect(still.contains(">Track of 2026-05-01</text>"))
    #expect(still.contains("2026-05-01 06:00–06:23 UTC  ·  11.5 km  ·  23 min 19 s"))
    #expect(still.occurrences(of: "<circle class=\"stop\"") == 2)
    #expect(still.contains(">06:07–06:12</text>"))
    #expect(still.occurrences(of: "<path stroke=\"#") > 10)
    #expect(still.contains(">1 km</text>") && still.contains(">120 km/h</text>"))
    #expect(try text("bare.svg", ["--no-stops"]).occurrences(of: "<circle class=\"stop\"") == 0)
    #expect(try text("mile.svg", ["--units", "imperial"]).contains(">80 mph</text>"))
    #expect(!(try text("bare.svg", ["--relative-time"]).contains("2026")))
  }

  @Test("a still of many fixes has no more of them than can be seen")
  func large() throws {
    let fixes = (0..<200_000).map {
      SyntheticStore.Fix(1_777_615_200_000 + $0 * 100, 47_000_000_000 + $0 * 1_000, 8_000_000_000 + $0 % 50 * 400)
    }
    try SyntheticStore([.init("long", fixes)]).fill(place)

    #expect(try text("still.svg").utf8.count < 500_000)
  }

  @Test(
    "still and page have the same colours", .enabled(if: PageWindow.isPossible, "Chromium is not on this machine"))
  func colours() throws {
    try importDrive()
    let fills = try text("still.svg").matches(of: /<rect [^>]*height="10" fill="#(..)(..)(..)"/).map { match in
      [match.1, match.2, match.3].compactMap { Int($0, radix: 16) }.map(String.init).joined(separator: ", ")
    }
    let script = "getComputedStyle(document.querySelector('#speeds i')).backgroundImage"
    let gradient = try PageWindow.wide.look(at: try place.exporting(to: "page.html"), in: place, script: script).script
    let stops = try #require(gradient).matches(of: /rgb\(([0-9, ]+)\)/).map { String($0.1) }

    #expect(fills.count == 24)
    #expect(stops == fills)
  }

  @Test(
    "what only pictures have is refused elsewhere, and so is what is no address of tiles",
    arguments: [
      ["-f", "gpx", "--units", "metric"], ["-f", "csv", "--tiles", "https://tile.example/{z}/{x}/{y}.png"],
      ["-f", "svg", "--tiles", "https://tile.example/{z}/{x}/{y}.png"],
      ["-f", "html", "--tiles", "https://tile.example/"],
      ["-f", "html", "--tiles", "https://tile.example; script-src *//{z}/{x}/{y}"],
      ["-f", "html", "--tiles", "javascript:{z}/{x}/{y}"], ["-f", "html", "--tiles", "https://a'\"/{z}/{x}/{y}"],
    ])
  func refused(words: [String]) throws {
    let outcome = try place.run(Program.waylog, ["export", "--database", place.store.path] + words)
    #expect(outcome.status == 64, "\(outcome.errors)")
  }

  @Test("a picture that cannot be written is an error, and leaves nothing", arguments: ["html", "svg"])
  func fullDisk(format: String) throws {
    try importDrive()

    let full = try place.waylog("export", "-f", format, "-o", "/dev/full")
    #expect(full.status == 74)
    let script = "ulimit -f 2; exec \"$0\" export -f \"$1\" -o \"$2\" --database \"$3\""
    let cut = try place.run("bash", ["-c", script, Program.waylog, format, place.path("cut"), place.store.path])
    #expect(cut.status != 0)
    #expect(!place.files.contains("cut"))
  }

  @Test("what is kept back is in no picture", arguments: ["html", "svg"])
  func privacy(format: String) throws {
    try importDrive()
    _ = try place.run("sqlite3", [place.store.path, "UPDATE session SET name = 'A ride'"])
    let whole = try text("whole.\(format)")
    let trimmed = try text("trimmed.\(format)", ["--trim", "1000"])
    let stop = format == "svg" ? "class=\"stop\"" : "\"kind\":\"rest\""

    #expect(whole.occurrences(of: stop) == 2)
    // The last stop is where the trimmed end is.
    #expect(trimmed.occurrences(of: stop) == 1)
    #expect(trimmed.contains("A ride"))
  }
}

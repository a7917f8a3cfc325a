import TestSupport
import Testing

@Suite("Exports that keep something back", .backstop)
struct PrivacyExportTests {
  private let place: Workplace
  /// A drive east: a fix a second and 20 m, from home at 8° E.
  private static let fixes = (0..<500).map {
    SyntheticStore.Fix(1_777_615_200_000 + $0 * 1000, 47_000_000_000, 8_000_000_000 + $0 * 263_000)
  }

  init() throws {
    place = try Workplace()
    try SyntheticStore([.init("to work", Self.fixes)]).fill(place)
  }

  private func export(_ words: [String], _ environment: [String: String] = [:]) throws -> Outcome {
    try place.run(
      Program.waylog, ["export", "-f", "csv", "--database", place.store.path] + words, environment: environment)
  }

  private func longitudes(_ outcome: Outcome) -> [Double] {
    outcome.lines.dropFirst().compactMap { Double($0.split(separator: ",")[2]) }
  }

  @Test("a zone is cut out, the same way each time, and the report counts without telling where")
  func zone() throws {
    let first = try export(["--privacy-zone", "47,8.03,300"])
    let again = try export(["--privacy-zone", "47,8.03,300"])
    let shown = longitudes(first)

    #expect(first.status == 0)
    #expect(first.output == again.output)
    // 300 m are 0.004°.
    #expect(shown.allSatisfy { !(8.026...8.034).contains($0) })
    #expect(Set(first.lines.dropFirst().map { $0.split(separator: ",").suffix(2).first }).count == 2)
    #expect(first.errors == "waylog: left out \(500 - shown.count) fixes in privacy zones\n")
    #expect(try place.store.count("SELECT count(*) FROM fix") == 500)
  }

  @Test("the secret is made once, for its owner alone; others are cut elsewhere")
  func secret() throws {
    let first = try export(["--privacy-zone", "47,8.03,300"])
    let path = place.path(".local/share/waylog/export-secret")
    #expect(place.bytes(path).count == 16)
    #expect(try place.run("stat", ["-c", "%a", path]).output == "600\n")

    let others = try (0..<4).map {
      try export(["--privacy-zone", "47,8.03,300"], ["XDG_DATA_HOME": place.path("\($0)")])
    }
    #expect(Set(others.map(\.output) + [first.output]).count > 1)
    _ = try place.run("chmod", ["644", path])
    #expect(try export(["--privacy-zone", "47,8.03,300"]).status == 77)
    _ = try place.run("bash", ["-c", "chmod 600 '\(path)'; truncate -s 15 '\(path)'"])
    let damaged = try export(["--privacy-zone", "47,8.03,300"])
    #expect(damaged.status == 65)
    #expect(damaged.output == "")
  }

  @Test("two exports that need the secret first agree on it")
  func race() throws {
    let words = ["export", "-f", "csv", "--privacy-zone", "47,8.03,300", "--database", place.store.path]
    let runs = try (0..<6).map { _ in try place.start(Program.waylog, words) }
    let outputs = try runs.map { try $0.wait(within: 30).output }

    #expect(Set(outputs).count == 1)
    #expect(outputs[0].contains("time"))
  }

  @Test(
    "a zone that makes no sense is refused, and not repeated", arguments: ["47.1", "91,8,300", "47,8.5,3", "a,b,c"])
  func badZone(text: String) throws {
    let outcome = try export(["--privacy-zone", text])

    #expect(outcome.status == 64)
    #expect(!outcome.errors.contains(text))
    let box = try export(["--bbox", text])
    #expect(box.status == 64)
    #expect(!box.errors.contains(text))
  }

  @Test("both ends are trimmed as the crow flies, and where all is kept back nothing is written")
  func trim() throws {
    let outcome = try export(["--trim", "1000"])
    let shown = longitudes(outcome)

    #expect((8.0131...8.0134).contains(try #require(shown.first)))
    #expect((8.1178...8.1182).contains(try #require(shown.last)))
    #expect(outcome.errors == "waylog: left out \(500 - shown.count) fixes at the ends of sessions\n")
    let nothing = try export(["--trim", "50000", "-o", place.path("none.csv")])
    #expect(nothing.status == 1)
    #expect(!place.files.contains("none.csv"))
  }

  @Test("relative times count from the first fix that is shown, and no format tells the date")
  func relativeTimes() throws {
    for format in ["gpx", "geojson", "geojsonseq", "kml", "csv"] {
      let outcome = try export(["-f", format, "--relative-time", "--trim", "1000"])
      #expect(!outcome.output.contains("2026"), "\(format)")
      #expect(outcome.output.contains("1970-01-01T00:00:00"), "\(format)")
      #expect(outcome.output.contains("1970-01-01T00:00:01"), "\(format)")
    }
  }

  @Test("a simpler line is not drawn through a zone")
  func simplified() throws {
    #expect(longitudes(try export(["--simplify", "5"])).count == 2)
    let outcome = try export(["--simplify", "5", "--privacy-zone", "47,8.03,300"])

    #expect(Set(outcome.lines.dropFirst().map { $0.split(separator: ",").suffix(2).first }).count == 2)
    #expect(outcome.errors == "waylog: left out 1 line through a privacy zone\n")
  }

  @Test("degrees have no more decimals than asked for")
  func precision() throws {
    let shown = longitudes(try export(["--precision", "3"]))

    #expect(shown.count == 500)
    #expect(shown.allSatisfy { (($0 * 1000).rounded() - $0 * 1000).magnitude < 1e-6 })
  }
}

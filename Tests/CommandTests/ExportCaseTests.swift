import TestSupport
import Testing

@Suite("Cases: what exports say", .backstop)
struct ExportCaseTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  @Test("case 27: ele is the height above the sea or nothing, and no datum climbs")
  func heights() throws {
    try place.importing(Cases.path("27-altitude-datums/feed.json"), ["--keep-all"])
    let gpx = GPX(try place.exporting(to: "out.gpx"), in: place)

    #expect(try gpx.count("trkpt") == 6)
    #expect(try gpx.texts("ele") == Array(repeating: "431.2", count: 5))
    #expect(try Set(gpx.texts("geoidheight")) == ["47.9"])
    #expect(try store.rows("SELECT altitude_msl_m, altitude_hae_m FROM fix WHERE seq = 3") == [["NULL", "479.1"]])
    #expect(try store.rows("SELECT ascent_m, descent_m FROM session_summary") == [["0.0", "0.0"]])
    #expect(try gpx.faults() == "")
  }

  @Test(
    "case 34: exports are the same bytes in every language",
    .enabled(if: Program.isInstalled("localedef"), "there is no localedef"))
  func locales() throws {
    let feed = try place.file("walk.json", try Feed(Cases.path("34-comma-locale/walk.csv")).json)
    var exports: [String: [String]] = [:]
    for language in ["C", "de_DE", "fr_FR", "tr_TR", "fa_IR"] {
      let environment = try place.speaking(language)
      let other = try Workplace()
      try other.importing(feed, ["--keep-all", "--segment-gap", "20.5"], environment: environment)
      exports[language] = try ["out.gpx", "out.csv", "out.kml", "out.geojson", "out.geojsonseq"].map {
        // Each of these sessions has a uuid of its own.
        String(decoding: other.bytes(try other.exporting(to: $0, environment: environment)), as: UTF8.self)
          .replacing(/"uuid":"[^"]*"/, with: "")
      }
    }

    let plain = try #require(exports["C"])
    #expect(plain.allSatisfy { $0.count > 200 })
    for (language, texts) in exports { #expect(texts == plain, "\(language)") }
    // The languages are really there: a program that asks for them writes a comma.
    let words = try place.run("/usr/bin/printf", ["%.1f", "0"], environment: try place.speaking("de_DE"))
    #expect(words.output == "0,0")
  }

  @Test("case 34: recording and its numbers know no language either", .enabled(if: Program.isInstalled("localedef")))
  func recordingInALanguage() throws {
    let environment = try place.speaking("de_DE")
    let feed = try Feed(Cases.path("34-comma-locale/walk.csv"))
    try place.recording(feed, ["--keep-all", "--commit", "0.5"], environment: environment)
    let other = try Workplace()
    try other.recording(feed, ["--keep-all"])

    let languages = try [place, other].map { $0.bytes(try $0.exporting(to: "out.gpx", environment: environment)) }
    #expect(languages[0] == languages[1])
    #expect(try place.waylog("record", "--commit", "0,5", environment: environment).status == 64)
  }

  @Test("case 42: values near zero are recorded and written as plain decimals", arguments: ["feed.json", "tiny.csv"])
  func tinyValues(_ name: String) throws {
    let path = Cases.path("42-tiny-values/\(name)")
    let file = name.hasSuffix(".csv") ? try place.file("feed.json", try Feed(path).json) : path
    try place.importing(file, ["--keep-all"])
    let gpx = GPX(try place.exporting(to: "out.gpx"), in: place)
    let text = String(decoding: place.bytes(place.path("out.gpx")), as: UTF8.self)

    #expect(try gpx.count("trkpt") == 5)
    for format in ["gpx", "csv", "kml", "geojson", "geojsonseq"] {
      let text = try place.waylog("export", "--format", format).output.lowercased()
        .replacing(/"uuid":"[^"]*"/, with: "")
      #expect(text.firstMatch(of: /[0-9]e-?[0-9]|\bnan\b|\binf|[^-0-9.]-0[.0]*[^-0-9.]/) == nil, "\(format)")
    }
    #expect(text.contains("lon=\"0.0000001\""))
    #expect(try gpx.faults() == "")
  }
}

import Positioning
import Testing

@testable import TrackFormats

@Suite("Files beside those that were found right")
struct GoldenTests {
  @Test("Each format makes of the sample what it made before", arguments: FormatName.texts)
  func sample(format: FormatName) throws {
    let text = try Track.sample.text(as: format)
    #expect(text == (try Golden.text("sample.\(format.rawValue)", accepting: text)))
  }

  @Test("A session without rows makes a whole file too", arguments: FormatName.texts)
  func empty(format: FormatName) throws {
    let text = try Track(sessions: [(.init(number: 3, uuid: "u"), [])]).text(as: format)
    #expect(text == (try Golden.text("empty.\(format.rawValue)", accepting: text)))
  }

  @Test(
    "No number has an exponent, is not one, or is a negative zero",
    arguments: FormatName.texts)
  func numbers(format: FormatName) throws {
    let text = try Track.sample.text(as: format)
    #expect(text.firstMatch(of: /[,>"]-?[0-9.]+[eE][-+0-9]/) == nil)
    #expect(text.firstMatch(of: /[,>"]-0(?:\.0*)?[,<"]/) == nil)
    #expect(text.firstMatch(of: /(?i)[,>"]-?(?:nan|inf|infinity|nil|\(null\))[,<"]/) == nil)
    #expect(text.firstMatch(of: /[,>"]-?[0-9]+\.[,<"]/) == nil)
  }

  @Test(
    "A file name's suffix asks for its format",
    arguments: [
      ("a.gpx", .gpx), ("a.b.CSV", .csv), ("a", nil), ("gpx", nil), ("a.kml", .kml), ("a.json", .geojson),
      ("a.ndjson", .geojsonseq), ("a.fit", nil), ("a.", nil), (".gpx", .gpx),
    ]
      as [(String, FormatName?)])
  func suffix(path: String, format: FormatName?) {
    #expect(FormatName(suffixOf: path) == format)
  }
}

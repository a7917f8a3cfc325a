import Foundation
import FoundationXML
import Positioning
import Testing

@testable import TrackFormats

/// What an XML parser finds.
private final class Elements: NSObject, XMLParserDelegate {
  struct Element {
    var path: [String]
    var attributes: [String: String]
    var text = ""
  }

  private(set) var all: [Element] = []
  private(set) var fault: String?
  private var open: [Int] = []

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { fault = parser.parserError.map { "\($0)" } ?? "not parsed" }
  }

  /// The texts of all elements with that name.
  subscript(name: String) -> [String] { all.filter { $0.path.last == name }.map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    all.append(Element(path: (open.last.map { all[$0].path } ?? []) + [name], attributes: attributes))
    open.append(all.count - 1)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { all[last].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}

@Suite("GPX")
struct GPXTests {
  @Test("The file is well-formed, whatever sessions, marks and programs are called")
  func hostileNames() throws {
    for name in try Golden.hostileNames() {
      var track = Track.sample
      track.marks[0].text = name
      track.sessions[0].session.name = name
      track.sessions[0].session.note = name
      let elements = Elements(try track.text(as: .gpx))
      #expect(elements.fault == nil, "\(name)")
      #expect(try elements["trkpt"].count == Track.sample.text(as: .gpx).components(separatedBy: "<trkpt").count - 1)
      // What XML cannot hold is replaced; everything else comes back.
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{FFFE}" }
      if isPlain, !name.isEmpty {
        #expect(elements["name"].contains(name), "\(name)")
        #expect(elements["desc"].contains(name), "\(name)")
      }
    }
  }

  @Test("Every session is a track, every segment a segment of it, with its rows in order")
  func structure() throws {
    let elements = Elements(try Track.sample.text(as: .gpx))
    #expect(elements["trk"].count == 2)
    #expect(elements["trkseg"].count == 4)
    #expect(elements["number"] == ["1", "12"])
    #expect(elements["wpt"].count == 4)
    let order = elements.all.compactMap(\.path.last).filter { ["trkseg", "trkpt", "trk"].contains($0) }
    let points = order.split(separator: "trkseg", omittingEmptySubsequences: false).map { $0.count { $0 == "trkpt" } }
    #expect(points == [0, 2, 10, 3, 1])
  }

  @Test("ele is the height above the sea and nothing else")
  func elevation() throws {
    var track = Track(sessions: [(.init(number: 1, uuid: "u"), [])])
    var point = point(1, at: 0, 0, 0)
    point.altitudeHAEE4 = 4_791_000
    track.sessions[0].points = [point]
    #expect(try !track.text(as: .gpx).contains("<ele>"))
    #expect(try !track.text(as: .gpx).contains("geoidheight"))
    point.altitudeMSLE4 = 4_312_000
    track.sessions[0].points = [point]
    #expect(Elements(try track.text(as: .gpx))["ele"] == ["431.2"])
    #expect(Elements(try track.text(as: .gpx))["geoidheight"] == ["47.9"])
  }

  @Test("Longitudes stay below 180°, as the schema wants")
  func antimeridian() throws {
    let longitudes = Elements(try Track.sample.text(as: .gpx)).all.compactMap { $0.attributes["lon"] }.compactMap(
      Double.init)
    #expect(longitudes.count == 20)
    #expect(longitudes.allSatisfy { (-180..<180).contains($0) })
  }
}

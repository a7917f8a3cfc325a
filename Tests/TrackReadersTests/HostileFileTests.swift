import Testing
import TrackReaders

@Suite("GPX that is not to be trusted")
struct HostileFileTests {
  private let whole = file(
    #"<trkpt lat="1" lon="2"><ele>3</ele></trkpt><trkpt lat="4" lon="5"></trkpt>"#)

  @Test("cut at any byte, a file gives the points that are whole and says that it ends early")
  func cut() {
    let bytes = Array(whole.utf8)
    for length in 0..<bytes.count {
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      let read = read(text)
      #expect(read.fault == GPXFault(.endsEarly, line: 1), "\(length) bytes")
      #expect(points(read.items) == text.split(separator: "</trkpt>", omittingEmptySubsequences: false).count - 1)
    }
    #expect(read(whole).fault == nil)
  }

  @Test(
    "damage is told with its line, and what comes before is handed out",
    arguments: ["\0\0\0", "<a b=c/>", "&nbsp;", "</trk>", "\u{1}", "<gpx", "]]>"])
  func damage(_ fault: String) {
    let read = read(file("<trkpt lat=\"1\" lon=\"2\"/>\n\n\(fault) <trkpt lat=\"3\" lon=\"4\"/>"))
    #expect(read.fault?.line == 3)
    #expect(points(read.items) == 1)
  }

  @Test(
    "entities are refused, whatever they would become",
    arguments: [
      #"<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">"#,
      #"<!ENTITY a SYSTEM "file:///etc/passwd">"#, #"<!ENTITY % a SYSTEM "http://127.0.0.1/evil.dtd"> %a;"#,
    ])
  func entities(_ declaration: String) {
    let read = read("<?xml version=\"1.0\"?>\n<!DOCTYPE gpx [\(declaration)]>\n<gpx><name>&b;</name></gpx>")
    #expect(read.fault == GPXFault(.untrustworthy("it declares entities, which no GPX needs"), line: 2))
    #expect(read.items.isEmpty)
  }

  @Test("a tag, a comment or an attribute of more than a megabyte is refused before it fills the memory")
  func longTokens() {
    for beginning in ["<gpx><!-- ", "<gpx creator=\"", "<gpx", "<?"] {
      var bytes = Array(beginning.utf8)
      bytes += [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20)
      let read = read(bytes, pieces: 65_536)
      #expect(read.fault == GPXFault(.untrustworthy("a tag is longer than a megabyte"), line: 1), "\(beginning)")
    }
  }

  @Test("elements a hundred deep are refused")
  func depth() {
    let read = read("<gpx>" + String(repeating: "<a>", count: 100))
    #expect(read.fault == GPXFault(.untrustworthy("its elements lie too deep in each other"), line: 1))
  }

  @Test("XML of another kind is named", arguments: ["kml", "TrainingCenterDatabase", "html"])
  func otherXML(_ element: String) {
    #expect(read("<?xml version=\"1.0\"?>\n<\(element)></\(element)>").fault == GPXFault(.notGPX(element), line: 2))
  }

  @Test("a name of a megabyte is cut, not kept")
  func longName() {
    let name = String(repeating: "a", count: 1 << 20)
    let read = read("<gpx><trk><name>\(name)</name><trkseg/></trk></gpx>", pieces: 4096)
    guard case .track(let track)? = read.items.dropFirst().first else {
      Issue.record("no track")
      return
    }
    #expect(track.name?.utf8.count == 4096)
  }

  @Test("Latin 1 and UTF-16 are read as what they say they are")
  func encodings() {
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><gpx creator=\"Z".utf8) + [0xFC]
    #expect(read(latin + Array("rich\"/>".utf8), pieces: 5).items == [.file(creator: "Zürich")])
    let wide = "\u{FEFF}<gpx creator=\"Zürich\"/>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(read(wide, pieces: 5).items == [.file(creator: "Zürich")])
  }

  private func points(_ items: [GPXItem]) -> Int { items.count { if case .point = $0 { true } else { false } } }
}

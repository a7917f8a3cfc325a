import Foundation
import FoundationXML
import Testing
import TextOutput

@Suite("XML text")
struct XMLTextTests {
  @Test("Hostile names come back from a parser, less what XML forbids", arguments: hostileNames)
  func roundTrip(name: String) throws {
    let read = try read(name)
    #expect(read.text == name.allowedInXML)
    #expect(read.attribute == name.allowedInXML)
  }

  @Test("Any text comes back from a parser, less what XML forbids")
  func anyText() throws {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let name = random.text(length: 40)
      let read = try read(name)
      #expect(read.text == name.allowedInXML, "seed \(seed)")
      #expect(read.attribute == name.allowedInXML, "seed \(seed)")
    }
  }

  @Test("Markup is escaped and forbidden characters are replaced, not referred to")
  func escapes() {
    #expect(written { $0.append(xmlText: "a<b>&\"]]>\u{7}\u{FFFE}\t\n\r") } == "a&lt;b&gt;&amp;&quot;]]&gt;��\t\n&#13;")
    #expect(written { $0.append(xmlAttribute: "\t\n\r") } == "&#9;&#10;&#13;")
  }

  private func read(_ name: String) throws -> XMLReader {
    let document = written { buffer in
      buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<name note=\"")
      buffer.append(xmlAttribute: name)
      buffer.append("\">")
      buffer.append(xmlText: name)
      buffer.append("</name>")
    }
    let reader = XMLReader()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = reader
    try #require(parser.parse(), "does not parse: \(document.debugDescription)")
    return reader
  }
}

private final class XMLReader: NSObject, XMLParserDelegate {
  var text = ""
  var attribute: String?

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) { attribute = attributes["note"] }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}

extension String {
  /// Every character outside the Char production of XML 1.0, section 2.2, replaced.
  fileprivate var allowedInXML: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: result.append(scalar)
      default: result.append("\u{FFFD}")
      }
    }
    return String(result)
  }
}

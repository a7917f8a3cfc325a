import Foundation
import Testing
import TextOutput

@Suite("JSON")
struct JSONTests {
  @Test("Hostile names come back the same from a parser", arguments: hostileNames)
  func roundTrip(name: String) throws {
    #expect(try read(name).unicodeScalars.elementsEqual(name.unicodeScalars))
  }

  @Test("Any text comes back the same from a parser")
  func anyText() throws {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let name = random.text(length: 40)
      #expect(
        try read(name).unicodeScalars.elementsEqual(name.unicodeScalars), "seed \(seed): \(name.debugDescription)")
    }
  }

  @Test("Nothing that a terminal or a script element obeys is written raw")
  func harmless() {
    let text = written { $0.append(json: "\u{1B}\u{7F}\u{9B}\u{2028}</script>") }
    #expect(text == "\"\\u001b\\u007f\\u009b\\u2028\\u003c/script>\"")
  }

  @Test("Objects and arrays get their commas and brackets")
  func nesting() {
    let text = written { buffer in
      buffer.appendJSONObject { session in
        session.field("uuid", "a-b")
        session.field("fixes", 12)
        session.field("open", true)
        session.field("ended", nil as Int64?)
        session.field("lat", .decimal(47_100_000_000, places: 9))
        session.field("speed", .rounded(1.25, places: 1, zeros: .kept))
        session.null("note")
        session.object("empty") { _ in }
        session.array("track") { track in
          track.array { position in
            position.element(1)
            position.element(.decimal(-5, places: 1))
          }
          track.object { $0.field("n", 2) }
          track.element("three")
        }
      }
    }
    #expect(
      text == """
        {"uuid":"a-b","fixes":12,"open":true,"ended":null,"lat":47.1,"speed":1.3,"note":null,\
        "empty":{},"track":[[1,-0.5],{"n":2},"three"]}
        """)
  }

  @Test("An unknown number and one that is none are null", arguments: [nil, Double.nan, .infinity])
  func unknownNumbers(value: Double?) {
    #expect(written { $0.appendJSONArray { $0.element(.rounded(value, places: 2)) } } == "[null]")
  }

  @Test("An object whose writing fails is closed and the buffer keeps what stood in it")
  func failure() {
    struct Failure: Error {}
    var buffer = TextBuffer()
    buffer.append("x")
    #expect(throws: Failure.self) {
      try buffer.appendJSONObject { object in
        object.field("a", 1)
        throw Failure()
      }
    }
    #expect(buffer.string == "x{\"a\":1}")
  }

  private func read(_ name: String) throws -> String {
    let document = Data(written { $0.append(json: name) }.utf8)
    return try #require(JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed) as? String)
  }
}

import Testing

@testable import Control

@Suite("Lines of the control protocol")
struct ControlLineTests {
  /// Reads what a line writes.
  private static func reread(_ line: ControlLine) -> ControlLine? { ControlLine(String(line.text.dropLast())) }

  @Test("A line is a word, the version, and fields between tabs")
  func form() {
    let line = ControlLine("mark", ["text": "a\tb\nc\rd\\e", "none": nil, "empty": ""])
    #expect(line.text == "mark\tversion=1\ttext=a\\tb\\nc\\rd\\\\e\tempty=\n")
  }

  @Test("Any value comes back as it was")
  func roundTrip() {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let (a, b) = (random.text(length: 40), random.text(length: 40))
      let line = ControlLine("word", ["a": a, "b": b])
      let read = Self.reread(line)
      // Compared by scalars: what only looks the same is not the same.
      #expect(read?["a"].map { Array($0.unicodeScalars) } == Array(a.unicodeScalars), "seed \(seed)")
      #expect(read?["b"].map { Array($0.unicodeScalars) } == Array(b.unicodeScalars), "seed \(seed)")
      #expect(read == line, "seed \(seed)")
      guard read == line else { break }
      #expect(line.text.unicodeScalars.count { $0 == "\n" } == 1, "seed \(seed)")
    }
  }

  @Test("An accent at the beginning of a value does not join the equals sign before it")
  func combiningMark() {
    let line = ControlLine("mark", ["text": "\u{301}a"])
    #expect(Self.reread(line) == line)
  }

  @Test("A value may hold equals signs, the first of which ends the name")
  func equalsSigns() {
    #expect(ControlLine("w\tversion=1\tk=a=b=")?["k"] == "a=b=")
  }

  @Test("Another version, or none, is refused", arguments: ["version=2", "version=", "version=1 ", "Version=1", "k=v"])
  func unknownVersion(field: String) {
    #expect(ControlLine("mark\t\(field)\ttext=a") == nil)
  }

  @Test("Fields nobody knows are carried and harm nothing")
  func unknownFields() throws {
    let line = try #require(ControlLine("mark\tversion=1\tfuture=x\ttext=a\tfuture=y"))
    #expect(line.word == "mark")
    #expect(line["text"] == "a")
    #expect(line["nothing"] == nil)
    #expect(line["future"] == "x")
  }

  @Test(
    "What is no line of this protocol is refused",
    arguments: [
      "", "mark", "\t", "\tversion=1", "mark version=1", "mark\tversion=1\t", "mark\tversion=1\tnoequals",
      "mark\tversion=1\tk=\\", "mark\tversion=1\tk=\\x", "GET / HTTP/1.1", "{}",
    ])
  func noLine(text: String) {
    #expect(ControlLine(text) == nil)
  }
}

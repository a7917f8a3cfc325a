import Testing
import TextOutput

@Suite("File names")
struct FileNameTests {
  @Test(
    "A name becomes a file of its folder",
    arguments: [
      ("Ride home", "Ride home"), ("../../etc/passwd", "_._.._etc_passwd"), ("-rf", "_rf"), (".hidden", "_hidden"),
      ("", "track"), ("   ", "track"), ("a/b\0c\n", "a_b_c_"), (" - x ", "_ x"), ("10:30 <a>", "10_30 _a_"),
      ("漢字 🚲", "漢字 🚲"), ("..", "_."),
    ])
  func safe(name: String, expected: String) {
    #expect(FileName.safe(name) == expected)
  }

  @Test("A long name is cut between characters and keeps its suffix")
  func long() {
    let name = FileName.safe(String(repeating: "👨‍👩‍👧", count: 100), suffix: ".gpx")
    #expect(name == String(repeating: "👨‍👩‍👧", count: 13) + ".gpx")
    #expect(FileName.safe(String(repeating: "a", count: 300)).utf8.count == 255)
  }

  @Test("Any text gives a name that is safe")
  func anyText() {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for name in hostileNames + (0..<2000).map({ _ in random.text(length: 200) }) {
      let safe = FileName.safe(name, suffix: ".gpx")
      let bytes = Array(safe.utf8)
      #expect((1...255).contains(bytes.count), "seed \(seed)")
      #expect(!bytes.contains { $0 < 0x20 || $0 == 0x2F || $0 == 0x7F }, "seed \(seed): \(safe)")
      #expect(bytes.first != UInt8(ascii: "-") && bytes.first != UInt8(ascii: "."), "seed \(seed): \(safe)")
      #expect(bytes.suffix(4).elementsEqual(".gpx".utf8), "seed \(seed): \(safe)")
    }
  }
}

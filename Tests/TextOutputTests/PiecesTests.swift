import Testing
import TextOutput

@Suite("Pieces of a text")
struct PiecesTests {
  @Test(
    "A text falls into what lies around another",
    arguments: [
      ("a--b--c", "--", ["a", "b", "c"]), ("--", "--", ["", ""]), ("---", "--", ["", "-"]), ("", "x", [""]),
      ("plain", "x", ["plain"]), ("x", "longer", ["x"]), ("Süd Süd", "ü", ["S", "d S", "d"]),
    ])
  func pieces(text: String, around sought: String, expected: [String]) {
    #expect(text.pieces(around: sought) == expected)
    #expect(text.contains(text: sought) == (expected.count > 1))
    #expect(text.replacing(text: sought, with: "+") == expected.joined(separator: "+"))
  }
}

import Testing
import TextOutput

@Suite("Text on a terminal")
struct DisplayTests {
  @Test(
    "Columns are those of a terminal",
    arguments: [
      ("", 0), ("plain", 5), ("café", 4), ("cafe\u{301}", 4), ("漢字", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("ｱ", 1), ("Ａ", 2), ("🚲", 2), ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("☀️", 2), ("👍🏽", 2), ("→", 1), ("a\u{200B}b", 2),
      ("soft\u{AD}hyphen", 11), ("क्ष", 2), ("…", 1),
    ])
  func columns(text: String, expected: Int) {
    #expect(DisplayWidth.columns(text) == expected)
  }

  @Test(
    "Text is cut to columns with an ellipsis",
    arguments: [("plain", 5, "plain"), ("plainer", 5, "plai…"), ("漢字漢字", 4, "漢…"), ("ab", 1, "…"), ("ab", 0, "")])
  func cutting(text: String, columns: Int, expected: String) {
    #expect(DisplayWidth.cut(text, to: columns) == expected)
  }

  @Test(
    "What a terminal would obey is made harmless",
    arguments: [
      ("plain 漢🚲", "plain 漢🚲"), ("bell\u{7} \u{1B}[31mred", "bell� �[31mred"), ("\u{7F}\u{9B}", "��"),
      ("a\tb\nc", "a b c"), ("x\u{202E}y\u{2066}z\u{2069}", "x�y�z�"), ("\u{2028}\u{2029}", "��"), ("\0", "�"),
    ])
  func harmless(text: String, expected: String) {
    #expect(Terminal.harmless(text) == expected)
  }

  @Test("A table stands in columns and ends its lines at the last letter")
  func table() {
    var table = TextTable([.init("Session"), .init("Distance", .right), .init("Note")])
    table.append(["漢字 tour", "12.3 km", ""])
    table.append(["x", "640 m", "late\u{1B}"])
    #expect(
      table.text(within: nil) == """
        Session    Distance  Note
        漢字 tour   12.3 km
        x             640 m  late�

        """)
  }

  @Test("A table without room goes without dispensable columns, the right ones first, then with less of its words")
  func narrowTable() {
    var table = TextTable([
      .init("Session", .right), .init("Moving", .right).dispensable, .init("Rows", .right).dispensable, .init("Name"),
    ])
    table.append(["1", "12 min", "94", "To the lake and back again"])

    #expect(table.lines(within: nil) == table.lines(within: 49))
    #expect(
      table.lines(within: 48) == [
        "Session  Moving  Name", "      1  12 min  To the lake and back again",
      ])
    #expect(table.lines(within: 43) == table.lines(within: 48))
    #expect(table.lines(within: 42) == ["Session  Name", "      1  To the lake and back again"])
    #expect(table.lines(within: 22) == ["Session  Name", "      1  To the lake …"])
    #expect(table.lines(within: 1) == ["Session  Name", "      1  To the lake…"])
  }

  @Test("Titles that are wider than their cells are cut before a column is left out")
  func wideTitle() {
    var table = TextTable([.init("Arrival (Europe/Berlin)"), .init("Kind").dispensable])
    table.append(["2026-05-01 06:12", "at rest"])

    #expect(table.lines(within: 28) == ["Arrival (Europe/Be…  Kind", "2026-05-01 06:12     at rest"])
    #expect(table.lines(within: 25) == ["Arrival (Europe…  Kind", "2026-05-01 06:12  at rest"])
    #expect(table.lines(within: 24) == ["Arrival (Europe…", "2026-05-01 06:12"])
  }

  @Test("A paragraph breaks at blanks; a long word stands alone")
  func paragraph() {
    #expect(Paragraph.lines("one two three", width: 7) == ["one two", "three"])
    #expect(Paragraph.lines("a /very/long/path b", width: 5) == ["a", "/very/long/path", "b"])
    #expect(Paragraph.lines("漢字 漢字", width: 8) == ["漢字", "漢字"])
    #expect(Paragraph.lines("one\n\ntwo", width: 80) == ["one", "", "two"])
  }

  @Test(
    "A duration has two units at most",
    arguments: [
      (0, "0 s"), (999, "0 s"), (12_400, "12 s"), (245_000, "4 min 05 s"), (3_720_000, "1 h 02 min"),
      (86_399_999, "23 h 59 min"), (86_400_000 + 4 * 3_600_000, "1 d 04 h"), (-12_000, "-12 s"),
    ] as [(Int64, String)])
  func duration(milliseconds: Int64, expected: String) {
    #expect(HumanText.duration(milliseconds: milliseconds) == expected)
  }

  @Test("The longest durations do not overflow", arguments: [Int64.min, Int64.max])
  func longestDuration(milliseconds: Int64) {
    #expect(HumanText.duration(milliseconds: milliseconds).hasSuffix("106751991167 d 07 h"))
  }

  @Test(
    "A distance takes the next unit when it rounds up to it",
    arguments: [
      (0, "0 m"), (640.4, "640 m"), (999.4, "999 m"), (999.6, "1.0 km"), (12_345, "12.3 km"), (99_949, "99.9 km"),
      (99_960, "100 km"), (1_234_567, "1235 km"), (-0.2, "0 m"), (Double.nan, "unknown"),
    ])
  func distance(metres: Double, expected: String) {
    #expect(HumanText.distance(metres: metres) == expected)
  }

  @Test(
    "sizes have the unit that fits",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
      (45_678_000, "45.7 MB"), (999_950_000, "1.0 GB"), (2_000_000_000_000, "2000.0 GB"),
    ] as [(Int64, String)])
  func size(bytes: Int64, expected: String) {
    #expect(HumanText.size(bytes: bytes) == expected)
  }
}

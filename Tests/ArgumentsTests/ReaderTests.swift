import Arguments
import Testing

@Suite("Values")
struct ReaderTests {
  @Test(
    "A duration is read to the millisecond",
    arguments: [
      ("90", 90_000), ("90s", 90_000), ("5m", 300_000), ("5min", 300_000), ("1h", 3_600_000), ("2d", 172_800_000),
      ("250ms", 250), ("1.5h", 5_400_000), ("0", 0), ("0.0004", 0), ("20.3", 20_300), ("0.1d", 8_640_000),
    ] as [(String, Int64)])
  func durations(text: String, milliseconds: Int64) throws {
    #expect(try Reader.duration.read(text) == milliseconds)
  }

  @Test(
    "What is no duration is refused",
    arguments: [
      "", "s", "-5", "5 m", "5x", "1,5", ".", ".5", "5.", "1.2.3", "1e3", "٣s", "99999999999999999d", "36525.1d",
      "9223372036854775",
    ])
  func noDurations(text: String) {
    let expectation = "a duration, such as 90s, 5m, 1h or 2d, and a hundred years at most"
    #expect(throws: UsageError("expected \(expectation), not '\(text)'")) {
      try Reader.duration.read(text)
    }
  }

  @Test("Seconds take decimals and no unit")
  func seconds() throws {
    #expect(try Reader.seconds.read("20.5") == 20_500)
    #expect(try Reader.seconds.read("20") == 20_000)
    #expect(throws: UsageError.self) { try Reader.seconds.read("20,5") }
  }

  @Test(
    "More than ten years of seconds, and what has a unit, are refused",
    arguments: ["315576000.001", "9223372036854775", "20s"])
  func tooManySeconds(text: String) throws {
    #expect(try Reader.seconds.read("315576000") == 315_576_000_000)
    #expect(throws: UsageError("expected seconds, such as 20 or 20.5, and ten years at most, not '\(text)'")) {
      try Reader.seconds.read(text)
    }
  }

  @Test("A hundred years are the longest duration")
  func longestDuration() throws {
    #expect(try Reader.duration.read("36525d") == 3_155_760_000_000)
  }

  @Test(
    "The limits of a whole number are said",
    arguments: [
      (1...100, "a whole number from 1 to 100"), (0...Int.max, "a whole number, 0 or more"),
      (Int.min...Int.max, "a whole number"),
    ])
  func limits(range: ClosedRange<Int>, expectation: String) {
    #expect(Reader.integer(in: range).expectation == expectation)
    #expect(throws: UsageError("expected \(expectation), not '1.5'")) { try Reader.integer(in: range).read("1.5") }
  }

  @Test("A decimal has a point in every country and no exponent", arguments: ["1,5", "1e1", "nan", "inf", "0x1", ""])
  func decimals(text: String) throws {
    #expect(try Reader.decimal(in: 0...10).read("1.5") == 1.5)
    #expect(throws: UsageError("expected a number from 0 to 10, not '\(text)'")) {
      try Reader.decimal(in: 0...10).read(text)
    }
  }

  @Test("One of a list of words is read as its value and offered to the shell")
  func words() throws {
    let reader = Reader.oneOf(["metric": 1, "imperial": 2])
    #expect(try reader.read("imperial") == 2)
    #expect(reader.completion == .words(["metric", "imperial"]))
    #expect(throws: UsageError("expected 'metric' or 'imperial', not 'metrc'", hint: "did you mean 'metric'?")) {
      try reader.read("metrc")
    }
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "The nearest word within two slips is suggested",
    arguments: [
      ("recrod", "record"), ("rcord", "record"), ("recorrd", "record"), ("rekord", "record"), ("erport", "export"),
      ("xport", "export"), ("stats", "status"), ("zzz", nil), ("sta", "start"), ("no", "on"), ("of", "on"), ("up", nil),
      ("", nil), ("r", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    #expect(Suggestion.nearest(to: word, among: ["record", "export", "start", "status", "on"]) == expected)
  }
}

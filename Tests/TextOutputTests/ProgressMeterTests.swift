import Testing
import TextOutput

@Suite("How far a long work has come")
struct ProgressMeterTests {
  private static let erasure = "\r\u{1b}[K"

  @Test("What is over within half a second is never shown, and nothing has to be taken away")
  func short() {
    var meter = ProgressMeter("importing", .bytes, of: 1_000)
    for time in stride(from: Int64(0), to: 500, by: 50) { #expect(meter.draw(time, after: time, columns: 80) == nil) }
    #expect(meter.erase() == nil)
  }

  @Test("It is drawn ten times a second at most, and taken away once")
  func often() {
    var meter = ProgressMeter("importing", .bytes, of: 100_000)
    let drawn = (0..<2_000).filter { meter.draw(Int64($0), after: Int64($0), columns: 80) != nil }
    #expect(drawn == Array(stride(from: 500, to: 2_000, by: 100)))
    #expect(meter.erase() == Self.erasure)
    #expect(meter.erase() == nil)
  }

  @Test(
    "A line has bar, share, rate and the time left; what is not known is left out",
    arguments: [
      (.bytes, 80_000_000, 80, "importing  [███████▌                      ]   25 %  20.0 MB/s  3 s left"),
      (.bytes, nil, 80, "importing  20.0 MB  20.0 MB/s"),
      (
        .things("fixes"), 80_000_000, 120,
        "importing  [███████▌                      ]   25 %  20 000 000 fixes/s  3 s left"
      ),
      (.unknown, nil, 80, "importing  1 s"),
      (.bytes, 80_000_000, 49, "importing   25 %  20.0 MB/s  3 s left"),
      (.bytes, 80_000_000, 60, "importing  [████▌             ]   25 %  20.0 MB/s  3 s left"),
    ] as [(ProgressMeter.Quantity, Int64?, Int, String)])
  func words(quantity: ProgressMeter.Quantity, total: Int64?, columns: Int, line: String) {
    var meter = ProgressMeter("importing", quantity, of: total)
    #expect(meter.draw(20_000_000, after: 1_000, columns: columns) == Self.erasure + line)
  }

  @Test("No line is as wide as the terminal, and one is never full before its time", arguments: 20...200)
  func widths(columns: Int) throws {
    var meter = ProgressMeter("exporting", .things("fixes"), of: 123_456_789)
    for (index, done) in [0, 1, 50_000_000, 123_456_788, 123_456_789, 200_000_000].enumerated() {
      let drawn = meter.draw(Int64(done), after: 1_000 + Int64(index) * 100_000, columns: columns)
      let text = try #require(drawn)
      #expect(DisplayWidth.columns(String(text.dropFirst(Self.erasure.count))) < columns)
      #expect(!text.contains("100 %") || done >= 123_456_789)
      #expect(!text.contains("200 %"))
    }
  }

  @Test("Colour is only in the bar")
  func colour() throws {
    var meter = ProgressMeter("copying", .bytes, of: 2, .coloured)
    let drawn = meter.draw(1, after: 1_000, columns: 80)
    let text = try #require(drawn)
    #expect(text.contains("[\u{1b}[36m███████████████"))
    #expect(
      text.replacing("\u{1b}[36m", with: "").replacing("\u{1b}[0m", with: "").filter { $0 == "\u{1b}" }.count == 1)
  }

  @Test(
    "Counts have blanks between thousands",
    arguments: [(0, "0"), (999, "999"), (1_000, "1 000"), (12_030, "12 030"), (1_000_007, "1 000 007")])
  func grouped(count: Int64, text: String) { #expect(HumanText.grouped(count) == text) }
}

import Testing
import TextOutput

@Suite("Bars")
struct BarTests {
  @Test(
    "a bar fills its share to an eighth of a column",
    arguments: [
      (1, "████"), (0.5, "██"), (0.25, "█"), (0.28, "█▏"), (0.97, "███▉"), (2, "████"), (0.001, "▏"), (0, ""), (-1, ""),
      (Double.nan, ""),
    ])
  func share(_ share: Double, _ bar: String) { #expect(Bar.text(share: share, columns: 4) == bar) }

  @Test("without columns there is no bar, and none is longer than its columns")
  func columns() {
    #expect(Bar.text(share: 1, columns: 0) == "")
    for columns in 1...50 {
      for share in stride(from: 0.0, through: 1, by: 0.01) {
        #expect(DisplayWidth.columns(Bar.text(share: share, columns: columns)) <= columns)
      }
    }
  }
}

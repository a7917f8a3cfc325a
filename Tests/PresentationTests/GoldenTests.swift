import Testing
import TextOutput

@testable import Presentation

@Suite("Presentations beside those that were found right")
struct GoldenTests {
  @Test(
    "Each style shows each kind of snapshot as it did before",
    arguments: [
      "text=minimal", "text=compact", "text=lock", "json", "waybar", "i3bar", "polybar", "tmux",
    ])
  func style(_ name: String) throws {
    let tint = Tint(background: Colour("#00ffff"), border: Colour("#F00"))
    let encoder = try #require(try Style(name).encoder(tint: tint))
    let text = Sample.allCases.map { $0.snapshot.rendered().text(encoder) }.joined()
    #expect(text == (try Golden.text("\(name).txt", accepting: text)))
  }

  @Test("Each kind of units shows the same drive as it did before", arguments: Units.allCases)
  func units(_ units: Units) throws {
    let text = Sample.moving.snapshot.rendered(units).lockScreen.joined(separator: "\n") + "\n"
    #expect(text == (try Golden.text("units-\(units.rawValue).txt", accepting: text)))
  }

  @Test("The same input gives the same bytes")
  func pure() throws {
    for sample in Sample.allCases {
      for style in Style.forms.filter({ !$0.contains("TEMPLATE") }) {
        guard let encoder = try Style(style).encoder() else { continue }
        #expect(sample.snapshot.rendered().text(encoder) == sample.snapshot.rendered().text(encoder))
      }
    }
  }
}

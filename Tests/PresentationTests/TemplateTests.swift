import Testing
import TextOutput

@testable import Presentation

@Suite("Templates")
struct TemplateTests {
  private func filled(
    _ text: String, _ sample: Sample = .moving, for reader: Template.Reader = .anything, _ units: Units = .metric
  ) throws -> String {
    sample.snapshot.rendered(units).text(TemplateEncoder(try Template(text, for: reader)))
  }

  @Test(
    "Holes are filled",
    arguments: [
      ("{speed} {speed_unit}", "48 km/h\n"), ("{speed:.2}", "48.24\n"), ("{distance:.0}", "12\n"),
      ("{distance}", "12.3\n"),
      ("{{{state}}}", "{moving}\n"), ("", "\n"), ("{trip}: {moving}, {age}", "To work & back: 1 h 02 min, 2 s\n"),
      ("{content.nothing|none}", "none\n"), ("{content.distance_m:.1|-}", "12345.6\n"), ("{name|a|b}", "a|b\n"),
      ("{stale|live}", "live\n"), ("\u{301}{minimal}\u{301}", "\u{301}48 km/h\u{301}\n"),
    ])
  func holes(text: String, line: String) throws {
    // By scalars: a mark joins what stands before it.
    #expect(Array(try filled(text).unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test("Numbers follow the units")
  func units() throws {
    #expect(
      try filled("{speed:.1} {speed_unit} {distance:.2} {distance_unit}", .moving, .imperial) == "30.0 mph 7.67 mi\n")
  }

  @Test(
    "What makes no sense is refused when it is read",
    arguments: [
      ("{sped}", TemplateError.unknownField("sped")), ("{}", .unknownField("")),
      ("{content.}", .unknownField("content.")),
      ("{speed", .unbalancedBrace), ("speed}", .unbalancedBrace), ("{speed:1}", .wrongDecimals("1")),
      ("{speed:.10}", .wrongDecimals(".10")), ("{speed:}", .wrongDecimals("")), ("{trip:.1}", .notANumber("trip")),
      ("a\nb", .lineBreak), ("{trip|a\nb}", .lineBreak),
    ])
  func refused(text: String, error: TemplateError) {
    #expect(throws: error) { try Template(text) }
    #expect(!error.description.isEmpty)
  }

  @Test("An unknown field is answered with all that there are")
  func known() {
    let answer = TemplateError.unknownField("sp\u{1B}eed").description
    #expect(TemplateField.all.allSatisfy { answer.contains($0.name) })
    #expect(answer.contains("content.NAME"))
    #expect(!answer.contains("\u{1B}"))
    #expect(Set(TemplateField.all.map(\.name)).count == TemplateField.all.count)
  }

  @Test(
    "What is filled in means nothing to the program that reads it; what the template says does",
    arguments: [
      (Template.Reader.anything, "#[x] %{F#f00} 5%", "#[x]#[x] %{F#f00} 5%{y}\n"),
      (.tmux, "#[x] %{F#f00} 5%", "#[x]##[x] %{F##f00} 5%{y}\n"),
      (.polybar, "#[x] %{F#f00} 5%", "#[x]#[x] %\u{200B}{F#f00} 5%\u{200B}{y}\n"),
    ])
  func escaping(reader: Template.Reader, value: String, line: String) throws {
    let rendering = Snapshot.of(.of(Content([.init("v", .text(value))]))).rendered()
    let template = try Template("#[x]{content.v}{{y}}", for: reader)
    #expect(rendering.text(TemplateEncoder(template)) == line)
  }
}

@Suite("Styles")
struct StyleTests {
  @Test("Every form is a style", arguments: Style.forms)
  func forms(_ form: String) throws {
    _ = try Style(form.replacing("TEMPLATE", with: "{speed}"))
  }

  @Test(
    "What is none is answered with those that there are",
    arguments: ["", "xml", "text=", "text=big", "json=x", "template"])
  func unknown(_ text: String) {
    #expect(throws: StyleError.unknown(text)) { try Style(text) }
    #expect(StyleError.unknown(text).description.contains("waybar"))
  }

  @Test("A wrong template is a wrong style")
  func wrongTemplate() {
    #expect(throws: StyleError.template(.unknownField("x"))) { try Style("tmux={x}") }
  }

  @Test(
    "A colour is three, six or eight digits",
    arguments: [
      ("#00ffff", "#00ffff"), ("#F00", "#ff0000"), ("#11223380", "#11223380"), ("cyan", nil), ("#12345", nil),
      ("#ggg", nil),
      ("", nil), ("#１２３", nil),
    ] as [(String, String?)])
  func colours(text: String, colour: String?) {
    #expect(Colour(text)?.text == colour)
  }
}

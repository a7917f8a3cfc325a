import Testing
import TextOutput

@Suite("CSV text")
struct CSVTextTests {
  @Test(
    "A field is quoted only when it must be",
    arguments: [
      ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a;b", "a;b"), ("say \"hi\"", "\"say \"\"hi\"\"\""),
      ("line\nbreak", "\"line\nbreak\""), ("line\r\nbreak", "\"line\r\nbreak\""), ("   ", "\"   \""), ("漢字", "漢字"),
    ])
  func quoting(text: String, expected: String) {
    #expect(written { $0.append(csvField: text) } == expected)
  }

  @Test(
    "Text that a spreadsheet would run gets an apostrophe in front",
    arguments: ["=1+1", "+1", "-rf", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x"])
  func formulas(text: String) {
    #expect(Self.fields(written { $0.append(csvField: text) }) == ["'" + text])
  }

  @Test("A number below zero is not guarded")
  func numbers() {
    #expect(written { $0.append(decimal: -5, places: 1) } == "-0.5")
  }

  @Test("Any text comes back from a reader")
  func roundTrip() {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    let names = hostileNames + (0..<500).map { _ in random.text(length: 20) }
    for name in names {
      let record = written { buffer in
        buffer.append(csvField: name)
        buffer.append(",")
        buffer.append(csvField: name)
      }
      let read = Self.fields(record)
      #expect(read == [Self.guarded(name), Self.guarded(name)], "seed \(seed): \(name.debugDescription)")
    }
  }

  private static func guarded(_ name: String) -> String {
    guard let first = name.unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) else { return name }
    return "'" + name
  }

  /// The fields of one record, read after the grammar of RFC 4180, section 2.
  private static func fields(_ record: String) -> [String] {
    var fields = [String.UnicodeScalarView()]
    var isQuoted = false
    var rest = record.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where isQuoted && rest.first == "\"":
        rest.removeFirst()
        fields[fields.count - 1].append(scalar)
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append(.init())
      default: fields[fields.count - 1].append(scalar)
      }
    }
    return fields.map(String.init)
  }
}

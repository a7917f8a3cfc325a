import TextOutput

/// All that was found out, ready to be shown.
struct Diagnosis {
  var findings: [Finding]

  var problems: Int { findings.count { $0.verdict == .problem } }
  var warnings: Int { findings.count { $0.verdict == .warning } }

  /// A line for each finding, or more where there is no room, under it the command that mends it, and the sum.
  func text(isColoured: Bool, within columns: Int?) -> String {
    let margin = 9 + Self.nameWidth + 2
    let indent = String(repeating: " ", count: margin)
    let room = columns.map { max(40, $0 - margin) } ?? .max
    var lines: [String] = []
    for finding in findings {
      let verdict = DisplayWidth.padded(finding.verdict.rawValue, to: 9)
      let name = DisplayWidth.padded(finding.check.rawValue, to: Self.nameWidth + 2)
      let text = Paragraph.lines(Terminal.harmless(finding.text), width: room).joined(separator: "\n\(indent)")
      lines.append((isColoured ? "\u{1b}[\(finding.verdict.colour)m\(verdict)\u{1b}[0m" : verdict) + name + text)
      if let remedy = finding.remedy { lines.append(indent + Terminal.harmless(remedy)) }
    }
    return (lines + ["", sum]).joined(separator: "\n") + "\n"
  }

  private static let nameWidth = Check.allCases.map(\.rawValue.count).max() ?? 0

  private var sum: String {
    guard problems + warnings > 0 else { return "nothing is wrong" }
    return [Self.count(problems, "problem"), Self.count(warnings, "warning")].compactMap(\.self).joined(separator: ", ")
  }

  private static func count(_ number: Int, _ noun: String) -> String? {
    number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// One object.
  var json: TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("problems", problems)
      object.field("warnings", warnings)
      object.array("findings") { list in
        for finding in findings {
          list.object { object in
            object.field("check", finding.check.rawValue)
            object.field("verdict", finding.verdict.rawValue)
            object.field("text", finding.text)
            object.field("remedy", finding.remedy)
          }
        }
      }
    }
    text.append("\n")
    return text
  }
}

extension Verdict {
  /// SGR parameter (ECMA-48, 8.3.117).
  fileprivate var colour: Int {
    switch self {
    case .ok: 32
    case .warning: 33
    case .problem: 31
    }
  }
}

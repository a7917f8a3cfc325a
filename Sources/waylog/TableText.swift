import Arguments
import Positioning
import TextOutput

/// Settings of the commands that print a table, and how they print it.
struct TableSettings: Sendable {
  var database = Database()
  var selection = Selection()
  var tracks = NarrowingSettings()
  var json = false
  /// Coordinates are shown only to who asks for them.
  var showsPlaces = false

  static func options() -> [OptionGroup<TableSettings>] { options(output: []) }

  static func options(output more: [Option<TableSettings>]) -> [OptionGroup<TableSettings>] {
    [
      Database.options(\.database),
      OptionGroup("Output", [.flag("json", "Print JSON, an object a line") { $0.json = true }] + more),
      Selection.options(\.selection), NarrowingSettings.optionsForTotals(\.tracks),
    ]
  }

  static let statuses = [ExitStatus(1, "nothing is recorded there")] + ExitCode.statuses
}

/// Tables with bars beside them.
enum TableText {
  private static let longestBar = 40

  /// A table, and on a terminal with room for it a bar for each row but the header and the last: its share of the
  /// greatest.
  static func lines(_ table: TextTable, bars: [Int64]) -> [String] {
    let lines = table.lines(within: Standard.output.columns)
    let width = (lines.map(DisplayWidth.columns).max() ?? 0) + 2
    let room = min(longestBar, Standard.output.width - width - 1)
    guard Standard.output.isTerminal, room >= 8, let greatest = bars.max(), greatest > 0 else { return lines }
    return lines.enumerated().map { index, line in
      guard bars.indices.contains(index - 1) else { return line }
      let bar = Bar.text(share: Double(bars[index - 1]) / Double(greatest), columns: room)
      return bar.isEmpty ? line : DisplayWidth.padded(line, to: width) + coloured(bar)
    }
  }

  static func print(_ table: TextTable) throws { try print(table.lines(within: Standard.output.columns)) }

  static func print(_ lines: [String]) throws {
    try Standard.output.print(lines.map { $0 + "\n" }.joined())
  }

  static func speed(_ millimetresPerSecond: Int64?) -> String {
    millimetresPerSecond.map {
      "\(Units.metric.speedDigits(metresPerSecond: Double($0) / 1000)) \(Units.metric.speedUnit)"
    } ?? ""
  }

  static func distance(_ millimetres: Int64) -> String { HumanText.distance(metres: Double(millimetres) / 1000) }

  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private static func coloured(_ bar: String) -> String {
    Standard.output.isColoured ? "\u{1b}[36m\(bar)\u{1b}[0m" : bar
  }
}

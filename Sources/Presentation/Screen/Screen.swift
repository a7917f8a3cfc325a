public import Positioning
public import TextOutput

/// How large a terminal is, in characters.
public struct ScreenSize: Equatable, Sendable {
  /// Characters in a row.
  public var columns: Int
  /// Rows.
  public var rows: Int

  /// Creates a size.
  public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

/// The wall clock that people are shown.
public struct ScreenZone: Sendable {
  /// What it is called.
  public var title: String
  /// What it shows at a moment.
  public var wall: @Sendable (Timestamp) -> Timestamp

  /// Creates a clock.
  public init(title: String, wall: @escaping @Sendable (Timestamp) -> Timestamp) {
    (self.title, self.wall) = (title, wall)
  }
}

/// Lays out what is known of a recorder on a terminal of any size.
///
/// Facts stand in the order in which they matter, so that what a small terminal has no room for is what matters least.
/// The track is sketched beside them, or below them where the terminal is narrow and high.
public struct Screen: Sendable {
  /// What text may be written with.
  public enum Ink: Sendable { case plain, coloured }

  /// Terminals with fewer columns have the sketch below the facts.
  private static let columnsForTwo = 72
  private static let factColumns = 40...60
  private static let rowsForSketch = 5

  let units: Units
  let zone: ScreenZone
  let ink: Ink

  /// Creates a layout.
  public init(units: Units, zone: ScreenZone, ink: Ink) { (self.units, self.zone, self.ink) = (units, zone, ink) }

  /// What to write on a terminal.
  ///
  /// - Parameters:
  ///   - state: What is known.
  ///   - size: How large the terminal is.
  ///   - now: The present, by the clock by which the fix came.
  /// - Returns: As many lines as it has rows, none wider than it is.
  public func lines(_ state: ScreenState, size: ScreenSize, now: MonotonicTime) -> [String] {
    let facts = ScreenFacts(state: state, units: units, zone: zone, now: now)
    let top = [facts.headline] + [facts.alarm].compactMap(\.self)
    let footer = StyledLine("q quits", .faint) + StyledLine("  \(state.store.path)", .faint)
    let room = ScreenSize(columns: size.columns, rows: max(0, size.rows - top.count - 1))
    let body = body(facts, in: room)
    let rows = top + body + Array(repeating: .empty, count: room.rows - body.count) + [footer]
    return rows.prefix(max(0, size.rows)).map { $0.fitted(to: size.columns).text(ink) }
  }

  private func body(_ facts: ScreenFacts, in room: ScreenSize) -> [StyledLine] {
    guard room.columns >= Self.columnsForTwo else {
      let lines = Self.stacked(facts, rows: room.rows)
      let rest = ScreenSize(columns: room.columns, rows: room.rows - lines.count - 1)
      return rest.rows < Self.rowsForSketch ? lines : lines + [.empty] + panel(facts, in: rest)
    }
    let left = min(Self.factColumns.upperBound, max(Self.factColumns.lowerBound, room.columns * 2 / 5))
    let lines = Self.stacked(facts, rows: room.rows)
    let drawing = panel(facts, in: ScreenSize(columns: room.columns - left - 2, rows: room.rows))
    return (0..<max(lines.count, drawing.count)).map { row in
      let fact = lines.indices.contains(row) ? lines[row] : .empty
      guard drawing.indices.contains(row) else { return fact }
      return fact.fitted(to: left) + StyledLine("  ") + drawing[row]
    }
  }

  /// The facts in so many rows: with blank rows between groups if those fit, and as many stops as fit.
  private static func stacked(_ facts: ScreenFacts, rows: Int) -> [StyledLine] {
    let spaced = Array(facts.groups.joined(separator: [.empty]))
    let lines = spaced.count <= rows ? spaced : Array(facts.groups.joined())
    let rest = rows - lines.count
    guard rest >= 3, !facts.stops.isEmpty else { return Array(lines.prefix(rows)) }
    return lines + [.empty, StyledLine("Last stops", .heading)] + facts.stops.prefix(rest - 2)
  }

  private func panel(_ facts: ScreenFacts, in room: ScreenSize) -> [StyledLine] {
    let sketch = facts.state.sketch
    guard room.rows > 1 else { return [] }
    guard !sketch.isEmpty else { return [StyledLine("No track yet", .faint)] }
    let extent = units.distanceText(metres: sketch.extentMetres)
    return [StyledLine("Last hour, \(extent) across, north up", .faint)]
      + sketch.drawn(columns: room.columns, rows: room.rows - 1).map { StyledLine($0, facts.isLive ? .plain : .faint) }
  }
}

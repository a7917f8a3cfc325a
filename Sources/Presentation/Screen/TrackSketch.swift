public import Positioning

/// The shape of a track, small, north up and without a scale in degrees.
///
/// It is drawn with the patterns of Unicode's Braille block, two dots wide and four high in a character (The Unicode
/// Standard, 21.1 Braille); a dot is about as wide as it is high.
public struct TrackSketch: Sendable {
  private static let dotColumns = 2
  private static let dotRows = 4
  /// Where the track ends.
  static let end: Character = "●"

  private let segments: [[PlanePoint]]

  /// Creates the sketch of unbroken runs of places, in order.
  public init(segments: [[Coordinate]]) {
    let runs = segments.filter { !$0.isEmpty }
    guard let last = runs.last?.last else {
      self.segments = []
      return
    }
    let plane = LocalPlane(at: last)
    self.segments = runs.map { $0.map(plane.point) }
  }

  /// Whether there is nothing to draw.
  public var isEmpty: Bool { segments.isEmpty }

  /// The greater of its width and its height, in metres.
  public var extentMetres: Double {
    guard let box = Box(segments) else { return 0 }
    return max(box.width, box.height)
  }

  /// The drawing, as large as fits into so many columns and rows; every row has all its columns.
  public func drawn(columns: Int, rows: Int) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    var dots = DotGrid(columns: columns * Self.dotColumns, rows: rows * Self.dotRows)
    guard let box = Box(segments) else { return dots.characters.map { String($0) } }
    let scale = max(box.width / Double(dots.columns - 1), box.height / Double(dots.rows - 1))
    func dot(_ point: PlanePoint) -> Dot {
      // A single place has no extent, and stands in the middle.
      let factor = scale > 0 ? 1 / scale : 0
      return Dot(
        column: Int((Double(dots.columns - 1) / 2 + (point.east - box.middle.east) * factor).rounded()),
        row: Int((Double(dots.rows - 1) / 2 - (point.north - box.middle.north) * factor).rounded()))
    }
    for segment in segments {
      let ends = segment.map(dot)
      for (from, to) in zip(ends.prefix(1) + ends, ends) { dots.line(from: from, to: to) }
    }
    var characters = dots.characters
    if let end = segments.last?.last.map(dot) {
      characters[end.row / Self.dotRows][end.column / Self.dotColumns] = Self.end
    }
    return characters.map { String($0) }
  }
}

/// The rectangle around points.
private struct Box {
  private var west, east, south, north: Double

  init?(_ segments: [[PlanePoint]]) {
    guard let first = segments.first?.first else { return nil }
    (west, east, south, north) = (first.east, first.east, first.north, first.north)
    for point in segments.joined() {
      (west, east) = (min(west, point.east), max(east, point.east))
      (south, north) = (min(south, point.north), max(north, point.north))
    }
  }

  var width: Double { east - west }
  var height: Double { north - south }
  var middle: PlanePoint { PlanePoint(east: (west + east) / 2, north: (south + north) / 2) }
}

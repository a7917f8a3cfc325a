import Positioning
import Testing

@testable import Presentation

@Suite("Sketches of a track")
struct SketchTests {
  /// Places so many metres east and north of one.
  private func places(_ points: [(east: Double, north: Double)], around origin: (Double, Double) = (47, 8)) throws
    -> [Coordinate]
  {
    let plane = LocalPlane(at: try #require(Coordinate(latitude: origin.0, longitude: origin.1)))
    return points.map { plane.place(of: PlanePoint(east: $0.east, north: $0.north)) }
  }

  @Test("without places there is nothing, in all its columns and rows")
  func empty() {
    let sketch = TrackSketch(segments: [[], []])
    #expect(sketch.isEmpty)
    #expect(sketch.extentMetres == 0)
    #expect(sketch.drawn(columns: 3, rows: 2) == ["   ", "   "])
    #expect(sketch.drawn(columns: 0, rows: 2) == [])
  }

  @Test("a single place stands in the middle")
  func single() throws {
    let sketch = TrackSketch(segments: [try places([(0, 0)])])
    #expect(sketch.drawn(columns: 3, rows: 3) == ["   ", " ● ", "   "])
  }

  @Test("a line to the east is level, one to the north upright, and the end is marked")
  func straight() throws {
    let east = TrackSketch(segments: [try places([(0, 0), (100, 0)])])
    let north = TrackSketch(segments: [try places([(0, 0), (0, 100)])])
    #expect(east.drawn(columns: 4, rows: 1) == ["⠤⠤⠤●"])
    #expect(north.drawn(columns: 1, rows: 3) == ["●", "⢸", "⢸"])
  }

  @Test("a diagonal goes up from west to east, as steep as on the ground")
  func diagonal() throws {
    let sketch = TrackSketch(segments: [try places([(0, 0), (100, 100)])])
    #expect(sketch.drawn(columns: 4, rows: 2) == ["  ⡠●", "⡠⠊  "])
    #expect(sketch.drawn(columns: 8, rows: 2) == ["    ⡠●  ", "  ⡠⠊    "])
  }

  @Test("a hole stays open")
  func segments() throws {
    let sketch = TrackSketch(segments: [try places([(0, 0), (20, 0)]), try places([(80, 0), (100, 0)])])
    let drawn = try #require(sketch.drawn(columns: 10, rows: 1).first)
    #expect(drawn.contains("    "))
    #expect(!drawn.hasPrefix(" ") && drawn.hasSuffix("●"))
  }

  @Test("the date line cuts nothing", arguments: [179.9999, -179.9999])
  func antimeridian(longitude: Double) throws {
    let sketch = TrackSketch(segments: [try places([(-50, 0), (50, 0)], around: (10, longitude))])
    #expect((99...101).contains(sketch.extentMetres))
  }
}

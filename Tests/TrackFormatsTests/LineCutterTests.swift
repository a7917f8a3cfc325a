import Positioning
import Testing

@testable import TrackFormats

/// Lines as text: their longitudes in degrees, `|` between lines, `()` around what is no line.
private struct Written: LineSink {
  func begin(_ point: TrackPoint, into text: inout String) { text += "|\(degrees(point))" }
  func extend(_ point: TrackPoint, into text: inout String) { text += " \(degrees(point))" }
  func end(into text: inout String) { text += "|" }
  func single(_ point: TrackPoint, into text: inout String) { text += "(\(degrees(point)))" }

  private func degrees(_ point: TrackPoint) -> Int64 { point.longitudeE9 / 1_000_000_000 }
}

@Suite("Lines at the antimeridian")
struct LineCutterTests {
  private static func written(_ runs: [[Int64]]) -> String {
    var cutter = LineCutter(Written())
    var text = ""
    var time: Int64 = 0
    for (index, run) in runs.enumerated() {
      for longitude in run {
        try? cutter.point(point(Int64(index), at: time, 0, longitude * 1_000_000_000), into: &text)
        time += 1000
      }
    }
    try? cutter.endRun(into: &text)
    return text
  }

  @Test(
    "Runs become lines, cut where they cross, with the meridian's name on either side",
    arguments: [
      ([[1, 2, 3]], "|1 2 3|"), ([[1], [2, 3], [4]], "(1)|2 3|(4)"), ([], ""), ([[5]], "(5)"),
      ([[178, -178]], "|178 180||-180 -178|"), ([[-178, 178, -178]], "|-178 -180||180 178 180||-180 -178|"),
      ([[179, 180, -179]], "|179 180||-180 -179|"), ([[179, -180, -179]], "|179 180||-180 -179|"),
      ([[179, -180, 178]], "|179 180 178|"), ([[180, -179]], "|-180 -179|"), ([[-180, 179, 180]], "|180 179 180|"),
      ([[180, -180, 180]], "|180 180 180|"), ([[180, -180, -179]], "|180 180||-180 -179|"), ([[180]], "(180)"),
      ([[-90, 90]], "|-90 90|"), ([[-91, 90]], "|-91 -180||180 90|"),
    ] as [([[Int64]], String)])
  func cuts(runs: [[Int64]], lines: String) {
    #expect(Self.written(runs) == lines)
  }

  @Test("The cut lies on the straight line, in place, time and height; what one end lacks is unknown")
  func crossing() throws {
    struct Points: LineSink {
      func begin(_ point: TrackPoint, into all: inout [TrackPoint]) { all.append(point) }
      func extend(_ point: TrackPoint, into all: inout [TrackPoint]) { all.append(point) }
      func end(into all: inout [TrackPoint]) {}
      func single(_ point: TrackPoint, into all: inout [TrackPoint]) {}
    }
    var east = point(1, at: 0, 10_000_000_000, 179_000_000_000)
    var west = point(1, at: 4_000, 14_000_000_000, -177_000_000_000)
    (east.altitudeMSLE4, west.altitudeMSLE4, east.altitudeHAEE4) = (1000, 5000, 7)
    var cutter = LineCutter(Points())
    var all: [TrackPoint] = []
    try cutter.point(east, into: &all)
    try cutter.point(west, into: &all)
    let cut = try #require(all.dropFirst().first)

    #expect(all.map(\.longitudeE9) == [179, 180, -180, -177].map { $0 * 1_000_000_000 })
    #expect(
      (cut.latitudeE9, cut.time, cut.altitudeMSLE4, cut.altitudeHAEE4) == (11_000_000_000, morning + 1000, 2000, nil))
  }
}

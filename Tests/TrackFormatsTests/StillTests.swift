import Positioning
import Testing
import TextOutput

@testable import TrackFormats

@Suite("Stills of a track")
struct StillTests {
  @Test("The line of a long track has a bounded number of positions, and goes all the way")
  func bounded() throws {
    var line = StillLine(limit: 1_000)
    for index in 0..<50_000 as Range<Int64> {
      line.append(point(index / 1_000, at: index * 1_000, 47_000_000_000 + index * 10_000, 8_000_000_000))
    }
    #expect(line.all.count <= 1_001)
    #expect(line.all.count > 250)
    #expect(line.all.first?.latitude == 47)
    #expect(line.all.last.map { ($0.latitude - 47.49999).magnitude < 1e-9 } == true)
    #expect(line.all.count { $0.beginsRun } == 50)
    #expect(line.durationMS == 49_999_000)
    #expect((line.metres - 50 * 999 * 1.1118).magnitude < 100)
  }

  @Test("Runs without length are bounded too")
  func lonelyFixes() {
    var line = StillLine(limit: 100)
    for index in 0..<10_000 as Range<Int64> { line.append(point(index, at: index * 1_000, 0, index % 7)) }
    #expect(line.all.count <= 101)
  }

  @Test("A line that crosses the antimeridian goes on beyond it")
  func antimeridian() {
    var line = StillLine()
    for (index, degrees) in [179, -179, -178, 179].enumerated() as EnumeratedSequence<[Int64]> {
      line.append(point(1, at: Int64(index) * 1_000, 0, degrees * 1_000_000_000))
    }
    #expect(line.all.map(\.longitude) == [179, 181, 182, 179])
    let frame = StillFrame(line.all.map { ($0.latitude, $0.longitude) })
    let (a, b) = (frame.point(ofLatitudeE9: 0, -179_000_000_000), frame.point(latitude: 0, longitude: 181))
    #expect((a.x - b.x).magnitude < 1e-6)
  }

  @Test("A track that hardly moves is not blown up beyond 200 m")
  func small() {
    let frame = StillFrame([(47, 8), (47.000_01, 8)])
    #expect((frame.metresPerPixel * (StillFrame.width - 2 * StillFrame.margin) - 200).magnitude < 400)
    #expect(frame.scaleBar(.metric, atMost: 240).text.hasSuffix(" m"))
  }

  @Test("Scale bars are round and fit", arguments: Units.allCases)
  func scaleBars(units: Units) {
    for degrees in [0.0001, 0.01, 1, 20, 170] {
      let frame = StillFrame([(0, 0), (degrees / 2, degrees)])
      let bar = frame.scaleBar(units, atMost: 240)
      #expect((80...240).contains(bar.pixels), "\(bar)")
    }
  }

  @Test("Speeds have colours from the first to the last, beyond the end too")
  func speedScale() {
    let scale = SpeedScale(Array(repeating: 13_000, count: 100) + [90_000], units: .metric)
    #expect(scale.end == 50)
    #expect(scale.colour(ofMMPS: 0) == 0)
    #expect(scale.colour(ofMMPS: -5) == 0)
    #expect(scale.colour(ofMMPS: 90_000) == SpeedScale.colours - 1)
    #expect(SpeedScale.text(0) == "#2b6cc4")
    #expect(SpeedScale.text(SpeedScale.colours - 1) == "#d21e3c")
    #expect(SpeedScale([], units: .metric).colour(ofMMPS: 1) == 0)
  }

  @Test("Labels do not cover one another; where there is no room there is none")
  func labels() {
    var labels = StillLabels(in: .init(x: 0, y: 0, width: 300, height: 300))
    labels.keepFree(aroundX: 150, 150, radius: 9)
    let boxes = (0..<6).map { _ in labels.place(besideX: 150, 150, width: 60, height: 20) }
    #expect(boxes.prefix(4).allSatisfy { $0 != nil })
    #expect(boxes.dropFirst(4).allSatisfy { $0 == nil })
    let found = boxes.compactMap(\.self)
    for (index, box) in found.enumerated() {
      #expect(!found.dropFirst(index + 1).contains(where: box.overlaps))
    }
  }

  @Test("Hours go on where times count from a start, and end at midnight on a wall")
  func clocks() {
    let day = Timestamp(milliseconds: 90_060_000)
    #expect(PictureClock.sinceStart.hoursAndMinutes(day) == "25:01")
    #expect(PictureClock.utc.hoursAndMinutes(day) == "01:01")
    #expect(PictureClock.utc.date(day) == "1970-01-02")
    #expect(PictureClock.sinceStart.date(day) == nil)
  }
}

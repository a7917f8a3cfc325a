import Positioning

@testable import TrackFormats

extension Track {
  /// Two sessions and a mark: every member present, none present, and values at the edges of what there is.
  static let sample: Track = {
    var track = Track()
    track.marks = [
      TrackMark(
        time: morning + 2_500, latitudeE9: 47_100_000_000, longitudeE9: 8_100_000_000, text: "the <old> bridge"),
      TrackMark(time: morning, latitudeE9: -1, longitudeE9: 180_000_000_000, text: nil),
    ]
    track.stops = [
      TrackStop(
        kind: "rest", arrival: morning + 5_000, departure: morning + 3_905_250, durationMS: 3_900_250,
        latitudeE9: 47_000_000_000, longitudeE9: 8_000_000_001, radiusMM: 4_321),
      TrackStop(
        kind: "rest", arrival: morning + 10_000_000, departure: nil, durationMS: 120_000, latitudeE9: -90_000_000_000,
        longitudeE9: -180_000_000_000, radiusMM: 0),
    ]
    var first = TrackSession(number: 1, uuid: "01890000-0000-7000-8000-000000000001")
    first.name = "To work & back"
    first.note = "with \"quotes\", commas\nand two lines"
    first.started = morning
    var second = TrackSession(number: 12, uuid: "01890000-0000-7000-8000-000000000002")
    second.started = morning + 86_400_000
    track.sessions = [(first, [full, bare] + statuses + edges), (second, [point(1, at: 86_400_000, 0, 0)])]
    return track
  }()

  private static var full: TrackPoint {
    var full = point(1, at: 250, 47_123_456_789, -8_987_654_321)
    (full.altitudeMSLE4, full.altitudeHAEE4) = (4_312_000, 4_791_000)
    (full.speedMMPS, full.courseE4, full.climbMMPS) = (13_888, 455_000, -250)
    (full.horizontalErrorMM, full.verticalErrorMM, full.hdopE2, full.satellites) = (7_700, 5_300, 110, 9)
    (full.mode, full.status, full.device) = (.threeD, FixStatus(code: 1), "/dev/ttyACM0")
    return full
  }

  private static var bare: TrackPoint {
    var bare = point(1, at: 1_000, 47_000_000_000, 8_000_000_000)
    bare.mode = .twoD
    return bare
  }

  /// One of each status, in a segment of their own.
  private static var statuses: [TrackPoint] {
    (0...9).map { code in
      var point = point(2, at: 60_000 + Int64(code) * 1_000, 47_000_000_000, 8_000_000_000)
      (point.mode, point.status) = (.threeD, FixStatus(code: code))
      return point
    }
  }

  private static var edges: [TrackPoint] {
    var tiny = point(3, at: 120_000, -24_600, 1)
    (tiny.altitudeMSLE4, tiny.altitudeHAEE4) = (-1, 0)
    (tiny.speedMMPS, tiny.courseE4, tiny.climbMMPS) = (0, 0, -1)
    (tiny.hdopE2, tiny.satellites, tiny.isStationary, tiny.device) = (1, 0, true, "=cmd, \"x\"")
    var antimeridian = point(3, at: 121_000, -90_000_000_000, 180_000_000_000)
    (antimeridian.altitudeHAEE4, antimeridian.courseE4) = (12_345, 3_599_999)
    let west = point(3, at: 122_001, 90_000_000_000, -180_000_000_000)
    return [tiny, antimeridian, west]
  }
}

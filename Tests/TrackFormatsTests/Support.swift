import Foundation
import Positioning
import TextOutput

@testable import TrackFormats

/// Sessions with their rows, as a store hands them to a format.
struct Track {
  var marks: [TrackMark] = []
  var sessions: [(session: TrackSession, points: [TrackPoint])] = []

  /// The file that a format makes of it.
  func text(as name: FormatName) -> String {
    var format = name.make(creator: "waylog test")
    var text = TextBuffer()
    format.begin(into: &text)
    for mark in marks { format.mark(mark, into: &text) }
    for (session, points) in sessions {
      format.begin(session, into: &text)
      for point in points { format.point(point, into: &text) }
      format.endSession(into: &text)
    }
    format.end(into: &text)
    return text.string
  }
}

/// Files that were looked at and found right.
enum Golden {
  static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
  }

  /// The text of a file; with WAYLOG_ACCEPT set, `text` becomes it first, to be looked at.
  static func text(_ name: String, accepting text: String) throws -> String {
    if ProcessInfo.processInfo.environment["WAYLOG_ACCEPT"] != nil {
      try Data(text.utf8).write(to: url(name))
    }
    return try String(contentsOf: url(name), encoding: .utf8)
  }

  /// Names that have broken other loggers' exports.
  static func hostileNames() throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(contentsOf: url("names.json")))
  }
}

/// 2026-05-01T06:00:00Z.
let morning = Timestamp(milliseconds: 1_777_615_200_000)

func point(_ segment: Int64, at milliseconds: Int64, _ latitudeE9: Int64, _ longitudeE9: Int64) -> TrackPoint {
  TrackPoint(
    session: 1, segment: segment, time: morning + milliseconds, latitudeE9: latitudeE9, longitudeE9: longitudeE9)
}

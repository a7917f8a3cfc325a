import Foundation
import Positioning
import Testing
import TextOutput

@testable import TrackFormats

/// Sessions with their rows, as a store hands them to a format.
struct Track {
  var marks: [TrackMark] = []
  var stops: [TrackStop] = []
  var sessions: [(session: TrackSession, points: [TrackPoint])] = []

  /// The file that a format makes of it.
  func text(as name: FormatName, _ change: (inout TextOptions) -> Void = { _ in }) throws -> String {
    var options = TextOptions(creator: "waylog test")
    change(&options)
    let file = Gathered()
    let ways = TrackText.Ways(write: { file.bytes += $0 }, spool: { Gathered() })
    var sink = try #require(name.textSink(options, ways))
    try send(to: &sink)
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// Hands everything out.
  func send(to sink: inout any TrackSink) throws {
    try sink.begin()
    for mark in marks { try sink.mark(mark, of: 1) }
    for stop in stops { try sink.stop(stop, of: 1) }
    for (session, points) in sessions {
      try sink.begin(session)
      for point in points { try sink.point(point) }
      try sink.endSession()
    }
    try sink.end()
  }
}

/// Bytes in memory, where a program has a file.
final class Gathered: Spool {
  var bytes: [UInt8] = []

  func append(_ more: [UInt8]) { bytes += more }

  func empty(into chunk: ([UInt8]) throws -> Void) throws {
    defer { bytes = [] }
    try chunk(bytes)
  }
}

extension FormatName {
  /// Those that are text.
  static let texts = allCases.filter { $0 != .gpkg }
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

/// Knuth's generator, for numbers that are the same each time.
struct Numbers {
  var state: UInt64

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 33) / Double(1 << 31)
  }
}

import Positioning
import Presentation
import Recorder
import TrackStore

extension ScreenState {
  /// The sketch shows so much of the track's end, in milliseconds: months of it cost no more than an hour.
  private static let sketched: Int64 = 3_600_000
  /// A row says something of a fix that came with it or shortly after, in milliseconds.
  private static let longestDelay: Int64 = 10_000

  /// Takes in what the store has of the session that is recorded, else of the newest one.
  mutating func take(
    _ reader: borrowing TrackReader, position: ScreenFeed.Position, at now: MonotonicTime
  ) throws {
    let recorded = recorder == .recording ? session?.number : nil
    guard let stored = try recorded.map({ try reader.session($0) }) ?? reader.newestSession() else { return }
    // What is recorded is not in the store yet, and the newest session there is another.
    if recorder == .recording, recorded == nil { return }
    let summary = try reader.summary(of: stored)
    take(summary)
    stops = try reader.stops(of: stored.number)
    let newest = try reader.newestPoint(of: stored.number)
    try takeTrack(of: stored.number, upTo: newest, reader)
    try takeFix(newest, lastSeen: reader.lastSeen(of: stored.number), position, now)
    if recorder != .recording { isAtRest = try isAtRest ?? reader.isAtRest(stored.number) }
  }

  private mutating func take(_ summary: TrackSummary) {
    var fresh = Session(number: summary.session.number)
    (fresh.name, fresh.started, fresh.rows) = (summary.session.name, summary.session.started, summary.rows)
    fresh.distanceMetres = Double(summary.distanceMM) / 1000
    (fresh.durationMS, fresh.movingMS) = (summary.durationMS, summary.movingMS)
    (fresh.restMS, fresh.gapMS) = (summary.restMS, summary.gapMS)
    fresh.greatestSpeedMPS = summary.greatestSpeedMMPS.map { Double($0) / 1000 }
    session = fresh
  }

  private mutating func takeTrack(
    of session: Int64, upTo newest: TrackPoint?, _ reader: borrowing TrackReader
  ) throws {
    guard let newest else { return }
    var runs: [[Coordinate]] = []
    var segment: Int64?
    try reader.points(of: session, from: newest.time + -Self.sketched, to: nil) { point in
      guard let place = point.place else { return }
      if point.segment != segment { runs.append([]) }
      segment = point.segment
      runs[runs.count - 1].append(place)
    }
    sketch = TrackSketch(segments: runs)
  }

  private mutating func takeFix(
    _ row: TrackPoint?, lastSeen: Timestamp?, _ position: ScreenFeed.Position, _ now: MonotonicTime
  ) throws {
    let system = Clocks.system()
    guard let row, let lastSeen else { return }
    if fix == nil {
      fix = LastFix(received: now + -max(0, system - lastSeen), mode: row.mode)
      fix?.satellites = row.satellites
      fix?.speedMPS = row.speedMMPS.map { Double($0) / 1000 }
      // At rest no row is written, and what the last one says of the movement is over.
      let isOfFix = lastSeen - row.time <= Self.longestDelay
      fix?.courseDegrees = isOfFix ? row.courseE4.map { Double($0) / 1e4 } : nil
      fix?.accuracyMetres = isOfFix ? row.horizontalErrorMM.map { Double($0) / 1000 } : nil
    }
    if position == .shown { fix?.coordinate = row.place }
  }
}

extension TrackPoint {
  fileprivate var place: Coordinate? {
    Coordinate(latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9)
  }
}

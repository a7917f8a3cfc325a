public import Positioning

/// Why the track has a hole.
public enum GapReason: String, CaseIterable, Sendable {
  case noFix = "no-fix"
  case noData = "no-data"
  case deviceGone = "device-gone"
  case gpsdGone = "gpsd-gone"
  case restart = "restart"
  case paused = "paused"
  case clock = "clock"
}

/// A hole in the track, between two accepted fixes.
public struct Gap: Equatable, Sendable {
  /// Receiver of the fix before the hole.
  public var device: DeviceID
  /// Time of the last fix before.
  public var from: Timestamp
  /// Time of the first fix after.
  public var to: Timestamp
  /// Why.
  public var reason: GapReason
  /// Where the track broke off.
  public var place: Coordinate
  /// From there to where it goes on, in metres.
  public var distanceMetres: Double
}

/// Decides by fix times where a new segment begins.
struct SegmentPlanner {
  /// A receiver that says it has no fix for longer than this left a hole, in milliseconds: shorter is flicker.
  static let flicker: Int64 = 10_000
  /// A receiver that reports rarely is given this many of its intervals.
  static let missedIntervals: Int64 = 4

  private let longestHole: Int64
  private(set) var segment = 0
  private var last: Fix?
  private var interruption: GapReason?
  private var sawNoFix = false
  private var intervals: InlineArray<8, Int64> = InlineArray(repeating: .max)
  private var nextInterval = 0

  /// `longestHole` is the silence in milliseconds that is no hole yet.
  init(longestHole: Int64) { self.longestHole = longestHole }

  /// The receiver says that it has no fix.
  mutating func noteNoFix() { sawNoFix = true }

  /// The stream was cut; the first cause is the one that is told.
  mutating func noteInterruption(_ reason: GapReason) { interruption = interruption ?? reason }

  /// Takes the next accepted fix; gives the hole before it, if it begins a new segment.
  mutating func step(_ fix: Fix, discontinuity: GapReason?) -> Gap? {
    defer {
      last = fix
      interruption = nil
      sawNoFix = false
    }
    guard let last else {
      segment = 1
      return nil
    }
    let pause = fix.time - last.time
    let reason = reason(forPause: pause, discontinuity)
    learn(pause)
    guard let reason else { return nil }
    segment += 1
    return Gap(
      device: last.device, from: last.time, to: fix.time, reason: reason, place: last.coordinate,
      distanceMetres: Ellipsoid.distance(last.coordinate, fix.coordinate))
  }

  private func reason(forPause pause: Int64, _ discontinuity: GapReason?) -> GapReason? {
    if let known = interruption ?? discontinuity { return known }
    if sawNoFix, pause > Self.flicker { return .noFix }
    return pause > max(longestHole, patience) ? .noData : nil
  }

  /// The shortest of the latest intervals is the receiver's own; the longer ones were holes.
  private var patience: Int64 {
    var shortest = Int64.max
    for index in intervals.indices { shortest = min(shortest, intervals[index]) }
    return shortest == .max ? 0 : shortest * Self.missedIntervals
  }

  private mutating func learn(_ interval: Int64) {
    intervals[nextInterval] = interval
    nextInterval = (nextInterval + 1) % intervals.count
  }
}

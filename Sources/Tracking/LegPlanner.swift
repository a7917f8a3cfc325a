public import Positioning

/// A part of the movement with its totals; legs add up to days and sessions.
public struct Leg: Equatable, Sendable {
  /// The first row on it.
  public var firstSequence: Int
  /// Its rows, those at both ends included.
  public var lastSequence: Int
  /// When it begins.
  public var from: Timestamp
  /// When it ends.
  public var to: Timestamp
  /// Length of the stored line in metres.
  public var distanceMetres: Double
  /// The greatest speed that two successive fixes agree on, in metres per second.
  public var greatestSpeedMPS: Double?
  /// Climbed metres, noise left out.
  public var ascentMetres: Double
  /// Descended metres, noise left out.
  public var descentMetres: Double
  /// Southern edge of the smallest box around it, in degrees.
  public var south: Double
  /// Northern edge.
  public var north: Double
  /// Western edge, in degrees east.
  public var west: Double
  /// Eastern edge; beyond 180° where the leg crosses the antimeridian.
  public var east: Double
}

/// Cuts the movement into legs at rests, gaps, every quarter of an hour (UTC) and every 60 rows.
///
/// A quarter is the step of all time zones, so that a day anywhere is a sum of legs. A leg is closed only when no
/// rest can still be dated back into it.
struct LegPlanner {
  static let mostRows = 60
  static let quarter: Int64 = 900_000

  /// Rows of the leg, and the line's end before it where a leg begins between rows.
  private var rows: [TrackRow] = []
  private var from: Timestamp?
  private var climb = ClimbMeter()

  init() { rows.reserveCapacity(4 * Self.mostRows) }

  /// Adds a row; hands out the legs that became final.
  mutating func add(_ row: TrackRow, settledUntil: Timestamp, close: (Leg) -> Void) {
    if rows.isEmpty { from = from ?? row.fix.time }
    rows.append(row)
    closeSettled(settledUntil, close)
  }

  /// Ends the movement where a rest or a gap begins.
  mutating func end(at moment: Timestamp, close: (Leg) -> Void) {
    closeSettled(moment, close)
    if let from, moment > from, let leg = leg(until: moment, following: nil) {
      close(leg.leg)
      climb = leg.climb
    }
    rows.removeAll(keepingCapacity: true)
    from = nil
  }

  /// The leg that is still growing, with the newest fix at its end.
  func open(tip: TrackRow?) -> Leg? {
    guard let end = tip ?? rows.last, let from, end.fix.time > from else { return nil }
    return leg(until: end.fix.time, following: tip)?.leg
  }

  private mutating func closeSettled(_ settled: Timestamp, _ close: (Leg) -> Void) {
    while let from, let boundary = boundary(after: from), boundary <= settled,
      let newest = rows.last, newest.fix.time >= boundary, let leg = leg(until: boundary, following: nil)
    {
      close(leg.leg)
      climb = leg.climb
      self.from = boundary
      let before = rows.lastIndex { $0.fix.time <= boundary } ?? 0
      rows.removeFirst(before)
    }
  }

  private func boundary(after from: Timestamp) -> Timestamp? {
    let quarter = ((from.milliseconds).flooredQuotient(Self.quarter) + 1) * Self.quarter
    guard rows.count > Self.mostRows else { return Timestamp(milliseconds: quarter) }
    return Timestamp(milliseconds: min(quarter, rows[Self.mostRows].fix.time.milliseconds))
  }

  /// Totals of the line from the leg's beginning to a moment, which may lie between rows.
  private func leg(until moment: Timestamp, following tip: TrackRow?) -> (leg: Leg, climb: ClimbMeter)? {
    guard let from, let first = rows.first else { return nil }
    var leg = Leg(
      firstSequence: first.sequence, lastSequence: first.sequence, from: from, to: moment, distanceMetres: 0,
      greatestSpeedMPS: nil, ascentMetres: 0, descentMetres: 0, south: 90, north: -90,
      west: .infinity, east: -.infinity)
    var climb = self.climb
    climb.forgetTotals()
    climb.note(first.fix)
    var former = first
    leg.widen(to: place(at: from, in: former, rows.dropFirst().first ?? tip), around: first.fix.coordinate)
    for index in 1..<(rows.count + (tip == nil ? 1 : 2)) {
      guard let next = index < rows.count ? rows[index] : tip, former.fix.time < moment else { break }
      let start = max(from, former.fix.time)
      let end = min(moment, next.fix.time)
      if end > start {
        let share = Double(end - start) / Double(next.fix.time - former.fix.time)
        leg.distanceMetres += share * Ellipsoid.distance(former.fix.coordinate, next.fix.coordinate)
        leg.widen(to: place(at: end, in: former, next), around: first.fix.coordinate)
      }
      if next.fix.time <= moment {
        climb.note(next.fix)
        if let speed = next.greatestSpeedMPS { leg.greatestSpeedMPS = max(leg.greatestSpeedMPS ?? 0, speed) }
      }
      leg.lastSequence = next.sequence
      former = next
    }
    leg.ascentMetres = climb.ascentMetres
    leg.descentMetres = climb.descentMetres
    return (leg, climb)
  }

  private func place(at moment: Timestamp, in a: TrackRow, _ b: TrackRow?) -> Coordinate {
    guard let b, moment > a.fix.time, b.fix.time > a.fix.time else { return a.fix.coordinate }
    let share = min(1, Double(moment - a.fix.time) / Double(b.fix.time - a.fix.time))
    let from = a.fix.coordinate
    let east = Longitude.difference(from: from.longitude, to: b.fix.coordinate.longitude)
    return Coordinate(
      latitude: from.latitude + share * (b.fix.coordinate.latitude - from.latitude),
      longitude: Longitude.normalised(from.longitude + share * east)) ?? from
  }
}

extension Leg {
  fileprivate mutating func widen(to place: Coordinate, around origin: Coordinate) {
    let longitude = origin.longitude + Longitude.difference(from: origin.longitude, to: place.longitude)
    south = min(south, place.latitude)
    north = max(north, place.latitude)
    west = min(west, longitude)
    east = max(east, longitude)
  }
}

/// Adds up climbs and descents above the noise of GNSS heights.
struct ClimbMeter {
  /// Less than this is noise, in metres: the height tolerance of the stored line, that of a good receiver twice over.
  static let hysteresisMetres = 10.0

  private var reference: (metres: Double, isAboveSea: Bool)?
  private(set) var ascentMetres = 0.0
  private(set) var descentMetres = 0.0

  mutating func forgetTotals() {
    ascentMetres = 0
    descentMetres = 0
  }

  /// Counts a height once it is far enough from the last one counted; heights of the other kind do not count.
  mutating func note(_ fix: Fix) {
    let aboveSea = fix.measurements.altitudeMSLMetres
    guard let metres = aboveSea ?? fix.measurements.altitudeHAEMetres else { return }
    guard let reference, reference.isAboveSea == (aboveSea != nil) else {
      self.reference = self.reference ?? (metres, aboveSea != nil)
      return
    }
    let change = metres - reference.metres
    guard change.magnitude >= Self.hysteresisMetres else { return }
    if change > 0 { ascentMetres += change } else { descentMetres -= change }
    self.reference = (metres, reference.isAboveSea)
  }
}

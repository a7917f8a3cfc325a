import Positioning

/// What is kept of the fixes of a rest: their number, mean place, and how far they reach.
///
/// The reach is kept as the furthest point in 16 directions. From it the distance of the furthest fix from *any*
/// centre is known to within 2 %, never too small: the polygon around the points has its corners at 1/cos(π/16).
struct RestTally {
  private static let cornerReach = 1.019_591_158_208_318_4

  let number: Int
  let arrival: Timestamp
  let detected: Timestamp
  private(set) var seen: Timestamp
  private(set) var fixes = 0
  private var gapMilliseconds: Int64 = 0
  private let plane: LocalPlane
  private var sum = PlanePoint(east: 0, north: 0)
  private var summed = 0.0
  private var reach: InlineArray<16, Double> = InlineArray(repeating: -.infinity)
  private let normals = Directions.units

  init(number: Int, arrival: Timestamp, detected: Timestamp, at place: Coordinate) {
    self.number = number
    self.arrival = arrival
    self.detected = detected
    seen = arrival
    plane = LocalPlane(at: place)
  }

  /// A rest that goes on: what was stored of it stands for its fixes.
  init(resuming rest: Rest) {
    self.init(number: rest.number, arrival: rest.arrival, detected: rest.detected, at: rest.centre)
    seen = rest.seen
    fixes = rest.fixes
    summed = Double(rest.fixes)
    gapMilliseconds = rest.gapMilliseconds
    reach = InlineArray(repeating: rest.radiusMetres / Self.cornerReach)
  }

  mutating func add(_ fix: Fix) {
    let point = plane.point(of: fix.coordinate)
    fixes += 1
    seen = fix.time
    sum = sum + point
    summed += 1
    for direction in 0..<Directions.count {
      let normal = normals[direction]
      reach[direction] = max(reach[direction], normal.east * point.east + normal.north * point.north)
    }
  }

  mutating func add(gap: Gap) { gapMilliseconds += gap.to - gap.from }

  /// The rest while it lasts.
  var open: Rest { rest(until: nil, released: nil) }

  /// The rest that ended at a moment which may lie before the last fixes counted; those were no part of it.
  func ended(at departure: Timestamp, released: Timestamp, without later: Int) -> Rest {
    var rest = rest(until: departure, released: released)
    rest.fixes -= later
    rest.seen = min(seen, departure)
    return rest
  }

  private func rest(until departure: Timestamp?, released: Timestamp?) -> Rest {
    let centre = sum * (1 / max(summed, 1))
    var radius = 0.0
    for direction in 0..<Directions.count {
      let normal = normals[direction]
      radius = max(radius, reach[direction] - normal.east * centre.east - normal.north * centre.north)
    }
    return Rest(
      number: number, arrival: arrival, departure: departure, detected: detected, released: released, seen: seen,
      centre: plane.place(of: centre), radiusMetres: radius * Self.cornerReach, fixes: fixes,
      gapMilliseconds: gapMilliseconds)
  }
}

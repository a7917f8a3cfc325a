import Positioning
import Tracking

/// What a pipeline made of a feed, collected for looking at it.
struct Track {
  var rows: [TrackRow] = []
  var rests: [Int: Rest] = [:]
  var gaps: [Gap] = []
  var legs: [Leg] = []
  var events: [String] = []
  var began: Timestamp?
  var restart: [Report] = []
  var ledger = Ledger()
  var updates = 0
  var ended: Timestamp?
  var alwaysAddedUp = true
  var openRest: Rest?
  var tip: TrackRow?
  var openLeg: Leg?

  /// Runs a feed through a fresh pipeline to the end of the session.
  init(_ inputs: some Sequence<Input>, _ settings: TrackPipeline.Settings = .init(), finished: Bool = true) {
    self.init(inputs, through: TrackPipeline(settings), finished: finished)
  }

  /// Runs a feed through a pipeline.
  init(_ inputs: some Sequence<Input>, through pipeline: TrackPipeline, finished: Bool = true) {
    var pipeline = pipeline
    for input in inputs { step(&pipeline, input) }
    if finished { pipeline.finish { take($0) } }
    ledger = pipeline.ledger
    openRest = pipeline.openRest
    tip = pipeline.tip
    openLeg = pipeline.openLeg
    updates = pipeline.updates
    ended = pipeline.newest?.time
    alwaysAddedUp = alwaysAddedUp && ledger.addsUp
  }

  private mutating func step(_ pipeline: inout TrackPipeline, _ input: Input) {
    var effects: [Effect] = []
    pipeline.step(input) { effects.append($0) }
    for effect in effects { take(effect) }
    alwaysAddedUp = alwaysAddedUp && pipeline.ledger.addsUp
  }

  private mutating func take(_ effect: Effect) {
    switch effect {
    case .began(let fix): began = fix.time
    case .row(let row): rows.append(row)
    case .rest(let rest): rests[rest.number] = rest
    case .gap(let gap): gaps.append(gap)
    case .leg(let leg): legs.append(leg)
    case .event(_, _, let detail): events.append(detail)
    case .clockWentBack(let reports): restart += reports
    }
  }

  var restsInOrder: [Rest] { rests.values.sorted { $0.number < $1.number } }
  var distanceMetres: Double { legs.reduce(0) { $0 + $1.distanceMetres } }
  var segments: Int { rows.last?.segment ?? 0 }

  /// Milliseconds of the session that are movement by the legs, rest, gap, and all.
  var times: (moving: Int64, rest: Int64, gap: Int64, all: Int64) {
    let rest = restsInOrder.reduce(Int64(0)) { $0 + (($1.departure ?? $1.seen) - $1.arrival) - $1.gapMilliseconds }
    let gap = gaps.reduce(Int64(0)) { $0 + ($1.to - $1.from) }
    let all = if let began, let ended { ended - began } else { Int64(0) }
    return (legs.reduce(Int64(0)) { $0 + ($1.to - $1.from) }, rest, gap, all)
  }
}

/// 2026-05-01T06:00:00Z, when all feeds of the tests begin.
let start = Timestamp(milliseconds: 1_777_615_200_000)

extension Report {
  /// A good 3D report near 47° N 8° E, so many metres north and east of it.
  static func at(
    _ seconds: Double, north: Double = 0, east: Double = 0, speed: Double? = nil, error: Double? = 4,
    altitude: Double? = 430, device: Int32 = 0
  ) -> Report {
    var measured = Measurements()
    measured.mode = .threeD
    measured.speedMPS = speed
    measured.horizontalErrorMetres = error
    measured.altitudeMSLMetres = altitude
    return Report(
      device: DeviceID(number: device), time: start + Int64((seconds * 1000).rounded()),
      coordinate: LocalPlane(at: origin).place(of: PlanePoint(east: east, north: north)), measurements: measured)
  }

  /// The receiver says that it has no fix.
  static func noFix(_ seconds: Double, device: Int32 = 0) -> Report {
    var measured = Measurements()
    measured.mode = .noFix
    return Report(
      device: DeviceID(number: device), time: start + Int64(seconds * 1000), coordinate: nil, measurements: measured)
  }

  var input: Input { .report(self, at: nil, present: nil) }

  func input(present: Timestamp) -> Input { .report(self, at: nil, present: present) }
}

let origin = LocalPlane.place(47, 8)

extension LocalPlane {
  static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else { preconditionFailure() }
    return place
  }
}

/// A walk north at a speed, a report a second.
func walk(_ seconds: Range<Int>, speed: Double = 1.4, from north: Double = 0) -> [Report] {
  seconds.map { .at(Double($0), north: north + Double($0 - seconds.lowerBound) * speed, speed: speed) }
}

/// A small seeded generator.
struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

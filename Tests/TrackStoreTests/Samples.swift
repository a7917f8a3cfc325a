import Positioning
@testable import Tracking

@testable import TrackStore

/// 2026-05-01T06:00:00Z.
let morning: Int64 = 1_777_615_200_000
/// 2026-05-02T00:00:00Z.
let midnight: Int64 = 1_777_680_000_000
let hour: Int64 = 3_600_000
let minute: Int64 = 60_000

/// A fix on the meridian of 8.1° E, so many metres north of 47.1° N.
func fix(at milliseconds: Int64, metres: Double = 0, device: Int32 = 0) -> Fix {
  guard let place = Coordinate(latitude: 47.1 + metres / 111_170, longitude: 8.1) else {
    preconditionFailure("degrees in range")
  }
  var measurements = Measurements()
  measurements.mode = .threeD
  return Fix(
    device: DeviceID(number: device), time: Timestamp(milliseconds: milliseconds), coordinate: place,
    measurements: measurements)
}

func row(
  _ sequence: Int, at milliseconds: Int64, metres: Double = 0, because keeping: Keeping = .path, device: Int32 = 0
) -> TrackRow {
  TrackRow(
    sequence: sequence, segment: 1, fix: fix(at: milliseconds, metres: metres, device: device), keeping: keeping,
    isStationary: false, greatestSpeedMPS: nil)
}

func leg(from: Int64, to: Int64, metres: Double, speed: Double? = nil) -> Leg {
  Leg(
    firstSequence: 1, lastSequence: 2, from: Timestamp(milliseconds: from), to: Timestamp(milliseconds: to),
    distanceMetres: metres, greatestSpeedMPS: speed, ascentMetres: 10, descentMetres: 20, south: 47, north: 47.5,
    west: 8, east: 8.25)
}

/// A rest that lasts while `to` is nil.
func rest(_ number: Int, from: Int64, to: Int64?, seen: Int64? = nil, gap: Int64 = 0) -> Rest {
  let moment = Timestamp(milliseconds: from)
  return Rest(
    number: number, arrival: moment, departure: to.map { Timestamp(milliseconds: $0) }, detected: moment + 60_000,
    released: to.map { Timestamp(milliseconds: $0 + 5_000) }, seen: Timestamp(milliseconds: seen ?? to ?? from),
    centre: fix(at: from).coordinate, radiusMetres: 3.5, fixes: 40, gapMilliseconds: gap)
}

func gap(from: Int64, to: Int64, metres: Double, because reason: GapReason = .noData) -> Gap {
  Gap(
    device: DeviceID(number: 0), from: Timestamp(milliseconds: from), to: Timestamp(milliseconds: to), reason: reason,
    place: fix(at: from).coordinate, distanceMetres: metres)
}

/// What still changes, with so many rows stored, the tip among them.
func snapshot(stored: Int, tip: TrackRow? = nil, openLeg: Leg? = nil, pending: Int = 0) -> Snapshot {
  var ledger = Ledger()
  ledger.stored = stored
  ledger.pending = pending
  ledger.received = stored + pending
  var snapshot = Snapshot(of: TrackPipeline(TrackPipeline.Settings()))
  (snapshot.tip, snapshot.openLeg, snapshot.ledger) = (tip, openLeg, ledger)
  return snapshot
}

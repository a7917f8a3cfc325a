import Positioning
import SQLite

/// The line of an unbroken run: its positions wait until their number is known.
struct GeoPackageLines: LineSink {
  private static let chunk = 65_536

  /// Whose runs they are.
  var session: TrackSession?
  private var spool: any Spool
  private var positions: [UInt8] = []
  private var count = 0
  private var first: TrackPoint?
  private var last: TrackPoint?
  private var box: GeoPackageGeometry.Box?

  init(waitingIn spool: any Spool) { self.spool = spool }

  mutating func begin(_ point: TrackPoint, into layer: inout GeoPackageLayer) throws {
    (first, count, box) = (point, 0, nil)
    try extend(point, into: &layer)
  }

  mutating func extend(_ point: TrackPoint, into layer: inout GeoPackageLayer) throws {
    positions.append(degreesE9: point.longitudeE9)
    positions.append(degreesE9: point.latitudeE9)
    count += 1
    last = point
    let place = GeoPackageGeometry.Box(latitudeE9: point.latitudeE9, longitudeE9: point.longitudeE9)
    if box == nil { box = place } else { box?.cover(place) }
    guard positions.count >= Self.chunk else { return }
    try spool.append(positions)
    positions.removeAll(keepingCapacity: true)
  }

  mutating func end(into layer: inout GeoPackageLayer) throws {
    guard let box, let first, let last, let session else { return }
    let header = GeoPackageGeometry.lineHeader(box, positions: count)
    try layer.insertLine(bytes: header.count + count * GeoPackageGeometry.positionSize, box) { row in
      row.bind(2, session.number)
      row.bind(3, first.segment)
      row.bind(4, session.title)
      row.bind(5, session.note)
      row.bind(6, first.time.iso8601)
      row.bind(7, last.time.iso8601)
      row.bind(8, count)
    } write: { put in
      try put(header)
      try spool.empty(into: put)
      try put(positions)
    }
    positions.removeAll(keepingCapacity: true)
  }

  func single(_ point: TrackPoint, into layer: inout GeoPackageLayer) {}
}

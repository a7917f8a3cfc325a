public import Positioning
import SQLite
import TextOutput

/// Writes a GeoPackage 1.3: layers for fixes, unbroken runs, stops and marks, each with its R*Tree.
///
/// Geometries are flat, as a third number could be one height only; both are columns. Lines are cut at the antimeridian.
/// A run of a single fix is no line.
public final class GeoPackage: TrackSink {
  private let file: GeoPackageFile
  private let trackPoints: GeoPackageLayer
  private let stops: GeoPackageLayer
  private let marks: GeoPackageLayer
  private var tracks: GeoPackageLayer
  private var cutter: LineCutter<GeoPackageLines>

  /// Opens an empty file; positions of a line wait in a spool until their number is known.
  public init(path: String, spool: any Spool) throws {
    file = try GeoPackageFile(path)
    trackPoints = try GeoPackageLayer(.trackPoints, in: file)
    tracks = try GeoPackageLayer(.tracks, in: file)
    stops = try GeoPackageLayer(.stops, in: file)
    marks = try GeoPackageLayer(.marks, in: file)
    cutter = LineCutter(GeoPackageLines(waitingIn: spool))
  }

  /// Begins the file.
  public func begin() {}

  /// A marked place.
  public func mark(_ mark: TrackMark, of session: Int64) throws {
    try marks.insertPoint(latitudeE9: mark.latitudeE9, longitudeE9: mark.longitudeE9) { row in
      row.bind(2, session)
      row.bind(3, mark.text)
      row.bind(4, mark.time.iso8601)
    }
  }

  /// A stop.
  public func stop(_ stop: TrackStop, of session: Int64) throws {
    try stops.insertPoint(latitudeE9: stop.latitudeE9, longitudeE9: stop.longitudeE9) { row in
      row.bind(2, session)
      row.bind(3, stop.title)
      row.bind(4, stop.kind)
      row.bind(5, stop.arrival.iso8601)
      row.bind(6, stop.departure?.iso8601)
      row.bind(7, Double(stop.durationMS) / 1e3)
      row.bind(8, Double(stop.radiusMM) / 1e3)
    }
  }

  /// Begins a session.
  public func begin(_ session: TrackSession) { cutter.lines.session = session }

  /// The next row of the session.
  public func point(_ point: TrackPoint) throws {
    try trackPoints.insertPoint(latitudeE9: point.latitudeE9, longitudeE9: point.longitudeE9) { row in
      row.bind(2, point.session)
      row.bind(3, point.segment)
      row.bind(4, point.time.iso8601)
      row.bind(5, point.altitudeMSLE4, per: 1e4)
      row.bind(6, point.altitudeHAEE4, per: 1e4)
      row.bind(7, point.speedMMPS, per: 1e3)
      row.bind(8, point.courseE4, per: 1e4)
      row.bind(9, point.climbMMPS, per: 1e3)
      row.bind(10, point.horizontalErrorMM, per: 1e3)
      row.bind(11, point.verticalErrorMM, per: 1e3)
      row.bind(12, point.hdopE2, per: 1e2)
      row.bind(13, point.satellites)
      row.bind(14, point.mode == .threeD ? "3d" : "2d")
      row.bind(15, point.isStationary ? 1 : 0)
      row.bind(16, point.device)
    }
    try cutter.point(point, into: &tracks)
  }

  /// Ends the session.
  public func endSession() throws { try cutter.endRun(into: &tracks) }

  /// Ends the file, which is whole then.
  public func end() throws {
    for layer in [trackPoints, tracks, stops, marks] { try layer.describe() }
    try file.close()
  }
}

import LiveActivity
import Positioning
import TextOutput
import TrackStore

/// What the recorder shows in the activities that it drives: those of the type `trip`.
struct TripContent {
  /// The type of activity that tells of what is recorded; others are those of whoever started them.
  static let type = "trip"
  /// The members that the recorder writes; others stay as they are.
  static let names = [
    "latitude", "longitude", "speed_mps", "distance_m", "moving_s", "stationary", "trip", "satellites", "fix_time",
  ]
  /// Out of date that long after its fix while moving, in milliseconds.
  private static let freshMoving: Int64 = 30_000
  /// The same at rest.
  private static let freshAtRest: Int64 = 2 * UpdateFeed.restInterval

  var glance: Glance
  var trip: String?

  /// How long it holds, in milliseconds.
  var freshness: Int64 { glance.isStationary ? Self.freshAtRest : Self.freshMoving }

  /// As JSON, with the members of whoever started the activity, a JSON object without these.
  func json(beside others: String?) -> String {
    let fix = glance.fix
    var buffer = TextBuffer()
    buffer.appendJSONObject { content in
      content.field("latitude", JSONDecimal(rounding: fix.coordinate.latitude, places: 7))
      content.field("longitude", JSONDecimal(rounding: fix.coordinate.longitude, places: 7))
      if let speed = fix.measurements.speedMPS { content.field("speed_mps", JSONDecimal(rounding: speed, places: 2)) }
      content.field("distance_m", JSONDecimal(rounding: glance.distanceMetres, places: 1))
      content.field("moving_s", glance.movingMilliseconds / 1_000)
      content.field("stationary", glance.isStationary)
      if let trip, !trip.isEmpty { content.field("trip", trip) }
      if let satellites = fix.measurements.satellites { content.field("satellites", satellites) }
      content.field("fix_time", fix.time.iso8601)
    }
    let own = String(decoding: buffer.bytes, as: UTF8.self)
    guard let others, others != "{}" else { return own }
    return "\(others.dropLast()),\(own.dropFirst())"
  }
}

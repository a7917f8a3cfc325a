import Positioning

/// The line of a still: no more of the track than its pixels can show, so that a track of any length takes constant
/// memory.
///
/// A position that is nearer to the one before it than the grain is left out. The grain doubles whenever there are too
/// many; it is then a pixel or two where the track is ten times as long as the picture is wide.
struct StillLine {
  /// A position; longitudes go on beyond ±180° where the track crosses the antimeridian.
  struct Vertex {
    var latitude: Double
    var longitude: Double
    var speedMMPS: Int64?
    /// It is not connected with the one before it.
    var beginsRun: Bool
  }

  /// Over the movement only, in metres.
  private(set) var metres = 0.0
  /// From the first to the last fix of each session, in milliseconds.
  private(set) var durationMS: Int64 = 0
  private(set) var first: Timestamp?
  private(set) var last: Timestamp?
  private var vertices: [Vertex] = []
  /// The newest position, while it is not among the vertices.
  private var pending: Vertex?
  private let limit: Int
  private var grain = 1e-6
  private var widthOfDegree: Double?
  private var meter = DistanceMeter()
  private var previous: (point: TrackPoint, place: Coordinate)?

  init(limit: Int = 20_000) { self.limit = limit }

  /// All that is left.
  var all: [Vertex] { pending.map { vertices + [$0] } ?? vertices }

  /// The next run is not connected with this one, even if its number is the same.
  mutating func beginSession() {
    flush()
    previous = nil
  }

  mutating func append(_ point: TrackPoint) {
    guard
      let place = Coordinate(latitude: Double(point.latitudeE9) / 1e9, longitude: Double(point.longitudeE9) / 1e9)
    else { return }
    if first == nil { first = point.time }
    last = max(last ?? point.time, point.time)
    if let previous { durationMS += max(0, point.time - previous.point.time) }
    let connected = previous.flatMap { $0.point.segment == point.segment ? $0 : nil }
    if let connected, !(connected.point.isStationary && point.isStationary) {
      metres += meter.distance(connected.place, place)
    }
    if connected == nil { flush() }
    previous = (point, place)
    add(
      Vertex(
        latitude: place.latitude, longitude: continued(place.longitude), speedMMPS: point.speedMMPS,
        beginsRun: connected == nil))
  }

  /// The longitude's name that is nearest to the one before it.
  private func continued(_ longitude: Double) -> Double {
    guard let before = (pending ?? vertices.last)?.longitude else { return longitude }
    return before + Longitude.difference(from: before, to: longitude)
  }

  private mutating func add(_ vertex: Vertex) {
    guard let kept = vertices.last, isNear(kept, vertex) else {
      pending = nil
      vertices.append(vertex)
      if vertices.count > limit { coarsen() }
      return
    }
    pending = vertex
    // A run that begins near the end of the one before it still begins.
    if vertex.beginsRun { flush() }
  }

  /// A run keeps its last position.
  private mutating func flush() {
    if let pending { vertices.append(pending) }
    pending = nil
    if vertices.count > limit { coarsen() }
  }

  private mutating func coarsen() {
    while vertices.count > limit / 2 {
      grain *= 2
      var kept: [Vertex] = []
      kept.reserveCapacity(limit)
      var beginsRun = false
      for var vertex in vertices {
        beginsRun = beginsRun || vertex.beginsRun
        if let last = kept.last, isNear(last, vertex) { continue }
        vertex.beginsRun = beginsRun
        beginsRun = false
        kept.append(vertex)
      }
      vertices = kept
    }
  }

  private mutating func isNear(_ a: Vertex, _ b: Vertex) -> Bool {
    let width = widthOfDegree ?? max(0.05, Angle.sineAndCosine(ofDegrees: a.latitude).cosine)
    widthOfDegree = width
    let (north, east) = (a.latitude - b.latitude, (a.longitude - b.longitude) * width)
    return north * north + east * east < grain * grain
  }
}

import Positioning

/// The newest fixes on a plane, oldest first, as many as the rest detector looks back on.
struct MotionWindow {
  /// What the detector asks of a fix; the whole of it lies beside, since it is looked at rarely and is large.
  struct Sample {
    var time: Timestamp
    /// Seconds since the window's first fix ever; small enough that a Double keeps the millisecond.
    var seconds: Double
    var point: PlanePoint
    var speedMPS: Double?
    var errorMetres: Double?
  }

  /// Memory is bounded whatever the rate: two minutes at 10 Hz, one at 20 Hz.
  static let mostSamples = 1_240

  private var storage: [Sample] = []
  private var stored: [Fix] = []
  private var head = 0
  private var plane: LocalPlane?
  private var origin: Timestamp?

  init() {
    storage.reserveCapacity(2 * Self.mostSamples + 2)
    stored.reserveCapacity(2 * Self.mostSamples + 2)
  }

  var samples: ArraySlice<Sample> { storage[head...] }
  var newest: Sample? { samples.last }
  var oldest: Sample? { samples.first }

  /// The fixes from a moment on.
  func fixes(since moment: Timestamp) -> [Fix] { stored[head...].filter { $0.time >= moment } }

  mutating func keepNewest(_ count: Int) { head = max(head, storage.count - count) }

  mutating func clear() {
    storage.removeAll(keepingCapacity: true)
    stored.removeAll(keepingCapacity: true)
    head = 0
    plane = nil
  }

  /// Adds a fix and forgets what is older than the given span before it.
  mutating func append(_ fix: Fix, keepingSeconds span: Double) -> Sample {
    let origin = self.origin ?? fix.time
    self.origin = origin
    if plane == nil { plane = LocalPlane(at: fix.coordinate) }
    if point(of: fix.coordinate).length > 5_000 { moveOrigin(to: fix.coordinate) }
    let sample = Sample(
      time: fix.time, seconds: Double(fix.time - origin) / 1000, point: point(of: fix.coordinate),
      speedMPS: fix.measurements.speedMPS, errorMetres: fix.measurements.horizontalErrorMetres)
    storage.append(sample)
    stored.append(fix)
    forget(before: sample.seconds - span)
    return sample
  }

  private mutating func forget(before seconds: Double) {
    while head < storage.count - 1, storage[head].seconds < seconds || storage.count - head > Self.mostSamples {
      head += 1
    }
    guard head > Self.mostSamples else { return }
    storage.removeFirst(head)
    stored.removeFirst(head)
    head = 0
  }

  /// The samples not older than the given span before the newest.
  func latest(seconds span: Double) -> ArraySlice<Sample> {
    guard let newest else { return [] }
    var first = storage.count - 1
    while first > head, newest.seconds - storage[first - 1].seconds <= span { first -= 1 }
    return storage[first...]
  }

  /// The newest sample that is at least so old.
  func sample(secondsAgo age: Double) -> Sample? {
    guard let newest else { return nil }
    var low = head
    var high = storage.count
    while low < high {
      let middle = (low + high) / 2
      if newest.seconds - storage[middle].seconds >= age { low = middle + 1 } else { high = middle }
    }
    return low > head ? storage[low - 1] : nil
  }

  func point(of place: Coordinate) -> PlanePoint { plane?.point(of: place) ?? PlanePoint(east: 0, north: 0) }

  func place(of point: PlanePoint) -> Coordinate? { plane?.place(of: point) }

  private mutating func moveOrigin(to place: Coordinate) {
    plane = LocalPlane(at: place)
    for index in head..<storage.count { storage[index].point = point(of: stored[index].coordinate) }
  }
}

/// A straight, even movement fitted to positions by least squares.
struct MotionFit {
  var speedMPS: Double
  /// Root mean square distance of the positions from their centre, in metres.
  var spreadMetres: Double
  var centre: PlanePoint

  /// Nil unless there are four samples that span six tenths of the wanted time.
  init?(_ samples: ArraySlice<MotionWindow.Sample>, seconds span: Double) {
    guard samples.count >= 4, let first = samples.first, let last = samples.last,
      last.seconds - first.seconds >= 0.6 * span
    else { return nil }
    let count = Double(samples.count)
    var time = 0.0
    var east = 0.0
    var north = 0.0
    for sample in samples {
      time += sample.seconds - first.seconds
      east += sample.point.east
      north += sample.point.north
    }
    time = first.seconds + time / count
    centre = PlanePoint(east: east / count, north: north / count)
    var timeSquares = 0.0
    var velocity = PlanePoint(east: 0, north: 0)
    var squares = 0.0
    for sample in samples {
      let dt = sample.seconds - time
      let offset = sample.point - centre
      timeSquares += dt * dt
      velocity = velocity + offset * dt
      squares += offset.east * offset.east + offset.north * offset.north
    }
    speedMPS = velocity.length / timeSquares
    spreadMetres = (squares / count).squareRoot()
  }
}

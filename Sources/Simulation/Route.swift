import Positioning

/// What ends a block of a street.
enum Junction {
  /// A red traffic light: brake to a stop, wait, go on.
  case light
  /// A right-angled turn, taken slowly.
  case corner
  /// A sweeping bend, taken at the speed of the street.
  case bend
}

/// A drive being laid out: each call adds legs where the last one ended, with details drawn from the seed.
///
/// Lateral acceleration, v²/r, stays below 3 m/s² by the choice of radii; braking and acceleration below 2.8 m/s².
struct Route {
  private(set) var legs: [Leg] = []
  private var surroundings = Surroundings.street
  private var generator: SeededGenerator
  private let origin: Motion

  init(from place: Coordinate, using generator: SeededGenerator) {
    self.generator = generator
    let course = self.generator.uniform(0...359)
    origin = Motion(coordinate: place, speedMPS: 0, courseDegrees: course, odometerMetres: 0)
  }

  mutating func stand(forSeconds range: ClosedRange<Double>) {
    add(.stand(seconds: generator.uniform(range)))
  }

  mutating func pullOut() {
    accelerate(toMPS: 2...3)
    cruise(forSeconds: 1...3)
    turn(byDegrees: 80...100, radiusMetres: 6...8)
    accelerate(toMPS: 11...14)
  }

  mutating func pullIn() {
    brake(toMPS: 2...3)
    turn(byDegrees: 80...100, radiusMetres: 6...8)
    cruise(forSeconds: 2...4)
    stop()
  }

  mutating func driveStreets(_ junctions: [Junction]) {
    surroundings = .street
    for junction in junctions {
      cruise(forSeconds: 8...22)
      pass(junction)
    }
  }

  mutating func driveThroughTunnel() {
    surroundings = .openSky
    accelerate(toMPS: 19...22)
    cruise(forSeconds: 6...14)
    surroundings = .tunnel
    cruise(forSeconds: 28...50)
    turn(byDegrees: 15...25, radiusMetres: 600...700)
    cruise(forSeconds: 26...48)
    surroundings = .openSky
    cruise(forSeconds: 15...25)
  }

  mutating func driveMotorway() {
    surroundings = .openSky
    brake(toMPS: 11...13)
    turn(byDegrees: 60...110, radiusMetres: 90...110)
    accelerate(toMPS: 29...31)
    for _ in 0..<4 {
      cruise(forSeconds: 22...38)
      turn(byDegrees: 12...30, radiusMetres: 700...1100)
      // Traffic: nobody holds one speed for a quarter of an hour.
      brake(toMPS: 26...28.5)
      accelerate(toMPS: 29...32)
    }
    brake(toMPS: 12...14)
    turn(byDegrees: 60...110, radiusMetres: 90...110)
  }

  private mutating func pass(_ junction: Junction) {
    switch junction {
    case .light:
      stop()
      stand(forSeconds: 10...60)
      accelerate(toMPS: 11...14)
    case .corner:
      brake(toMPS: 4...5)
      turn(byDegrees: 88...92, radiusMetres: 10...14)
      accelerate(toMPS: 11...14)
    case .bend:
      turn(byDegrees: 30...70, radiusMetres: 90...140)
    }
  }

  private mutating func cruise(forSeconds range: ClosedRange<Double>) {
    add(.cruise(seconds: generator.uniform(range)))
  }

  private mutating func accelerate(toMPS range: ClosedRange<Double>) {
    let speed = generator.uniform(range)
    // A car on a motorway has little to spare.
    let strongest = speed > 20 ? 1.4 : 2.4
    add(.change(toMPS: speed, rateMPS2: generator.uniform(1.0...strongest)))
  }

  private mutating func brake(toMPS range: ClosedRange<Double>) {
    add(.change(toMPS: generator.uniform(range), rateMPS2: generator.uniform(1.2...2.4)))
  }

  private mutating func stop() {
    add(.change(toMPS: 0, rateMPS2: generator.uniform(1.2...2.8)))
  }

  private mutating func turn(byDegrees degrees: ClosedRange<Double>, radiusMetres radius: ClosedRange<Double>) {
    add(.turn(byDegrees: generator.sign() * generator.uniform(degrees), radiusMetres: generator.uniform(radius)))
  }

  private mutating func add(_ manoeuvre: Manoeuvre) {
    let start = legs.last?.end ?? origin
    let second = legs.last.map { $0.startSecond + $0.durationSeconds } ?? 0
    legs.append(Leg(manoeuvre, in: surroundings, from: start, startSecond: second))
  }
}

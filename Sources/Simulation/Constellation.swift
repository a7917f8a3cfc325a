/// The satellites over one drive. They stand still: half an hour moves them by some degrees, which nothing here uses.
struct Constellation: Sendable {
  private struct Satellite: Sendable {
    let prn: Int
    let elevationDegrees: Int
    let azimuthDegrees: Int
  }

  /// From the highest to the lowest.
  private let satellites: [Satellite]

  init(using generator: inout SeededGenerator) {
    let count = 12
    let firstPRN = Int(generator.uniform(0...31))
    let turn = generator.uniform(0...359)
    satellites = (0..<count).map { index in
      Satellite(
        // Steps of 5 visit 32 numbers before one comes again.
        prn: (firstPRN + index * 5) % 32 + 1,
        elevationDegrees: 78 - index * 6 + Int(generator.uniform(-2...2)),
        // The golden angle spreads them evenly round the horizon.
        azimuthDegrees: Int(turn + Double(index) * 137.5) % 360)
    }
  }

  func view(in surroundings: Surroundings, with reception: Reception, using generator: inout SeededGenerator)
    -> [SatelliteInView]
  {
    let used = usedCount(in: surroundings, with: reception)
    return satellites.enumerated().map { index, satellite in
      let noise = generator.uniform(-2...2)
      // Higher is louder: the path through the air is shorter and the antenna looks up.
      let signal = Int((26 + Double(satellite.elevationDegrees) * 0.24 + noise).rounded())
      return SatelliteInView(
        prn: satellite.prn, elevationDegrees: satellite.elevationDegrees, azimuthDegrees: satellite.azimuthDegrees,
        signalDBHz: surroundings == .tunnel ? nil : signal, isUsed: index < used)
    }
  }

  private func usedCount(in surroundings: Surroundings, with reception: Reception) -> Int {
    switch (reception, surroundings) {
    case (.none, _): 0
    case (.twoD, _): 3
    case (.threeD, .openSky): 11
    case (.threeD, .street), (.threeD, .tunnel): 8
    }
  }
}

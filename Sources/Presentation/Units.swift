import TextOutput

/// Units that people are shown.
public enum Units: String, CaseIterable, Sendable {
  /// Kilometres per hour, kilometres and metres.
  case metric
  /// Miles per hour, miles and feet (the international ones of 1959: 1609.344 m and 0.3048 m).
  case imperial
  /// Knots and nautical miles (1852 m), metres below a tenth of one.
  case nautical

  /// `km/h`, `mph` or `kn`.
  public var speedUnit: String {
    switch self {
    case .metric: "km/h"
    case .imperial: "mph"
    case .nautical: "kn"
    }
  }

  /// `km`, `mi` or `NM`.
  public var distanceUnit: String {
    switch self {
    case .metric: "km"
    case .imperial: "mi"
    case .nautical: "NM"
    }
  }

  /// A speed in `speedUnit`.
  public func speed(metresPerSecond: Double) -> Double { metresPerSecond * 3600 / metresPerDistanceUnit }

  /// A distance in `distanceUnit`.
  public func distance(metres: Double) -> Double { metres / metresPerDistanceUnit }

  private var metresPerDistanceUnit: Double {
    switch self {
    case .metric: 1000
    case .imperial: 1609.344
    case .nautical: 1852
    }
  }

  /// The digits of a speed in `speedUnit`, with a decimal at walking pace: `4.7`, `48`.
  func speedDigits(metresPerSecond: Double) -> String {
    let value = speed(metresPerSecond: metresPerSecond)
    return decimal(value, places: value < 9.95 ? 1 : 0)
  }

  /// A distance as people say it: `640 m`, `12.3 km`, `128 mi`.
  func distanceText(metres: Double) -> String {
    let value = distance(metres: metres)
    // Limits at the half, so that what is rounded up also gets the next unit.
    return switch (self, value) {
    case (.metric, _): HumanText.distance(metres: metres)
    case (.imperial, ..<0.1): decimal(metres / 0.3048, places: 0) + " ft"
    case (.nautical, ..<0.1): decimal(metres, places: 0) + " m"
    default: decimal(value, places: value < 99.95 ? 1 : 0) + " " + distanceUnit
    }
  }
}

/// A number with so many places.
func decimal(_ value: Double, places: Int, zeros: TrailingZeros = .kept) -> String {
  var text = TextBuffer()
  text.append(value, places: places, zeros: zeros)
  return text.string
}

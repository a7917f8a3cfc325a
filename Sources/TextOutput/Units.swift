/// Units that people are shown.
public enum Units: String, CaseIterable, Sendable {
  /// Kilometres per hour, kilometres and metres.
  case metric
  /// Miles per hour, miles and feet (the international ones of 1959: 1609.344 m and 0.3048 m).
  case imperial
  /// Knots, nautical miles (1852 m) and metres.
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
  public var distanceUnit: String { far.name }

  /// The greater unit of distances, and its metres.
  public var far: (name: String, metres: Double) {
    switch self {
    case .metric: ("km", 1000)
    case .imperial: ("mi", 1609.344)
    case .nautical: ("NM", 1852)
    }
  }

  /// The smaller unit of distances, and its metres; heights are in it too.
  public var near: (name: String, metres: Double) { self == .imperial ? ("ft", 0.3048) : ("m", 1) }

  /// Metres per second in one `speedUnit`.
  public var metresPerSecond: Double { far.metres / 3600 }

  /// A speed in `speedUnit`.
  public func speed(metresPerSecond: Double) -> Double { metresPerSecond * 3600 / far.metres }

  /// A distance in `distanceUnit`.
  public func distance(metres: Double) -> Double { metres / far.metres }

  /// The digits of a speed in `speedUnit`, with a decimal at walking pace: `4.7`, `48`.
  public func speedDigits(metresPerSecond: Double) -> String {
    let value = speed(metresPerSecond: metresPerSecond)
    return decimal(value, places: value < 9.95 ? 1 : 0)
  }

  /// A distance as people say it: `640 m`, `12.3 km`, `128 mi`.
  public func distanceText(metres: Double) -> String {
    if self == .metric { return HumanText.distance(metres: metres) }
    let value = distance(metres: metres)
    return value < 0.1
      ? "\(decimal(metres / near.metres, places: 0)) \(near.name)"
      : "\(decimal(value, places: value < 99.95 ? 1 : 0)) \(far.name)"
  }
}

/// A number with so many places.
package func decimal(_ value: Double, places: Int, zeros: TrailingZeros = .kept) -> String {
  var text = TextBuffer()
  text.append(value, places: places, zeros: zeros)
  return text.string
}

import TextOutput

/// What speeds, distances and heights of a picture are shown in.
public enum PictureUnits: String, CaseIterable, Sendable {
  /// Kilometres per hour, kilometres and metres.
  case metric
  /// Miles per hour, miles and feet (the international ones of 1959: 1609.344 m and 0.3048 m).
  case imperial
  /// Knots, nautical miles (1852 m) and metres.
  case nautical

  /// `km/h`, `mph` or `kn`.
  var speedUnit: String {
    switch self {
    case .metric: "km/h"
    case .imperial: "mph"
    case .nautical: "kn"
    }
  }

  /// The greater unit of distances, and its metres.
  var far: (name: String, metres: Double) {
    switch self {
    case .metric: ("km", 1000)
    case .imperial: ("mi", 1609.344)
    case .nautical: ("NM", 1852)
    }
  }

  /// The smaller unit of distances, and its metres; heights are in it too.
  var near: (name: String, metres: Double) {
    self == .imperial ? ("ft", 0.3048) : ("m", 1)
  }

  /// Metres per second in one `speedUnit`.
  var metresPerSecond: Double { far.metres / 3600 }

  /// A distance as people say it: `640 m`, `12.3 km`, `128 mi`.
  func distance(metres: Double) -> String {
    let value = metres / far.metres
    // Limits at the half, so that what is rounded up also gets the next unit.
    let isNear = self == .metric ? metres < 999.5 : value < 0.1
    return isNear
      ? "\(decimal(metres / near.metres, places: 0)) \(near.name)"
      : "\(decimal(value, places: value < 99.95 ? 1 : 0)) \(far.name)"
  }
}

/// A number with so many places.
func decimal(_ value: Double, places: Int) -> String {
  var text = TextBuffer()
  text.append(value, places: places, zeros: .kept)
  return text.string
}

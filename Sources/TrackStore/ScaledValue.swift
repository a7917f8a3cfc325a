import Positioning

/// Whole numbers as the tables hold them.
enum Scaled {
  /// The value times a factor, rounded; nil where there is none or none that fits.
  static func integer(_ value: Double?, times factor: Double) -> Int64? {
    guard let value else { return nil }
    let scaled = (value * factor).rounded()
    return scaled.magnitude < 9e18 ? Int64(scaled) : nil
  }

  static func degreesE9(_ value: Double) -> Int64 { Int64((value * 1e9).rounded()) }

  static func millimetres(_ value: Double) -> Int64 { integer(value, times: 1000) ?? 0 }
}

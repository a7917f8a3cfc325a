import Glibc

/// Dilutions of precision: how much the satellites' geometry stretches the error of ranges; without unit.
///
/// The ratio of the vertical to the horizontal one is that of a usual sky (E. Kaplan, C. Hegarty, "Understanding
/// GPS/GNSS", 3rd ed., 11.2).
public struct Dilution: Equatable, Sendable {
  /// In the horizontal plane (HDOP).
  public var horizontal: Double

  /// Without a fix receivers say 99.99.
  public static let none = Dilution(horizontal: 99.99)

  /// With the three or four satellites that happen to be found first.
  static let firstFix = Dilution(horizontal: 3)

  /// In height (VDOP).
  public var vertical: Double { min(99.99, 1.6 * horizontal) }

  /// In space (PDOP), the root of the sum of squares.
  public var position: Double { min(99.99, (horizontal * horizontal + vertical * vertical).squareRoot()) }

  /// Moves towards what the surroundings allow, as a receiver takes satellites in one after another.
  mutating func approach(_ goal: Double, forSeconds seconds: Double) {
    horizontal = goal + (horizontal - goal) * exp(-seconds / 12)
  }
}

extension Surroundings {
  /// The horizontal dilution that a receiver settles at.
  var settledDilution: Double {
    switch self {
    case .openSky: 0.8
    case .street: 1.15
    case .tunnel: Dilution.firstFix.horizontal
    }
  }
}

import TextOutput

/// Colours for speeds, from slow to fast.
///
/// The page has the same (page/scale.js).
struct SpeedScale {
  /// How many colours there are.
  static let colours = 24
  /// Where a speed is not known.
  static let unknown = "#8a8f98"
  /// Readable on light and on dark ground; between them it is interpolated.
  private static let anchors: [(red: Double, green: Double, blue: Double)] = [
    (0x2B, 0x6C, 0xC4), (0x00, 0xA3, 0xB4), (0x3F, 0xAE, 0x49), (0xE8, 0xB0, 0x0B), (0xEE, 0x6C, 0x1B),
    (0xD2, 0x1E, 0x3C),
  ]
  /// Round numbers that a scale may end with, in units of speed.
  private static let ends: [Double] = [
    5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 120, 140, 160, 200, 250, 300, 400, 500, 600, 800, 1000,
  ]

  /// In units of speed: what is as fast or faster has the last colour.
  let end: Double
  private let unitMMPS: Double

  /// A scale that suits most of the speeds, in millimetres per second: one in a hundred may be beyond its end.
  init(_ speedsMMPS: [Int64], units: Units) {
    unitMMPS = units.metresPerSecond * 1000
    let fast = speedsMMPS.isEmpty ? 0 : Double(speedsMMPS.sorted()[(speedsMMPS.count - 1) * 99 / 100]) / unitMMPS
    end = Self.ends.first { $0 >= fast } ?? fast
  }

  /// The number of the colour of a speed.
  func colour(ofMMPS speed: Int64) -> Int {
    min(Self.colours - 1, max(0, Int(Double(speed) / unitMMPS / end * Double(Self.colours))))
  }

  /// A colour as CSS and SVG write it.
  static func text(_ colour: Int) -> String {
    let place = Double(colour) / Double(colours - 1) * Double(anchors.count - 1)
    let index = min(anchors.count - 2, Int(place))
    let (a, b, share) = (anchors[index], anchors[index + 1], place - Double(index))
    return "#"
      + [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].map { a, b in
        let value = Int((a + (b - a) * share).rounded())
        return (value < 16 ? "0" : "") + String(value, radix: 16)
      }.joined()
  }
}

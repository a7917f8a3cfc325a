import Positioning
import TextOutput

/// Where places lie in a still: a plane in which a degree of longitude is as wide as at the middle of the track.
struct StillFrame {
  static let width = 1200.0
  static let margin = 40.0
  static let headHeight = 96.0
  static let footHeight = 72.0
  /// So that a track that hardly moves is not blown up to nothing but noise.
  private static let leastMetres = 200.0
  private static let metresPerDegree = 111_320.0

  /// Of the whole picture.
  let height: Double
  let metresPerPixel: Double
  private let centre: (latitude: Double, longitude: Double)
  private let widthOfDegree: Double

  init(_ places: [(latitude: Double, longitude: Double)]) {
    let south = places.map(\.latitude).min() ?? 0
    let north = places.map(\.latitude).max() ?? 0
    let west = places.map(\.longitude).min() ?? 0
    let east = places.map(\.longitude).max() ?? 0
    centre = ((south + north) / 2, (west + east) / 2)
    widthOfDegree = max(0.02, Angle.sineAndCosine(ofDegrees: centre.latitude).cosine)
    let metresWide = max(Self.leastMetres, (east - west) * widthOfDegree * Self.metresPerDegree)
    let metresHigh = max(Self.leastMetres, (north - south) * Self.metresPerDegree)
    let room = Self.width - 2 * Self.margin
    let tall = min(1100, max(480, room * metresHigh / metresWide))
    metresPerPixel = max(metresWide / room, metresHigh / tall)
    height = Self.headHeight + tall + 2 * Self.margin + Self.footHeight
  }

  /// Pixels from the left and the top.
  func point(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
    let pixelsPerDegree = Self.metresPerDegree / metresPerPixel
    let middle = Self.headHeight + (height - Self.headHeight - Self.footHeight) / 2
    return (
      Self.width / 2 + (longitude - centre.longitude) * widthOfDegree * pixelsPerDegree,
      middle - (latitude - centre.latitude) * pixelsPerDegree
    )
  }

  /// Of a place at the side of the antimeridian where the track is.
  func point(ofLatitudeE9 latitude: Int64, _ longitude: Int64) -> (x: Double, y: Double) {
    let side = Longitude.difference(from: centre.longitude, to: Double(longitude) / 1e9)
    return point(latitude: Double(latitude) / 1e9, longitude: centre.longitude + side)
  }

  /// A round length and its pixels, at most `pixels` of them.
  func scaleBar(_ units: Units, atMost pixels: Double) -> (text: String, pixels: Double) {
    let most = pixels * metresPerPixel
    let unit = most < units.far.metres ? units.near : units.far
    var length = 1.0
    for step in [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000] where step * unit.metres <= most {
      length = step
    }
    return ("\(Int(length)) \(unit.name)", length * unit.metres / metresPerPixel)
  }
}

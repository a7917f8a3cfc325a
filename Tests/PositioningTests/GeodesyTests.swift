import Foundation
import Testing

@testable import Positioning

@Suite("Geodesy")
struct GeodesyTests {
  @Test(
    "Sine and cosine agree with the C library to 1e-15", arguments: Array(stride(from: -720.0, through: 720, by: 7.3)))
  func trigonometry(degrees: Double) {
    let (sine, cosine) = Angle.sineAndCosine(ofDegrees: degrees)
    #expect(abs(sine - Foundation.sin(degrees * .pi / 180)) < 4e-15)
    #expect(abs(cosine - Foundation.cos(degrees * .pi / 180)) < 4e-15)
  }

  @Test("Quarter turns are exact", arguments: [(0.0, 0.0, 1.0), (90, 1, 0), (180, 0, -1), (-90, -1, 0)])
  func quarterTurns(degrees: Double, sine: Double, cosine: Double) {
    #expect(Angle.sineAndCosine(ofDegrees: degrees) == (sine, cosine))
  }

  @Test("The arc sine undoes the sine", arguments: Array(stride(from: -1.0, through: 1, by: 0.05)))
  func arcSine(value: Double) {
    #expect(abs(Angle.arcSineRadians(value) - Foundation.asin(value)) < 1e-12)
  }

  /// Geodesics on WGS 84 by Karney's algorithm.
  @Test(
    "Distances are those of the ellipsoid",
    arguments: [
      (47.1, 8.1, 47.1, 8.2, 7_591.397, 1e-6), (47.1, 8.1, 47.2, 8.1, 11_117.377, 1e-6),
      (0.0, 0.0, 0.0, 0.9, 100_187.542, 1e-6), (60.0, 10.0, 60.001, 10.001, 124.604, 1e-4),
      (47.1, 8.1, 47.9, 8.9, 107_442.423, 1e-4), (79.0, 10.0, 79.5, 10.9, 58_889.622, 1e-3),
      (50.066389, -5.714722, 58.643889, -3.07, 969_932.985, 6e-3), (0.0, 0.0, 0.0, 179.5, 19_980_861.9, 6e-3),
    ])
  func distances(a: Double, b: Double, c: Double, d: Double, metres: Double, tolerance: Double) throws {
    let from = try #require(Coordinate(latitude: a, longitude: b))
    let to = try #require(Coordinate(latitude: c, longitude: d))
    #expect(abs(Ellipsoid.distance(from, to) / metres - 1) < tolerance)
    #expect(abs(Ellipsoid.distance(to, from) - Ellipsoid.distance(from, to)) < 1e-6)
  }

  @Test("The short way goes over the antimeridian and over the pole")
  func shortWays() throws {
    let west = try #require(Coordinate(latitude: 10, longitude: -179.9995))
    let east = try #require(Coordinate(latitude: 10, longitude: 179.9995))
    #expect(abs(Ellipsoid.distance(west, east) - 109.6) < 0.2)
    let near = try #require(Coordinate(latitude: 89.9999, longitude: 0))
    let far = try #require(Coordinate(latitude: 89.9999, longitude: 180))
    #expect(abs(Ellipsoid.distance(near, far) - 22.3) < 0.2)
  }

  @Test("A plane gives places back", arguments: [(47.1, 8.1), (-33, 179.9999), (0, 0), (85, -120)])
  func planes(latitude: Double, longitude: Double) throws {
    let plane = LocalPlane(at: try #require(Coordinate(latitude: latitude, longitude: longitude)))
    let place = plane.place(of: PlanePoint(east: 120, north: -80))
    let point = plane.point(of: place)
    #expect(abs(point.east - 120) < 1e-6 && abs(point.north + 80) < 1e-6)
    #expect((-180.0..<180).contains(place.longitude))
  }

  @Test("Places out of range or not finite are no places")
  func impossiblePlaces() {
    for (latitude, longitude) in [(90.1, 0.0), (0, 180.1), (.nan, 0), (0, .infinity), (-91, 0)] {
      #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }
  }

  @Test(
    "Courses differ by the smaller angle", arguments: [(359.0, 1.0, 2.0), (10, 350, 20), (0, 180, 180), (90, 90, 0)])
  func courses(a: Double, b: Double, difference: Double) {
    #expect(Angle.difference(a, b) == difference)
  }

  @Test("Every profile has its own name and thresholds that make sense")
  func profiles() {
    #expect(Set(Profile.all.map(\.name)).count == Profile.all.count)
    #expect(Profile.named("default") == .standard && Profile.named("x") == nil)
    for profile in Profile.all {
      #expect(profile.toleranceMetres > 0 && profile.restRadiusMetres < profile.restRadiusCapMetres)
    }
  }
}

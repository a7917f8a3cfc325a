import Positioning
import Testing

@testable import TrackFormats

@Suite("Privacy zones")
struct PrivacyZoneTests {
  static let places = [
    Coordinate(latitude: 47.123456, longitude: 8.123456), Coordinate(latitude: -36.85, longitude: 179.9999),
    Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 78.22, longitude: 15.65),
    Coordinate(latitude: 89.9, longitude: 0), Coordinate(latitude: -90, longitude: 0),
  ].compactMap(\.self)

  private static func secret(_ number: UInt64) -> PrivacyZone.Secret { PrivacyZone.Secret(number, ~number &* 77) }

  @Test("SipHash is that of its authors")
  func sipHash() {
    let hash = SipHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    #expect(hash.hash([]) == 0x726f_db47_dd0e_0e31)
    #expect(hash.hash([0x0706_0504_0302_0100]) == 0x93f5_f579_9a93_2462)
  }

  @Test("The cut covers all of the zone, wherever that is", arguments: places)
  func covers(place: Coordinate) throws {
    let plane = LocalPlane(at: place)
    for number in 0..<200 as Range<UInt64> {
      let circle = try #require(PrivacyZone(around: place, radiusMetres: 300)).cut(Self.secret(number))
      #expect(circle.contains(place))
      for degrees in stride(from: 0.0, to: 360, by: 15) where place.latitude.magnitude < 80 {
        let (sine, cosine) = Angle.sineAndCosine(ofDegrees: degrees)
        #expect(circle.contains(plane.place(of: PlanePoint(east: 299 * sine, north: 299 * cosine))))
      }
    }
  }

  @Test("The same zone is cut the same way; another secret, place or radius cuts elsewhere")
  func stable() throws {
    func centre(_ latitude: Double, _ radius: Double, _ secret: UInt64) throws -> Coordinate {
      let place = try #require(Coordinate(latitude: latitude, longitude: 8.1))
      return try #require(PrivacyZone(around: place, radiusMetres: radius)).cut(Self.secret(secret)).centre
    }
    let usual = try centre(47.1, 300, 1)
    #expect(try centre(47.1, 300, 1) == usual)
    #expect(try centre(47.1, 300, 2) != usual)
    #expect(try centre(47.2, 300, 1) != usual)
    // A little further along the same line would tell where the place is.
    let place = try #require(Coordinate(latitude: 47.1, longitude: 8.1))
    let (near, far) = (
      LocalPlane(at: place).point(of: usual), LocalPlane(at: place).point(of: try centre(47.1, 600, 1))
    )
    #expect((near.east * far.north - near.north * far.east).magnitude > 0.01 * near.length * far.length)
    // Digits that a hand may leave out make no other direction.
    let retyped = try centre(47.100_01, 300, 1)
    #expect(Ellipsoid.distance(retyped, usual) < 2)
  }

  @Test("The place is as likely at any spot of the cut's inner half")
  func spread() throws {
    let place = try #require(Self.places.first)
    let zone = try #require(PrivacyZone(around: place, radiusMetres: 1000))
    let plane = LocalPlane(at: place)
    let offsets = (0..<4000 as Range<UInt64>).map { plane.point(of: zone.cut(Self.secret($0)).centre) }
    #expect(offsets.allSatisfy { $0.length <= 1001 })
    let inner = offsets.count { $0.length < 500 }
    #expect((900...1100).contains(inner), "a quarter of the area is within half of the radius")
    for quadrant in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      let count = offsets.count { $0.east * quadrant.0 > 0 && $0.north * quadrant.1 > 0 }
      #expect((900...1100).contains(count))
    }
  }

  @Test("A line that leads through is seen, one that passes by is not")
  func crossing() throws {
    let centre = try #require(Coordinate(latitude: -36.85, longitude: 179.9999))
    let circle = CutCircle(centre: centre, radiusMetres: 500)
    let plane = LocalPlane(at: centre)
    func isCrossed(_ a: (Double, Double), _ b: (Double, Double)) -> Bool {
      circle.isCrossed(
        from: plane.place(of: PlanePoint(east: a.0, north: a.1)), to: plane.place(of: PlanePoint(east: b.0, north: b.1))
      )
    }
    #expect(isCrossed((-2000, 0), (2000, 0)))
    #expect(isCrossed((-2000, 490), (2000, 490)))
    #expect(!isCrossed((-2000, 510), (2000, 510)))
    #expect(!isCrossed((600, 0), (2000, 0)))
    #expect(!isCrossed((-2000, 0), (-600, 0)))
    let far = try #require(Coordinate(latitude: -36.85, longitude: -1))
    let further = try #require(Coordinate(latitude: -36.85, longitude: 1))
    #expect(!circle.isCrossed(from: far, to: further), "a line on the other side of the Earth")
  }

  @Test("A radius that makes no sense makes no zone", arguments: [0, 9.9, 50_001, -300, .infinity, .nan])
  func radius(metres: Double) throws {
    #expect(PrivacyZone(around: try #require(Self.places.first), radiusMetres: metres) == nil)
  }
}

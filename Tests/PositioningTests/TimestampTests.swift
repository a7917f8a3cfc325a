import Foundation
import Positioning
import Testing

@Suite("Timestamp")
struct TimestampTests {
  @Test(
    "A time as gpsd writes it is read to the millisecond",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-05-01T06:00:00.000Z", 1_777_615_200_000),
      ("2026-05-01T06:00:00.1Z", 1_777_615_200_100), ("2026-05-01T06:00:00.123999Z", 1_777_615_200_123),
      ("1999-12-31T23:59:59.999Z", 946_684_799_999), ("2024-02-29T12:00:00.5Z", 1_709_208_000_500),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000),
    ])
  func reads(text: String, milliseconds: Int64) {
    #expect(Timestamp(iso8601: text)?.milliseconds == milliseconds)
  }

  @Test(
    "What is no time is refused",
    arguments: [
      "", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
      "2026-05-01T24:00:00Z", "2026-05-01T06:60:00Z", "2026-05-01T06:00:61Z", "2026-05-01T06:00:00", "2026-05-01",
      "2026-05-01T06:00:00.Z", "2026-05-01T06:00:00.1aZ", "-026-05-01T06:00:00Z", "0000-05-01T06:00:00Z",
      "2026-05-01 06:00:00Z", "2026-05-01T06:00:00+00:00Z", "２026-05-01T06:00:00Z",
    ])
  func refuses(text: String) {
    #expect(Timestamp(iso8601: text) == nil)
  }

  @Test("A leap second is the first second of the next minute")
  func leapSecond() {
    #expect(Timestamp(iso8601: "2016-12-31T23:59:60Z") == Timestamp(iso8601: "2017-01-01T00:00:00Z"))
  }

  @Test("Every moment survives being written and read, and reads as other programs read it")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var generator = LinearGenerator(state: seed)
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    for _ in 0..<2_000 {
      let time = Timestamp(milliseconds: .random(in: -60_000_000_000_000...250_000_000_000_000, using: &generator))
      #expect(Timestamp(iso8601: time.iso8601) == time)
      // Foundation follows the Julian calendar before 1582.
      guard time.milliseconds > -12_219_292_800_000 else { continue }
      let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
      #expect(formatter.string(from: date) == time.iso8601)
    }
  }

  @Test("Moments before 1970 fall into their own day")
  func flooring() {
    #expect(Int64(-1).flooredQuotient(1000) == -1)
    #expect(Int64(-1000).flooredQuotient(1000) == -1)
    #expect(Int64(999).flooredQuotient(1000) == 0)
    #expect(Calendar.civil(-1).second == 59)
  }
}

/// A small seeded generator for tests.
struct LinearGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

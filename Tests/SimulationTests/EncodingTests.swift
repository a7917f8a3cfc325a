import Foundation
import Positioning
import Testing

@testable import Simulation

@Suite("Epochs as text")
struct EncodingTests {
  static let epochs = Array(Epochs(of: Drive(seed: 1), by: Receiver(seed: 1)))

  static func text(_ bytes: [UInt8]) throws -> String { try #require(String(bytes: bytes, encoding: .ascii)) }

  static func fields(of sentence: [UInt8]) throws -> [String] {
    let body = try text(sentence).prefix { $0 != "*" }
    return body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  static func sentence(_ formatter: String, of epoch: Epoch) throws -> [String] {
    let all = try NMEA.sentences(of: epoch).map(fields)
    return try #require(all.first { $0[0] == "$GP" + formatter })
  }

  @Test("The same seed gives the same bytes, another seed other bytes")
  func bytesFollowFromTheSeed() {
    func everything(_ seed: UInt64) -> [UInt8] {
      Epochs(of: Drive(seed: seed), by: Receiver(seed: seed)).prefix(300)
        .flatMap { NMEA.bytes(of: $0) + GPSDJSON.bytes(of: $0) + TruthTable.line(of: $0) }
    }
    #expect(everything(4) == everything(4))
    #expect(everything(4) != everything(5))
  }

  @Test("Every sentence has the right checksum, ends with CR LF and is at most 82 characters long")
  func sentencesAreWellFormed() throws {
    for sentence in Self.epochs.flatMap(NMEA.sentences) {
      #expect(sentence.count <= 82)
      #expect(sentence.suffix(2) == [13, 10])
      let star = try #require(sentence.lastIndex(of: UInt8(ascii: "*")))
      let checksum = sentence[1..<star].reduce(0, ^)
      #expect(try Self.text(Array(sentence[(star + 1)...].dropLast(2))) == String(format: "%02X", checksum))
    }
  }

  @Test("The sentences have the number of fields that the standard gives them")
  func sentencesHaveTheirFields() throws {
    let counts = ["$GPRMC": 13, "$GPGGA": 15, "$GPGSA": 18, "$GPGST": 9, "$GPGSV": 20]
    for sentence in Self.epochs.flatMap(NMEA.sentences) {
      let fields = try Self.fields(of: sentence)
      #expect(counts[fields[0]] == fields.count)
    }
  }

  @Test("Without a fix RMC is void, GGA has quality 0 and GSA mode 1, and no place is given")
  func noFixIsSaid() throws {
    for epoch in Self.epochs where epoch.reception == .none {
      let recommended = try Self.sentence("RMC", of: epoch)
      let fixData = try Self.sentence("GGA", of: epoch)
      #expect(recommended[2] == "V")
      #expect(recommended[3...8].allSatisfy { $0.isEmpty })
      #expect(fixData[6] == "0")
      #expect(fixData[2...5].allSatisfy { $0.isEmpty })
      #expect(try Self.sentence("GSA", of: epoch)[2] == "1")
    }
  }

  @Test("RMC carries the measured place to 2 cm and speed to 1 mm/s")
  func placeSurvives() throws {
    for epoch in Self.epochs where epoch.reception != .none {
      let fields = try Self.sentence("RMC", of: epoch)
      let latitude = try #require(Double(fields[3].prefix(2))) + #require(Double(fields[3].dropFirst(2))) / 60
      let longitude = try #require(Double(fields[5].prefix(3))) + #require(Double(fields[5].dropFirst(3))) / 60
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let measured = try #require(epoch.report.coordinate)
      #expect(Ellipsoid.distance(place, measured) < 0.02)
      let speed = try #require(Double(fields[7])) * 1852 / 3600
      #expect((speed - (epoch.report.measurements.speedMPS ?? .nan)).magnitude < 0.001)
    }
  }

  @Test("South and west are hemispheres, not signs")
  func hemispheresAreNamed() throws {
    let place = try #require(Coordinate(latitude: -33.5, longitude: -70.25))
    let epochs = Epochs(of: Drive(seed: 1, from: place), by: Receiver(seed: 1))
    let epoch = try #require(epochs.first { $0.reception == .threeD })
    let fields = try Self.sentence("GGA", of: epoch)
    #expect(fields[2].hasPrefix("33") && fields[3] == "S")
    #expect(fields[4].hasPrefix("070") && fields[5] == "W")
  }

  @Test("The truth table has a line per epoch whose state agrees with its speed")
  func tableParses() throws {
    let columns = try Self.text(TruthTable.header).dropLast().split(separator: ",")
    #expect(columns.count == 8)
    for epoch in Self.epochs {
      let line = try Self.text(TruthTable.line(of: epoch))
      #expect(line.hasSuffix("\n"))
      let values = line.dropLast().split(separator: ",", omittingEmptySubsequences: false)
      #expect(values.count == columns.count)
      #expect(Int64(values[0]) == epoch.truth.time.milliseconds)
      #expect((try #require(Double(values[1])) - epoch.truth.coordinate.latitude).magnitude < 1e-9)
      #expect((try #require(Double(values[4])) == 0) == (values[6] == "stopped") || epoch.truth.speedMPS < 0.0005)
      #expect(["moving", "stopped"].contains(values[6]) && ["none", "twoD", "threeD"].contains(values[7]))
    }
  }

  @Test("Every JSON line parses and says what was measured")
  func jsonParses() throws {
    for epoch in Self.epochs {
      let lines = try Self.text(GPSDJSON.bytes(of: epoch)).components(separatedBy: "\r\n").dropLast()
      let objects = try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
      #expect(objects.map { $0["class"] as? String } == ["SKY", "TPV"])
      let fix = try #require(objects.last)
      #expect(fix["mode"] as? Int == epoch.report.measurements.mode.rawValue)
      #expect(fix["time"] as? String == epoch.report.time?.iso8601)
      #expect((fix["lat"] == nil) == (epoch.reception == .none))
      #expect((fix["altMSL"] == nil) == (epoch.reception != .threeD))
      if let place = epoch.report.coordinate {
        #expect((try #require(fix["lat"] as? Double) - place.latitude).magnitude < 1e-9)
        #expect((try #require(fix["lon"] as? Double) - place.longitude).magnitude < 1e-9)
      }
      let satellites = try #require(objects.first?["satellites"] as? [[String: Any]])
      #expect(satellites.count { $0["used"] as? Bool == true } == epoch.report.measurements.satellites)
    }
  }

  @Test(
    "Numbers are rounded half away from zero and never print a negative zero",
    arguments: [
      (0.0, 2, "0.00"), (-0.001, 2, "0.00"), (0.125, 2, "0.13"), (-0.125, 2, "-0.13"), (9.9996, 3, "10.000"),
      (47.1, 9, "47.100000000"), (-179.999_999_999, 9, "-179.999999999"), (3.5, 0, "4"), (0.05, 3, "0.050"),
    ])
  func numbersAreExact(value: Double, places: Int, expected: String) throws {
    var bytes: [UInt8] = []
    bytes.append(decimal: value, places: places)
    #expect(try Self.text(bytes) == expected)
  }

  @Test("A course that rounds to a full turn is north")
  func northIsZero() {
    #expect(Course.inHundredths(359.996) == 0)
    #expect(Course.inHundredths(359.99) == 359.99)
  }
}

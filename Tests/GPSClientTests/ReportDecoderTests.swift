import MutatedLines
import Positioning
import Testing

@testable import GPSClient

@Suite("Position reports")
struct ReportDecoderTests {
  let decoder = ReportDecoder()

  @Test("Every member of a report is read")
  func readsAll() throws {
    let report = try #require(decoder.report(Lines.tpv))
    let measured = report.measurements
    #expect(decoder.path(of: report.device) == "/dev/ttyACM0")
    #expect(report.time == Timestamp(milliseconds: 1_777_615_200_250))
    #expect(report.coordinate == Coordinate(latitude: 47.123456789, longitude: -8.987654321))
    #expect(measured.mode == .threeD)
    #expect(measured.status == FixStatus(code: 2))
    #expect(measured.altitudeMSLMetres == 431.2)
    #expect(measured.altitudeHAEMetres == 479.1)
    #expect(measured.speedMPS == 13.888)
    #expect(measured.courseDegrees == 45.5)
    #expect(measured.climbMPS == -0.25)
    #expect(measured.horizontalErrorMetres == 7.7)
    #expect(measured.verticalErrorMetres == 5.3)
    #expect(measured.hdop == nil)
    #expect(measured.satellites == nil)
  }

  @Test("A member that is not there is nil, never zero")
  func absentIsNil() throws {
    let report = try #require(decoder.report(#"{"class":"TPV","mode":3}"#))
    var expected = Measurements()
    expected.mode = .threeD
    #expect(report == Report(device: report.device, time: nil, coordinate: nil, measurements: expected))
  }

  @Test(
    "Half a place is no place",
    arguments: [
      #""lat":47.1"#, #""lon":8.1"#, #""lat":47.1,"lon":null"#, #""lat":null,"lon":8.1"#, #""lat":90.1,"lon":8.1"#,
      #""lat":47.1,"lon":180.1"#, #""lat":1e999,"lon":8.1"#, #""lat":47.1,"lon":-1e999"#,
    ])
  func halfPlace(members: String) throws {
    let report = try #require(decoder.report(#"{"class":"TPV","mode":3,\#(members)}"#))
    #expect(report.coordinate == nil)
    #expect(report.measurements.mode == .threeD)
  }

  @Test("The place 0 0 is read as it was sent")
  func nullIsland() throws {
    let report = try #require(decoder.report(#"{"class":"TPV","mode":2,"lat":0,"lon":0.000}"#))
    #expect(report.coordinate?.isNullIsland == true)
  }

  @Test("Numbers are read with and without an exponent")
  func exponents() throws {
    let report = try #require(
      decoder.report(
        #"{"class":"TPV","mode":3,"lat":-2.46e-5,"lon":1.0E+2,"altMSL":4.312e2,"speed":0,"track":3.5e+02,"climb":-0}"#))
    #expect(report.coordinate == Coordinate(latitude: -2.46e-5, longitude: 100))
    #expect(report.measurements.altitudeMSLMetres == 431.2)
    #expect(report.measurements.speedMPS == 0)
    #expect(report.measurements.courseDegrees == 350)
    #expect(report.measurements.climbMPS == 0)
  }

  @Test(
    "null and numbers beyond all bounds are nil",
    arguments: ["null", "1e999", "-1e999", "1\(String(repeating: "0", count: 400))"])
  func notFinite(value: String) throws {
    for name in ["altMSL", "altHAE", "speed", "track", "climb", "eph", "epv"] {
      let report = try #require(
        decoder.report(#"{"class":"TPV","mode":3,"lat":47.1,"lon":8.1,"\#(name)":\#(value)}"#), "\(name): \(value)")
      var expected = Measurements()
      expected.mode = .threeD
      #expect(report.measurements == expected, "\(name): \(value)")
      #expect(report.coordinate == Coordinate(latitude: 47.1, longitude: 8.1), "\(name): \(value)")
    }
  }

  @Test("An error below zero is nil")
  func negativeErrors() throws {
    let report = try #require(
      decoder.report(#"{"class":"TPV","mode":3,"eph":-1,"epx":-1.0,"epy":2,"epv":-0.5,"climb":-2}"#))
    #expect(report.measurements.horizontalErrorMetres == nil)
    #expect(report.measurements.verticalErrorMetres == nil)
    #expect(report.measurements.climbMPS == -2)
  }

  @Test(
    "The horizontal error is eph, else that of both axes together",
    arguments: [
      (#""eph":7,"epx":3,"epy":4"#, 7.0), (#""epx":3,"epy":4"#, 5.0), (#""eph":-1,"epx":3,"epy":4"#, 5.0),
      (#""epx":3"#, nil), (#""eph":0"#, 0.0),
    ])
  func horizontalError(members: String, metres: Double?) throws {
    let report = try #require(decoder.report(#"{"class":"TPV","mode":2,\#(members)}"#))
    #expect(report.measurements.horizontalErrorMetres == metres)
  }

  @Test("A status gpsd leaves out is 0, and a mode it does not know is unknown")
  func modesAndStatus() throws {
    let plain = try #require(decoder.report(#"{"class":"TPV","mode":1}"#))
    let strange = try #require(decoder.report(#"{"class":"TPV","mode":17,"status":8}"#))
    #expect(plain.measurements.mode == .noFix)
    #expect(plain.measurements.status == FixStatus(code: 0))
    #expect(strange.measurements.mode == .unknown)
    #expect(strange.measurements.status == FixStatus(code: 8))
  }

  @Test("A report whose time or types are wrong is malformed, and the next one is not")
  func malformed() {
    #expect(
      decoder.decode(#"{"class":"TPV","mode":3,"time":"2026-13-01T06:00:00.000Z","lat":47,"lon":8}"#) == .malformed)
    #expect(decoder.decode(#"{"class":"TPV","mode":3,"lat":"bad","lon":8}"#) == .malformed)
    #expect(decoder.decode(#"{"class":"TPV","mode":3,"lat":47.1"#) == .malformed)
    #expect(decoder.decode("not json") == .malformed)
    #expect(decoder.report(Lines.tpv) != nil)
  }

  @Test("A report cut after any byte is malformed or nothing, never a report")
  func cutReports() {
    let bytes = Array(Lines.tpv.utf8)
    for length in 0..<bytes.count {
      let message = decoder.decode(Array(bytes[..<length]))
      #expect(message == (length == 0 ? .other : .malformed), "the first \(length) bytes")
    }
  }

  @Test("Blanks between members, as other programs write them, change nothing")
  func blanks() throws {
    let spread = Lines.tpv.replacing("\":", with: "\": ").replacing(",\"", with: ", \"")
    #expect(spread != Lines.tpv)
    #expect(decoder.report(spread) == decoder.report(Lines.tpv))
    #expect(decoder.report(" \t\(Lines.tpv)\r") == decoder.report(Lines.tpv))
    let named = try #require(decoder.report(#"{ "class" : "TPV" , "device" : "/dev/a \"b\" c" , "mode" : 2 }"#))
    #expect(decoder.path(of: named.device) == #"/dev/a "b" c"#)
  }
}

import MutatedLines
import Positioning
import Testing

@testable import GPSClient

@Suite("What gpsd says beside positions")
struct MessageTests {
  let decoder = ReportDecoder()

  @Test("A sky report gives dilution and satellites")
  func sky() throws {
    guard case .sky(let sky) = decoder.decode(Lines.sky) else {
      Issue.record("not a sky report")
      return
    }
    #expect(decoder.path(of: sky.device) == "/dev/ttyACM0")
    #expect(sky == Sky(device: sky.device, hdop: 1.1, satellitesUsed: 2, satellitesSeen: 3))
  }

  @Test("Satellites are counted where an old gpsd does not count them, and unknown where it lists none")
  func countedSky() {
    let listed = decoder.decode(
      #"{"class":"SKY","satellites":[{"PRN":5,"el":1,"az":2,"ss":3,"used":true},{"PRN":6,"el":1,"az":2,"ss":3,"used":false}]}"#
    )
    let device = DeviceID(number: 0)
    #expect(listed == .sky(Sky(device: device, hdop: nil, satellitesUsed: 1, satellitesSeen: 2)))
  }

  @Test("Without a list of satellites their number is unknown, not zero")
  func skyWithoutList() {
    let device = DeviceID(number: 0)
    let expected = Message.sky(Sky(device: device, hdop: 1.5, satellitesUsed: nil, satellitesSeen: nil))
    #expect(decoder.decode(#"{"class":"SKY","hdop":1.5,"nSat":9,"uSat":7}"#) == expected)
    #expect(decoder.decode(#"{"class":"SKY","hdop":1.5}"#) == expected)
  }

  @Test("What a receiver is taken for is known from the line that says it, and from no other")
  func driver() {
    _ = decoder.decode(Lines.devices)
    #expect(decoder.driver(of: "/dev/ttyACM0") == "u-blox")
    #expect(decoder.driver(of: "/dev/ttyUSB1") == nil)
    _ = decoder.decode(Lines.deviceOn)
    #expect(decoder.driver(of: "/dev/ttyACM0") == "u-blox")
    #expect(decoder.driver(of: "/dev/ttyUSB1") == nil)
    _ = decoder.decode(Lines.tpv)
    #expect(decoder.driver(of: "/dev/ttyACM0") == nil)
  }

  @Test("A receiver comes and goes")
  func device() {
    #expect(decoder.decode(Lines.deviceOn) == .device("/dev/ttyACM0", isActive: true))
    #expect(decoder.decode(Lines.deviceOff) == .device("/dev/ttyACM0", isActive: false))
    #expect(decoder.decode(#"{"class":"DEVICE","path":"/dev/b"}"#) == .device("/dev/b", isActive: false))
    #expect(
      decoder.decode(#"{"class":"DEVICE","path":"/dev/b","activated":1777615140.5}"#)
        == .device("/dev/b", isActive: true))
    #expect(decoder.decode(#"{"class":"DEVICE"}"#) == .other)
  }

  @Test("All receivers are listed, those in use counted")
  func devices() {
    #expect(decoder.decode(Lines.devices) == .devices(["/dev/ttyACM0", "/dev/ttyUSB1"]))
    #expect(decoder.decode(#"{"class":"DEVICES","devices":[]}"#) == .devices([]))
  }

  // libgps 3.22 goes round for ever on each of these when it is given the whole line.
  @Test(
    "A line that libgps gives up on does not keep it for ever",
    .timeLimit(.minutes(1)),
    arguments: [
      #"{"class":"DEVICES","devices":["#
        + (1...5).map { #"{"class":"DEVICE","path":"/dev/\#($0)"}"# }.joined(separator: ",")
        + "]}",
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/1","x":{}},{"class":"DEVICE","path":"/dev/2"}]}"#,
      #"{"class":"VERSION","x":[{"class":"TPV","mode":2,"lat":9}]}"#,
      #"{"class":"ERROR","message":[{"class" : "TPV","mode":2,"lat":9}]}"#,
      #"{"class":"TPV","device":[{"class":"ERROR","x":{}}],"lat":1}"#, #"{"x":{},"class":"TPV","mode":3}"#,
      #"{"x":[],"class":"TPV","mode":3}"#,
    ])
  func comesToAnEnd(line: String) {
    _ = decoder.decode(line)
    #expect(decoder.report(Lines.tpv)?.measurements == ReportDecoder().report(Lines.tpv)?.measurements)
  }

  @Test(
    "A member with members of its own ends what is read of a report, and nothing inside it is taken for the report's")
  func nestedMember() throws {
    let report = try #require(
      decoder.report(
        #"{"class":"TPV","mode":3,"lat":47.1,"lon":8.1,"future":[{"class":"TPV","mode":2,"lat":9}],"speed":3}"#))
    #expect(report.coordinate == Coordinate(latitude: 47.1, longitude: 8.1))
    #expect(report.measurements.mode == .threeD)
  }

  @Test("The greeting names the release, and a refusal has gpsd's own words")
  func greetingAndRefusal() {
    #expect(decoder.decode(Lines.version) == .version("3.22"))
    #expect(decoder.decode(Lines.error) == .refusal("Unrecognized request '?FOO'"))
  }

  @Test(
    "Everything else is passed over",
    arguments: [Lines.watch, #"{"class":"GST","rms":1}"#, #"{"class":"FUTURE","lat":47.1}"#, "{}", "", "  ", "\r"])
  func others(line: String) {
    #expect(decoder.decode(line) == .other)
  }

  @Test("A line that names no receiver belongs to the one without a name")
  func noDevice() throws {
    let named = try #require(decoder.report(Lines.tpv))
    let unnamed = try #require(decoder.report(#"{"class":"TPV","mode":1}"#))
    #expect(decoder.path(of: unnamed.device).isEmpty)
    #expect(named.device != unnamed.device)
  }

  @Test("A receiver keeps its number, and paths of any length are told apart")
  func numbers() throws {
    let long = "/dev/serial/by-id/usb-u-blox_AG_-_www.u-blox.com_u-blox_GNSS_receiver-if0"
    func number(_ path: String) throws -> DeviceID {
      try #require(decoder.report(#"{"class":"TPV","device":"\#(path)","mode":1}"#)).device
    }
    let first = try number(long + "0")
    let second = try number(long + "1")
    #expect(first != second)
    #expect(try number(long + "0") == first)
    #expect(try number(long) != first)
    #expect(decoder.path(of: first) == long + "0")
    #expect(decoder.deviceCount == 3)
  }

  @Test("A server that invents receivers without end gets a bounded number of them")
  func boundedReceivers() {
    for number in 0..<1_000 { _ = decoder.decode(#"{"class":"TPV","device":"/dev/\#(number)","mode":1}"#) }
    #expect(decoder.deviceCount == 256)
  }
}

import MutatedLines
import Positioning
import Testing

@testable import GPSClient

@Suite("What a look at a line tells")
struct ScannedLineTests {
  @Test(
    "The class is found",
    arguments: [
      ("TPV", .tpv), ("SKY", .sky), ("DEVICE", .device), ("DEVICES", .devices), ("VERSION", .version),
      ("ERROR", .error), ("WATCH", .other), ("TPVX", .other), ("tpv", .other), ("", .other),
    ] as [(String, ScannedLine.Class)])
  func findsClass(word: String, kind: ScannedLine.Class) {
    #expect(scan(#"{"class":"\#(word)","x":1}"#)?.kind == kind)
    #expect(scan(#"{ "class" : "\#(word)" }"#)?.kind == kind)
  }

  @Test(
    "Only the first member is the class, for libgps too goes by the first that it sees",
    arguments: [
      (#"{"x":{"class":"SKY"},"class":"TPV","mode":3}"#, .other), (#"{"mode":3,"class":"TPV"}"#, .other),
      (#"{"class":"TPV","class":"SKY"}"#, .tpv), (#"{"class":"TPV","x":{"class":"SKY"}}"#, .tpv),
      (#"{"class":1,"class":"TPV"}"#, .other), (#"{"class":["TPV"]}"#, .other), (#"{"clas":"TPV"}"#, .other),
      (#"{"CLASS":"TPV"}"#, .other), ("{}", .other),
    ] as [(String, ScannedLine.Class)])
  func firstMemberIsClass(line: String, kind: ScannedLine.Class) {
    #expect(scan(line)?.kind == kind)
  }

  @Test("A time is read to the millisecond")
  func readsTime() {
    #expect(scan(Lines.tpv)?.time == .valid(Timestamp(milliseconds: 1_777_615_200_250)))
  }

  @Test("A time that is not there, or null, is absent", arguments: ["", #","time":null"#, #","x":{"time":"no"}"#])
  func absentTime(member: String) {
    #expect(scan(#"{"class":"TPV"\#(member)}"#)?.time == .absent)
  }

  @Test(
    "A time that no clock shows is impossible",
    arguments: [
      #""2026-13-01T06:00:00.000Z""#, #""2026-00-01T06:00:00.000Z""#, #""2026-02-30T06:00:00.000Z""#,
      #""2025-02-29T06:00:00Z""#, #""2026-05-00T06:00:00Z""#, #""2026-05-01T24:00:00.000Z""#,
      #""2026-05-01T06:60:00Z""#, #""2026-05-01T06:00:61Z""#, #""2026-05-01T06:00:00.000""#, #""2026-05-01T06:00:00""#,
      #""2026-05-01T06:00:00+02:00""#, #""2026-05-01 06:00:00Z""#, #""2026-05-01T06:00:00.Z""#,
      #""2026-05-01T06:00:00.0x0Z""#, #""0000-05-01T06:00:00Z""#, #""-026-05-01T06:00:00Z""#, #""""#, #""Z""#,
      "1777615200",
      "true", "{}", "[]",
    ])
  func impossibleTime(value: String) {
    #expect(scan(#"{"class":"TPV","time":\#(value)}"#)?.time == .impossible)
  }

  @Test("A word where a number belongs is flagged, null and numbers are not")
  func flagsWrongTypes() {
    for name in ["mode", "lat", "lon", "alt", "altHAE", "altMSL", "speed", "track", "climb", "eph", "epv", "status"] {
      for value in [#""47.1""#, #""""#, "true", "false", "[1]", "{}"] {
        #expect(scan(#"{"class":"TPV","\#(name)":\#(value)}"#)?.hasWrongType == true, "\(name): \(value)")
      }
      for value in ["null", "-1", "0", "47.1e0"] {
        #expect(scan(#"{"class":"TPV","\#(name)":\#(value)}"#)?.hasWrongType == false, "\(name): \(value)")
      }
    }
    #expect(scan(#"{"class":"TPV","device":"/dev/x","future":"word"}"#)?.hasWrongType == false)
    #expect(scan(#"{"class":"DEVICE","mode":"word"}"#)?.hasWrongType == false)
  }

  @Test(
    "Blanks between members are noticed, blanks inside strings and around the line's end are not",
    arguments: [
      (#"{"a":1}"#, false), (#"{"a":"b c"}"#, false), ("{\"a\":1}\r", false), (#"{"a": 1}"#, true),
      (#"{ "a":1}"#, true),
      (#" {"a":1}"#, true), (#"{"a":[1, 2]}"#, true),
    ])
  func noticesBlanks(line: String, hasBlanks: Bool) {
    #expect(scan(line)?.hasBlanks == hasBlanks)
  }
}

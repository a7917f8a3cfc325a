import MutatedLines
import Testing

@testable import GPSClient

@Suite("A line is one complete JSON object")
struct JSONScannerTests {
  @Test(
    "What RFC 8259 allows in an object is accepted",
    arguments: [
      "{}", "{ }", " {} ", "\t{}\r\n", #"{"a":1}"#, #"{"a":-0}"#, #"{"a":0.5e-10}"#, #"{"a":1E+5}"#, #"{"a":1e5}"#,
      #"{"a":true,"b":false,"c":null}"#, #"{"a":[],"b":[1,[2,{"c":3}]]}"#, #"{"":""}"#,
      #"{"a":"\"\\\/\b\f\n\r\té"}"#, #"{"a":"é漢🚲"}"#, #"{ "a" : [ 1 , 2 ] , "b" : { } }"#, #"{"a":1,"a":2}"#,
      #"{"a":123456789012345678901234567890}"#, #"{"a":"}{\":,"}"#, "{\"a\":\"\u{7F}\"}",
    ])
  func accepts(line: String) {
    #expect(scan(line) != nil)
  }

  @Test(
    "What RFC 8259 does not allow is refused",
    arguments: [
      "", " ", "1", "[]", #""a""#, "null", "{", "}", "{{}}", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#,
      #"{"a":1 "b":2}"#, #"{"a":01}"#, #"{"a":+1}"#, #"{"a":.5}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":1e+}"#,
      #"{"a":--1}"#, #"{"a":0x1F}"#, #"{"a":NaN}"#, #"{"a":inf}"#, #"{"a":-}"#, #"{"a":tru}"#, #"{"a":True}"#,
      #"{"a":nulll}"#, #"{'a':1}"#, #"{a:1}"#, #"{"a":[1,]}"#, #"{"a":[1 2]}"#, #"{"a":[}"#, #"{"a":(1)}"#,
      #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u12G4"}"#, #"{"a":"\"}"#, "{\"a\":\u{B}1}", "\u{C}{}", "{}\0",
      "\u{FEFF}{}", "{}{}", "{} {}", "{},", #"{"a":1}x"#, "?WATCH={};", "$GPRMC,1,2", "HTTP/1.1 200 OK",
    ])
  func refuses(line: String) {
    #expect(scan(line) == nil)
  }

  @Test("A line that was cut anywhere is refused", arguments: Lines.all)
  func refusesPrefixes(line: String) {
    let bytes = Array(line.utf8)
    for length in 0..<bytes.count {
      #expect(scan(Array(bytes[..<length])) == nil, "the first \(length) bytes of \(line)")
    }
  }

  @Test("A line that goes on with the beginning of another is refused, wherever the first one was cut")
  func refusesGluedLines() {
    let bytes = Array(Lines.tpv.utf8)
    for length in 1..<bytes.count {
      #expect(scan(Array(bytes[..<length]) + bytes) == nil, "cut after \(length) bytes")
    }
    #expect(scan(#"{"class":"TPV","lat":47.1{"class":"TPV","lat":47.1}"#) == nil)
  }

  @Test("A line without its beginning is refused, wherever it begins")
  func refusesSuffixes() {
    let bytes = Array(Lines.tpv.utf8)
    for start in 1..<bytes.count { #expect(scan(Array(bytes[start...])) == nil, "without \(start) bytes") }
  }

  @Test("Control characters are refused inside strings and between members", arguments: 0..<0x20 as Range<UInt8>)
  func refusesControlCharacters(byte: UInt8) {
    let isBlank = [0x09, 0x0a, 0x0d].contains(byte)
    #expect(scan(Array(#"{"a":"b"#.utf8) + [byte] + Array(#"c"}"#.utf8)) == nil)
    #expect(scan(Array(#"{"a":"b\"#.utf8) + [byte] + Array(#"c"}"#.utf8)) == nil)
    #expect((scan(Array(#"{"a":"#.utf8) + [byte] + Array("1}".utf8)) != nil) == isBlank)
  }

  @Test("Nesting that gpsd never reaches is refused without growing the stack", arguments: [17, 1_000, 60_000])
  func refusesDepthBombs(depth: Int) {
    let opening = String(repeating: "[", count: depth)
    let closing = String(repeating: "]", count: depth)
    #expect(scan(#"{"a":\#(opening)\#(closing)}"#) == nil)
    #expect(scan(#"{"a":\#(opening)"#) == nil)
    let objects = String(repeating: #"{"a":"#, count: depth)
    #expect(scan(objects + "1" + String(repeating: "}", count: depth)) == nil)
  }

  @Test("gpsd's own nesting is accepted")
  func acceptsGPSDsNesting() {
    #expect(scan(#"{"a":[{"b":[{"c":{"d":[1]}}]}]}"#) != nil)
  }

  @Test("Invalid UTF-8 inside a string does not make a line incomplete")
  func acceptsForeignEncodings() {
    #expect(scan(Array(#"{"a":""#.utf8) + [0xFF, 0xC0, 0x80] + Array(#""}"#.utf8)) != nil)
    #expect(scan(Array(#"{"a":"#.utf8) + [0xFF] + Array("}".utf8)) == nil)
  }
}

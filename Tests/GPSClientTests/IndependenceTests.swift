import MutatedLines
import Positioning
import Testing

@testable import GPSClient

@Suite("Every line stands for itself")
struct IndependenceTests {
  /// Every kind of line, and lines that say as little as they can.
  static let sparse =
    Lines.all + [
      #"{"class":"TPV"}"#, #"{"class":"TPV","mode":3}"#, #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#,
      #"{"class":"SKY"}"#, #"{"class":"SKY","satellites":[]}"#, #"{"class":"SKY","hdop":2.5}"#, #"{"class":"DEVICE"}"#,
      #"{"class":"DEVICE","path":"/dev/b"}"#, #"{"class":"DEVICES"}"#, #"{"class":"DEVICES","devices":[]}"#,
      #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/c"}]}"#, #"{"class":"VERSION"}"#,
      #"{"class":"ERROR"}"#, #"{"x":{"class":"SKY","hdop":9.9},"class":"TPV","mode":3,"lat":1,"lon":2}"#,
      #"{"class":"TPV","class":"SKY"}"#, #"{"class":"SKY","class":"TPV"}"#, #"{"mode":3,"class":"TPV"}"#,
      #"{"class":"TPV","mode":[]}"#, #"{"class":"DEVICE","x":[],"path":"/dev/e"}"#, #"{"class":"SKY","x":[],"hdop":3}"#,
      #"{"class":"TPV","device":5,"mode":3,"lat":1,"lon":2}"#, #"{"class":"WATCH","device":"/dev/d"}"#,
      #"{"class":"AIS","type":1}"#, "broken",
      #"{"class":"TPV","mode":3,"x":[{"class":"SKY","hdop":5}],"lat":1}"#,
      #"{"class":"SKY","hdop":1,"satellites":[1,{"class":"TPV","mode":3,"lat":1,"lon":2}]}"#,
    ]

  @Test("What a line says does not depend on the lines before it", arguments: sparse)
  func noLeaks(line: String) {
    let alone = Self.text(of: line, by: ReportDecoder())
    for before in Self.sparse {
      let decoder = ReportDecoder()
      _ = decoder.decode(before)
      #expect(Self.text(of: line, by: decoder) == alone, "after \(before)")
    }
  }

  /// What a line says, with the receiver's path in place of its number.
  private static func text(of line: String, by decoder: ReportDecoder) -> String {
    switch decoder.decode(line) {
    case .report(var report):
      let path = decoder.path(of: report.device)
      report.device = DeviceID(number: 0)
      return "\(path) \(report)"
    case .sky(var sky):
      let path = decoder.path(of: sky.device)
      sky.device = DeviceID(number: 0)
      return "\(path) \(sky)"
    case let message: return "\(message)"
    }
  }
}

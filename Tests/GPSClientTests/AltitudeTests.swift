import Positioning
import Testing

@testable import GPSClient

@Suite("Heights above the sea and above the ellipsoid")
struct AltitudeTests {
  private static func heights(_ members: String, mode: Int = 3) -> [Double?] {
    let report = ReportDecoder().report(#"{"class":"TPV","mode":\#(mode),"lat":47.1,"lon":8.1,\#(members)}"#)
    return [report?.measurements.altitudeMSLMetres, report?.measurements.altitudeHAEMetres].map { metres in
      metres.map { ($0 * 1e4).rounded() / 1e4 }
    }
  }

  // The six fixes of the public report "Which altitude is it?": one place, six ways to say how high it is.
  @Test(
    "Each kind is taken from what says so, else from the other kind and the geoid, else it stays unknown",
    arguments: [
      (#""altHAE":479.1,"altMSL":431.2,"alt":431.2,"geoidSep":47.9"#, [431.2, 479.1]),
      (#""altHAE":479.1,"altMSL":431.2,"geoidSep":47.9"#, [431.2, 479.1]),
      (#""altHAE":479.1"#, [nil, 479.1]),
      (#""alt":431.2"#, [431.2, nil]),
      (#""altHAE":479.1,"geoidSep":47.9"#, [431.2, 479.1]),
      (#""altHAE":479.1,"altMSL":null,"alt":431.2,"geoidSep":47.9"#, [431.2, 479.1]),
      (#""altMSL":431.2,"geoidSep":47.9"#, [431.2, 479.1]),
      (#""alt":431.2,"geoidSep":47.9"#, [431.2, 479.1]),
      (#""altMSL":431.2"#, [431.2, nil]),
      (#""geoidSep":47.9"#, [nil, nil]),
      (#""altMSL":0,"altHAE":0.0"#, [0, 0]),
      (#""altMSL":-3.5"#, [-3.5, nil]),
    ] as [(String, [Double?])])
  func kinds(members: String, expected: [Double?]) {
    #expect(Self.heights(members) == expected)
  }

  @Test("Without a 3D fix a height is a leftover and not read", arguments: 0...2)
  func onlyIn3D(mode: Int) {
    #expect(Self.heights(#""altHAE":479.1,"altMSL":431.2,"alt":431.2,"geoidSep":47.9"#, mode: mode) == [nil, nil])
  }
}

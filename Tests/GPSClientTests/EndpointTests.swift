import Testing

@testable import GPSClient

@Suite("host:port:device")
struct EndpointTests {
  @Test(
    "Every part may be left out",
    arguments: [
      ("", "localhost", "2947", nil), (":", "localhost", "2947", nil), ("::", "localhost", "2947", nil),
      ("gps.example", "gps.example", "2947", nil), (":2948", "localhost", "2948", nil),
      ("host:2948", "host", "2948", nil), ("host:gpsd", "host", "gpsd", nil),
      ("host:2948:/dev/ttyACM0", "host", "2948", "/dev/ttyACM0"),
      ("::/dev/ttyACM0", "localhost", "2947", "/dev/ttyACM0"),
      ("host::/dev/ttyACM0", "host", "2947", "/dev/ttyACM0"), ("192.0.2.1", "192.0.2.1", "2947", nil),
      ("[2001:db8::1]", "2001:db8::1", "2947", nil), ("[::1]:2948", "::1", "2948", nil),
      ("[::1]:2948:/dev/a", "::1", "2948", "/dev/a"),
      (
        "h:1:/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0", "h", "1",
        "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0"
      ),
    ] as [(String, String, String, String?)])
  func parts(text: String, host: String, port: String, device: String?) throws {
    let endpoint = try #require(Endpoint(text))
    #expect(endpoint.host == host)
    #expect(endpoint.port == port)
    #expect(endpoint.device == device)
  }

  @Test(
    "What makes no sense is refused",
    arguments: ["host:0", "host:65536", "host:-1", "host:a b", "[::1", "[]", "[]:2947", "[::1]2947", "host:é"])
  func refused(text: String) {
    #expect(Endpoint(text) == nil)
  }

  @Test("What it prints can be read again", arguments: ["h", "h:1", "h:1:/dev/x", "[::1]:5:/dev/a:b", ""])
  func roundTrip(text: String) throws {
    let endpoint = try #require(Endpoint(text))
    #expect(Endpoint(endpoint.description) == endpoint)
  }

  @Test(
    "A gpsd of this machine is known as one",
    arguments: [
      ("", true), ("localhost", true), ("127.0.0.1", true), ("127.1.2.3", true), ("[::1]", true), ("192.0.2.1", false),
      ("gps.example", false), ("[2001:db8::1]", false),
    ])
  func local(text: String, isLocal: Bool) {
    #expect(Endpoint(text)?.isLocal == isLocal)
  }
}

/// Where gpsd listens and which of its receivers is wanted: `[host[:port[:device]]]`, as gpsd's own clients have it.
public struct Endpoint: Equatable, Sendable, CustomStringConvertible {
  /// Host name or address.
  public var host = "localhost"
  /// Port or service name.
  public var port = "2947"
  /// The receiver's path in gpsd; nil for any.
  public var device: String?

  /// The gpsd of this machine with any receiver.
  public init() {}

  /// Reads `[host[:port[:device]]]`; an IPv6 address stands in brackets. Nil if it makes no sense.
  public init?(_ text: String) {
    var rest = text[...]
    if rest.first == "[" {
      guard let close = rest.firstIndex(of: "]"), close > rest.index(after: rest.startIndex) else { return nil }
      host = String(rest[rest.index(after: rest.startIndex)..<close])
      rest = rest[rest.index(after: close)...]
      guard rest.isEmpty || rest.first == ":" else { return nil }
      rest = rest.dropFirst()
    } else {
      let name = rest.prefix { $0 != ":" }
      if !name.isEmpty { host = String(name) }
      rest = rest[name.endIndex...].dropFirst()
    }
    let service = rest.prefix { $0 != ":" }
    if !service.isEmpty {
      guard service.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
        Int(service).map({ (1...65_535).contains($0) }) ?? true
      else { return nil }
      port = String(service)
    }
    let path = rest[service.endIndex...].dropFirst()
    if !path.isEmpty { device = String(path) }
  }

  /// gpsd runs on this machine, so that trying again costs nothing.
  public var isLocal: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.") || host == "ip6-localhost"
  }

  /// `host:port` and the receiver, if one is named.
  public var description: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return device.map { "\(name):\(port):\($0)" } ?? "\(name):\(port)"
  }
}

import Foundation
import Synchronization

/// A stand-in for gpsd on the loopback: it greets, waits for ?WATCH and says what its feed holds, byte for byte.
///
/// One client at a time; where it stays for others, the next one hears how it goes on. When the feed is over it says so in gpsd's words for an error, keeps the connection and
/// goes on to answer questions.
public final class StandInGPSD: Sendable {
  /// What it says at last, as an error of gpsd's.
  public static let lastWords = "that is all"

  /// What clients did so far.
  public struct Seen: Sendable {
    /// Connections accepted.
    public var connections = 0
    /// Subscriptions asked for.
    public var watches = 0
  }

  private let listener: Listener
  private let shared: Shared

  /// Its port.
  public var port: UInt16 { listener.port }

  /// What clients did so far.
  public var seen: Seen { shared.seen.withLock { $0 } }

  /// Begins to listen and to play the feed, `rate` times faster than its own pauses or without any for 0; a dumb
  /// one never answers a question.
  public init(
    _ feed: Feed, rate: Double = 0, port: UInt16 = 0, greeting: String = Speaker.greeting, isDumb: Bool = false,
    staysForOthers: Bool = false
  ) throws {
    let listener = try Listener(port: port)
    let shared = Shared()
    self.listener = listener
    self.shared = shared
    Thread.detachNewThread {
      var speaker = Speaker(
        listener, shared, rate: rate, greeting: greeting, isDumb: isDumb, staysForOthers: staysForOthers)
      speaker.say(feed)
    }
  }

  deinit { shared.isOver.withLock { $0 = true } }

  final class Shared: Sendable {
    let isOver = Mutex(false)
    let seen = Mutex(Seen())
  }
}

/// The talking part of a stand-in, on a thread of its own.
public struct Speaker {
  /// What gpsd 3.22 says first.
  public static let greeting = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
  static let devices = """
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyFAKE0","driver":"NMEA0183",\
    "activated":"2026-05-01T05:59:00.000Z","native":0,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}]}
    """
  static let watch = #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false}"#

  private struct IsOver: Error {}

  private let listener: Listener
  private let shared: StandInGPSD.Shared
  private let rate: Double
  private let greeting: String
  private let isDumb: Bool
  private let staysForOthers: Bool
  private var client: Int32 = -1
  private var chunk = 0
  private var lineEnd = "\n"
  private var glued: (missing: Int, text: String) = (0, "")

  init(
    _ listener: Listener, _ shared: StandInGPSD.Shared, rate: Double, greeting: String, isDumb: Bool,
    staysForOthers: Bool
  ) {
    self.listener = listener
    self.shared = shared
    self.rate = rate
    self.greeting = greeting
    self.isDumb = isDumb
    self.staysForOthers = staysForOthers
  }

  mutating func say(_ feed: Feed) {
    defer { hangUp() }
    do {
      try meetAnother()
      for step in feed.steps {
        do {
          try take(step)
        } catch  where staysForOthers {
          hangUp()
          try meetAnother()
        }
      }
      try send(#"{"class":"ERROR","message":"\#(StandInGPSD.lastWords)"}"# + lineEnd)
      while true { try listen(for: 1) }
    } catch {}
  }

  private mutating func take(_ step: Feed.Step) throws {
    switch step {
    case .line(let line): try send(line: line)
    case .raw(let text): try send(text)
    case .lineEnd: try send(lineEnd)
    case .pause(let seconds): if rate > 0 { try listen(for: seconds / rate) }
    case .hang(let seconds): try listen(for: seconds)
    case .close:
      hangUp()
      try meet()
    case .chunk(let bytes): chunk = bytes
    case .carriageReturns: lineEnd = "\r\n"
    case .glue: glued.missing = 2
    }
  }

  /// Meets a client that stays, where others may come and go.
  private mutating func meetAnother() throws {
    while true {
      do { return try meet() } catch  where staysForOthers {
        hangUp()
        try goOn()
      }
    }
  }

  private mutating func meet() throws {
    while !Loopback.isReadable(listener.descriptor, within: 50) { try goOn() }
    client = accept(listener.descriptor, nil, nil)
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    shared.seen.withLock { $0.connections += 1 }
    try send(greeting + "\r\n")
    while !(try hear(within: 50)) { try goOn() }
    shared.seen.withLock { $0.watches += 1 }
    if !isDumb { try send(Self.devices + "\r\n" + Self.watch + "\r\n") }
  }

  /// Silence, in which questions are answered.
  private mutating func listen(for seconds: Double) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      try goOn()
      let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
      if try hear(within: Int32(max(1, min(50, left)))), !isDumb { try send(Self.devices + "\r\n") }
    }
  }

  /// Whether the client said something.
  private func hear(within milliseconds: Int32) throws -> Bool {
    guard Loopback.isReadable(client, within: milliseconds) else { return false }
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard recv(client, &bytes, bytes.count, 0) > 0 else { throw IsOver() }
    return true
  }

  private mutating func send(line: String) throws {
    guard glued.missing > 0 else { return try send(line + lineEnd) }
    glued.missing -= 1
    glued.text += line + lineEnd
    guard glued.missing == 0 else { return }
    try send(glued.text)
    glued.text = ""
  }

  private func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      try goOn()
      let size = min(chunk == 0 ? bytes.count : chunk, bytes.count - start)
      let count = bytes[start...].withUnsafeBytes { Foundation.send(client, $0.baseAddress, size, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw IsOver() }
      start += count
      if chunk > 0 { usleep(200) }
    }
  }

  private func goOn() throws { if shared.isOver.withLock({ $0 }) { throw IsOver() } }

  private mutating func hangUp() {
    if client >= 0 {
      // Whatever was started meanwhile may have inherited it.
      shutdown(client, Int32(SHUT_RDWR))
      close(client)
    }
    client = -1
  }
}

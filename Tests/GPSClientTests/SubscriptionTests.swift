import MutatedLines
import Positioning
import Testing

@testable import GPSClient

@Suite("The subscription, beside a server of this test", .timeLimit(.minutes(1)))
struct SubscriptionTests: ~Copyable {
  static let start = MonotonicTime(milliseconds: 5_000)
  let server: LocalServer
  var subscription: Subscription
  var now = start
  var told: [String] = []

  init() throws {
    server = try #require(LocalServer())
    var endpoint = Endpoint()
    endpoint.host = "127.0.0.1"
    endpoint.port = String(server.port)
    subscription = Subscription(to: endpoint)
    subscription.begin(Self.start)
  }

  @Test("It connects, subscribes, and hands out what gpsd says, line by line")
  mutating func connects() throws {
    try connect()
    server.say(Lines.version + "\r\n" + Lines.deviceOn + "\r\n" + Lines.tpv + "\r")
    listen(until: 2)
    server.say("\n")
    listen(until: 3)
    #expect(told == ["connected to 3.22", "/dev/ttyACM0 true", "report"])
  }

  @Test("A connection that ends is told, and made again after a pause")
  mutating func connectsAgain() throws {
    try connect()
    server.say(Lines.version + "\n" + #"{"class":"TPV","mode":3,"lat":47.1"#)
    listen(until: 1)
    server.hangUp()
    listen(until: 2)
    #expect(subscription.descriptor == nil)
    #expect(subscription.deadline == now + ReconnectPlan.firstPause)
    now = now + ReconnectPlan.firstPause
    try connect()
    server.say(Lines.version + "\n" + Lines.noFix + "\n")
    listen(until: 4)
    #expect(told == ["connected to 3.22", "lost: gpsd closed the connection", "connected to 3.22", "report"])
  }

  @Test(
    "A server that is not gpsd is left at once, and told as unreachable", arguments: ["HTTP/1.1 400\r\n", Lines.tpv])
  mutating func stranger(greeting: String) throws {
    try connect()
    server.say(greeting + "\n")
    listen(until: 1)
    #expect(told == ["unreachable: what answers there is not gpsd"])
    #expect(subscription.descriptor == nil)
  }

  @Test("A line without end from a server is skipped, and the connection stays")
  mutating func endlessLine() throws {
    try connect()
    server.say(Lines.version + "\n")
    listen(until: 1)
    for _ in 0..<8 {
      server.say(String(repeating: "x", count: 16_000))
      step()
    }
    server.say("\n" + Lines.noFix + "\n")
    listen(until: 3)
    #expect(told == ["connected to 3.22", "malformed", "report"])
  }

  @Test("Bytes without a line's end do not put the question off")
  mutating func babble() throws {
    try connect()
    server.say(Lines.version + "\n")
    listen(until: 1)
    for _ in 0..<5 {
      now = now + ReconnectPlan.silence / 5
      server.say("x")
      step()
    }
    tick()
    #expect(server.hear() == "?DEVICES;\n")
    server.say("x")
    step()
    now = now + ReconnectPlan.answer
    tick()
    #expect(told == ["connected to 3.22", "lost: no answer"])
    #expect(subscription.descriptor == nil)
  }

  @Test("Who sends more than a line of gpsd's without a greeting is not gpsd")
  mutating func flood() throws {
    try connect()
    var sent = 0
    while sent <= LineAssembler.longestLine {
      #expect(told.isEmpty)
      server.say(String(repeating: "x", count: 16_384))
      sent += 16_384
      step()
    }
    listen(until: 1)
    #expect(told == ["unreachable: what answers there is not gpsd"])
    #expect(subscription.descriptor == nil)
  }

  @Test("Who sends some bytes, or none, and does not greet is left", arguments: ["x", ""])
  mutating func noGreeting(words: String) throws {
    try connect()
    if !words.isEmpty {
      server.say(words)
      step()
    }
    now = now + (ReconnectPlan.greeting - 1)
    tick()
    #expect(told == [])
    now = now + 1
    tick()
    #expect(told == ["unreachable: " + (words.isEmpty ? "no greeting" : "what answers there is not gpsd")])
    #expect(subscription.deadline == now + ReconnectPlan.firstPause)
  }

  @Test("What a stranger sent is not held against gpsd on the next connection")
  mutating func afterStranger() throws {
    try connect()
    server.say(String(repeating: "x", count: 60_000))
    step()
    server.hangUp()
    listen(until: 1)
    now = now + ReconnectPlan.firstPause
    try connect()
    server.say(String(Lines.version.prefix(40)))
    step()
    server.say(Lines.version.dropFirst(40) + "\n")
    listen(until: 2)
    #expect(told == ["unreachable: gpsd closed the connection", "connected to 3.22"])
  }

  @Test("Silence is answered by a question, and further silence by leaving")
  mutating func silence() throws {
    try connect()
    server.say(Lines.version + "\n")
    listen(until: 1)
    now = now + ReconnectPlan.silence
    tick()
    #expect(server.hear() == "?DEVICES;\n")
    now = now + ReconnectPlan.answer
    tick()
    #expect(told == ["connected to 3.22", "lost: no answer"])
    #expect(subscription.descriptor == nil)
  }

  @Test("A port where nobody listens is unreachable")
  mutating func nobody() throws {
    let port = try #require(LocalServer()).port
    var endpoint = Endpoint()
    endpoint.host = "127.0.0.1"
    endpoint.port = String(port)
    subscription = Subscription(to: endpoint)
    subscription.begin(now)
    tick()
    listen(until: 1)
    #expect(told.first?.hasPrefix("unreachable: ") == true)
    #expect(subscription.deadline == now + ReconnectPlan.firstPause)
  }
}

extension SubscriptionTests {
  /// Lets the attempt begin and end, and hears the subscription.
  private mutating func connect() throws {
    tick()
    #expect(server.admit())
    step()
    #expect(server.hear()?.hasPrefix("?WATCH={") == true)
  }

  private mutating func tick() {
    var words: [String] = []
    subscription.tick(now) { words.append(Self.word(for: $0)) }
    told += words
  }

  /// Waits for the descriptor once and reads.
  private mutating func step() {
    guard let descriptor = subscription.descriptor, waitForReading(descriptor) else { return }
    var words: [String] = []
    subscription.ready(now) { words.append(Self.word(for: $0)) }
    told += words
  }

  private mutating func listen(until count: Int) {
    while told.count < count, subscription.descriptor != nil { step() }
  }

  private static func word(for event: SubscriptionEvent) -> String {
    switch event {
    case .connected(let release): "connected to \(release)"
    case .unreachable(let reason): "unreachable: \(reason)"
    case .disconnected(let reason): "lost: \(reason)"
    case .message(.report): "report"
    case .message(.malformed): "malformed"
    case .message(.device(let path, let isActive)): "\(path) \(isActive)"
    case .message(let message): "\(message)"
    }
  }
}

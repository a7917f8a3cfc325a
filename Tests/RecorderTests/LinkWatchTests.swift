import GPSClient
import Positioning
import Testing

@testable import Recorder

/// A watch and what it said, on a clock of seconds.
private struct Timeline {
  static let start = MonotonicTime(milliseconds: 7_000)
  var watch = LinkWatch(Endpoint(), now: start)
  var said: [String] = []

  private static func at(_ second: Double) -> MonotonicTime { start + Int64(second * 1_000) }

  mutating func note(_ event: SubscriptionEvent, at second: Double) {
    watch.note(event, Self.at(second)) { said.append($0.text) }
  }

  /// A report, with a fix that was accepted where it has a mode for one.
  mutating func report(_ mode: FixMode, at second: Double) {
    var measurements = Measurements()
    measurements.mode = mode
    let report = Report(device: DeviceID(number: 0), time: nil, coordinate: nil, measurements: measurements)
    note(.message(.report(report)), at: second)
    if mode >= .twoD { watch.noteFix(mode, Self.at(second)) { said.append($0.text) } }
  }

  mutating func tick(at second: Double) { watch.tick(Self.at(second)) { said.append($0.text) } }

  /// The second at which something is due.
  var due: Double? { watch.deadline.map { Double($0 - Self.start) / 1_000 } }

  mutating func connect(at second: Double, devices: [String] = ["/dev/a"]) {
    note(.connected(release: "3.22"), at: second)
    if !devices.isEmpty { note(.message(.devices(devices)), at: second) }
  }
}

@Suite("What is said of the way from the sky to the program")
struct LinkWatchTests {
  private var line = Timeline()
  private let connected = "connected to gpsd 3.22 at localhost:2947"
  private let remedy = "see what is wrong with: waylog doctor localhost:2947"

  @Test("A gpsd that cannot be reached is told once, however often it is tried")
  mutating func unreachable() {
    for second in 0..<5 { line.note(.unreachable("refused"), at: Double(second)) }
    #expect(line.said == ["gpsd at localhost:2947 cannot be reached: refused; trying again; \(remedy)"])
    #expect(line.watch.state == .unreachable)
    line.connect(at: 6)
    #expect(line.said.dropFirst() == [connected, "receiver /dev/a"])
  }

  @Test("A lost connection and the next one are told once each, the attempts between not at all")
  mutating func lostAndAgain() {
    line.connect(at: 0)
    line.said = []
    line.note(.disconnected("gpsd closed the connection"), at: 5)
    for second in 6..<9 { line.note(.unreachable("refused"), at: Double(second)) }
    #expect(line.watch.state == .unreachable)
    line.connect(at: 9)
    #expect(
      line.said == ["lost gpsd at localhost:2947: gpsd closed the connection; trying again", connected])
  }

  @Test("Waiting for a fix is told once, and how long it took")
  mutating func firstFix() {
    line.connect(at: 0)
    line.said = []
    for second in 1..<30 { line.report(.noFix, at: Double(second)) }
    #expect(line.watch.state == .noFix)
    line.report(.twoD, at: 30)
    line.report(.threeD, at: 31)
    line.report(.twoD, at: 32)
    #expect(line.said == ["waiting for a fix", "fix after 30 s"])
    #expect(line.watch.state == .fix(.twoD))
  }

  @Test("A fix that flickers is not told, one that is away for 10 s is, and when it is back")
  mutating func lostFix() {
    line.connect(at: 0)
    line.report(.threeD, at: 1)
    line.said = []
    line.report(.noFix, at: 5)
    line.report(.threeD, at: 9)
    for second in 10..<19 { line.report(.noFix, at: Double(second)) }
    #expect(line.said.isEmpty)
    #expect(line.watch.state == .fix(.threeD))
    #expect(line.due == 19)
    line.tick(at: 19)
    #expect(line.watch.state == .noFix)
    line.report(.noFix, at: 25)
    line.tick(at: 26)
    line.report(.threeD, at: 40)
    line.report(.threeD, at: 41)
    #expect(line.said == ["no fix for 10 s", "fix again after 31 s"])
  }

  @Test("A receiver that falls silent is told once, and when it speaks again")
  mutating func silent() {
    line.connect(at: 0)
    line.report(.noFix, at: 1)
    line.said = []
    line.tick(at: 10.9)
    #expect(line.said.isEmpty)
    line.tick(at: 11)
    line.tick(at: 30)
    #expect(line.watch.state == .silent)
    line.report(.noFix, at: 31)
    #expect(line.said == ["the receiver is silent", "the receiver speaks again"])
    #expect(line.watch.state == .noFix)
  }

  @Test("A gpsd without a receiver is told once")
  mutating func noReceiver() {
    line.connect(at: 0, devices: [])
    #expect(line.watch.state == .noFix || line.watch.state == .noDevice)
    for second in 1..<40 { line.tick(at: Double(second)) }
    #expect(line.said == [connected, "gpsd has no receiver; \(remedy)"])
    #expect(line.watch.state == .noDevice)
  }

  @Test("A receiver that goes away and comes back is told each time")
  mutating func unplugged() {
    line.connect(at: 0)
    line.note(.message(.devices(["/dev/a", "/dev/b"])), at: 1)
    line.said = []
    line.note(.message(.device("/dev/a", isActive: false)), at: 2)
    line.note(.message(.device("/dev/a", isActive: false)), at: 3)
    line.note(.message(.device("/dev/a", isActive: true)), at: 4)
    line.note(.message(.device("/dev/a", isActive: true)), at: 5)
    #expect(line.said == ["receiver /dev/a is gone", "receiver /dev/a"])
  }

  @Test("After the time has passed nothing is due in the past, or the loop would never wait again")
  mutating func deadlines() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      line = Timeline()
      var second = 0.0
      for _ in 0..<60 {
        second += Double(Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<8, using: &random) {
        case 0: line.connect(at: second, devices: Bool.random(using: &random) ? [] : ["/dev/a"])
        case 1: line.note(.disconnected("x"), at: second)
        case 2: line.note(.message(.device("/dev/a", isActive: Bool.random(using: &random))), at: second)
        case 3, 4: line.report(.threeD, at: second)
        case 5: line.report(.noFix, at: second)
        default: break
        }
        line.tick(at: second)
        guard let due = line.due, due <= second else { continue }
        Issue.record("seed \(seed): due at \(due), it is \(second)")
      }
    }
  }
}

import GPSClient
import Glibc
import Positioning
import Recorder

/// Talks with gpsd for a few seconds, beside whatever recorder does.
enum ReceiverObserver {
  /// A gpsd that has not greeted by then is not reachable, in milliseconds.
  private static let patience: Int64 = 3_000
  /// Receivers report once a second, and gpsd has to wake them first, in milliseconds.
  private static let listening: Int64 = 4_000
  /// The satellites come with a report of their own beside the fix, in milliseconds.
  private static let epoch: Int64 = 1_500

  static func observe(_ endpoint: Endpoint) -> ReceiverFacts {
    var subscription = Subscription(to: endpoint)
    subscription.begin(Clocks.monotonic())
    var hearing = Hearing(endpoint, subscription.decoder, end: Clocks.monotonic() + patience)
    while !hearing.isOver(Clocks.monotonic()) {
      subscription.tick(Clocks.monotonic()) { hearing.take($0) }
      guard let descriptor = subscription.descriptor else { continue }
      var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&one, 1, Int32(clamping: max(1, hearing.end - Clocks.monotonic()))) > 0 {
        subscription.ready(Clocks.monotonic()) { hearing.take($0) }
      }
    }
    var facts = hearing.facts
    if let heard = hearing.heard { facts.age = Clocks.monotonic() - heard }
    return facts
  }

  /// What was heard so far, and until when to listen.
  private struct Hearing {
    private(set) var facts: ReceiverFacts
    private(set) var end: MonotonicTime
    private(set) var heard: MonotonicTime?
    private var isDecided = false
    private let decoder: ReportDecoder

    init(_ endpoint: Endpoint, _ decoder: ReportDecoder, end: MonotonicTime) {
      self.decoder = decoder
      self.end = end
      facts = ReceiverFacts(
        endpoint: endpoint, contact: .unreachable(reason: "no answer within \(patience / 1000) s"),
        isInstalled: ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd"].contains(where: FileSystem.exists),
        hasSystemd: FileSystem.hasSystemd(),
        candidates: FileSystem.names(in: "/dev").filter { name in
          ["ttyACM", "ttyUSB", "ttyAMA", "gps"].contains { name.hasPrefix($0) }
        }.map { "/dev/\($0)" })
    }

    func isOver(_ now: MonotonicTime) -> Bool { isDecided || now >= end }

    mutating func take(_ event: SubscriptionEvent) {
      switch event {
      case .connected(let release):
        facts.contact = .reached(release: release)
        end = Clocks.monotonic() + listening
      case .unreachable(let reason):
        facts.contact = .unreachable(reason: reason)
        isDecided = true
      case .disconnected: isDecided = true
      case .message(let message): take(message)
      }
    }

    private mutating func take(_ message: Message) {
      switch message {
      case .devices(let paths):
        for path in paths { note(path) }
        if !facts.receivers.contains(where: { isWanted($0.path) }) { isDecided = true }
      case .device(let path, isActive: true): note(path)
      case .device(let path, isActive: false): facts.receivers.removeAll { $0.path == path }
      case .report(let report): take(report)
      case .sky(let sky) where isWanted(decoder.path(of: sky.device)): take(sky)
      case .sky, .version, .refusal, .malformed, .other: break
      }
    }

    private mutating func note(_ path: String) {
      let driver = decoder.driver(of: path)
      guard let index = facts.receivers.firstIndex(where: { $0.path == path }) else {
        return facts.receivers.append(ReceiverFacts.Receiver(path: path, driver: driver))
      }
      facts.receivers[index].driver = driver ?? facts.receivers[index].driver
    }

    /// A fix once seen is not forgotten for a report without one.
    private mutating func take(_ report: Report) {
      let hadFix = (facts.mode ?? .unknown) >= .twoD
      guard isWanted(decoder.path(of: report.device)), !hadFix || report.measurements.mode >= .twoD else { return }
      let now = Clocks.monotonic()
      facts.mode = report.measurements.mode
      heard = now
      guard report.measurements.mode >= .twoD else { return }
      facts.clockOffset = report.time.map { Clocks.system() - $0 }
      if !hadFix { end = min(end, now + epoch) }
      finishIfComplete()
    }

    private mutating func take(_ sky: Sky) {
      facts.satellitesUsed = sky.satellitesUsed ?? facts.satellitesUsed
      facts.satellitesSeen = sky.satellitesSeen ?? facts.satellitesSeen
      finishIfComplete()
    }

    private mutating func finishIfComplete() {
      if (facts.mode ?? .unknown) >= .twoD, facts.satellitesUsed != nil { isDecided = true }
    }

    private func isWanted(_ path: String) -> Bool { facts.endpoint.device.map { $0 == path } ?? true }
  }
}

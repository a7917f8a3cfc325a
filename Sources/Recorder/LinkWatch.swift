import GPSClient
public import Positioning
public import Tracking

/// Where the way from the sky to the program is broken, if it is.
public enum LinkState: Equatable, Sendable {
  /// gpsd cannot be reached.
  case unreachable
  /// gpsd has no receiver.
  case noDevice
  /// The receiver says nothing.
  case silent
  /// The receiver has no fix, or none that can be true.
  case noFix
  /// There are fixes.
  case fix(FixMode)
}

/// Something worth a line: it is logged, and kept as an event.
public struct Announcement: Equatable, Sendable {
  /// What kind of thing.
  public var kind: EventKind
  /// In words, without a position.
  public var text: String
}

/// Watches the way from the sky to the program and says each change once. Pure: it is told what happened and when.
struct LinkWatch {
  /// A fix that is away for less is flicker, in milliseconds; so is a receiver that pauses.
  static let patience: Int64 = 10_000

  private let endpoint: Endpoint
  private(set) var state = LinkState.unreachable
  private var isConnected = false
  private var heardOfTrouble = false
  private var devices: [String] = []
  private var began: MonotonicTime
  private var lastReport: MonotonicTime?
  private var lastFix: MonotonicTime?
  private var saidNoFix = false
  private var saidSilent = false
  private var saidWaiting = false
  private var connected: MonotonicTime?

  init(_ endpoint: Endpoint, now: MonotonicTime) {
    self.endpoint = endpoint
    began = now
  }

  /// There was a fix since it began to watch.
  var hasFix: Bool { lastFix != nil }

  /// It has not been there for long, and nothing has complained: that nothing is known yet is no news.
  func isWarmingUp(_ now: MonotonicTime) -> Bool {
    lastFix == nil && !saidWaiting && !saidSilent && now - began < Self.patience
  }

  /// How long there has been no accepted fix, in milliseconds.
  func withoutFix(_ now: MonotonicTime) -> Int64 { now - (lastFix ?? began) }

  var deadline: MonotonicTime? {
    // Once the silence is told there is nothing to wait for: that a silent receiver has no fix goes without saying.
    guard isConnected, !saidSilent else { return nil }
    let fixless = lastFix == nil ? (saidWaiting ? nil : connected) : (saidNoFix ? nil : lastFix)
    let next = [lastReport, fixless].compactMap { $0 }.min()
    return next.map { $0 + Self.patience }
  }

  /// Where to go on for whoever sees nothing happen.
  private var remedy: String { "see what is wrong with: waylog doctor \(endpoint)" }

  mutating func note(_ event: SubscriptionEvent, _ now: MonotonicTime, say: (Announcement) -> Void) {
    switch event {
    case .connected(let release):
      isConnected = true
      connected = now
      heardOfTrouble = false
      lastReport = now
      saidSilent = false
      say(Announcement(kind: .connection, text: "connected to gpsd \(release) at \(endpoint)"))
      refresh(now)
    case .unreachable(let reason):
      isConnected = false
      refresh(now)
      guard !heardOfTrouble else { return }
      heardOfTrouble = true
      say(
        Announcement(
          kind: .connection, text: "gpsd at \(endpoint) cannot be reached: \(reason); trying again; \(remedy)"))
    case .disconnected(let reason):
      isConnected = false
      heardOfTrouble = true
      refresh(now)
      say(Announcement(kind: .connection, text: "lost gpsd at \(endpoint): \(reason); trying again"))
    case .message(let message): note(message, now, say)
    }
  }

  /// A fix was accepted.
  mutating func noteFix(_ mode: FixMode, _ now: MonotonicTime, say: (Announcement) -> Void) {
    if lastFix == nil {
      let wait = seconds(now - began)
      say(Announcement(kind: .fix, text: wait == 0 ? "fix after less than 1 s" : "fix after \(wait) s"))
    } else if saidNoFix {
      say(Announcement(kind: .fix, text: "fix again after \(seconds(withoutFix(now))) s"))
    }
    lastFix = now
    saidNoFix = false
    state = .fix(mode)
  }

  mutating func tick(_ now: MonotonicTime, say: (Announcement) -> Void) {
    guard isConnected else { return }
    if !saidSilent, let lastReport, now - lastReport >= Self.patience {
      saidSilent = true
      let text = devices.isEmpty ? "gpsd has no receiver; \(remedy)" : "the receiver is silent"
      say(Announcement(kind: .device, text: text))
    } else if lastFix == nil, !saidWaiting, !saidSilent, let connected, now - connected >= Self.patience {
      // There are reports, but none that can be believed, or none of the receiver that is wanted.
      saidWaiting = true
      say(Announcement(kind: .fix, text: "waiting for a fix"))
    } else if !saidNoFix, !saidSilent, lastFix != nil, withoutFix(now) >= Self.patience {
      saidNoFix = true
      say(Announcement(kind: .fix, text: "no fix for \(seconds(withoutFix(now))) s"))
    }
    refresh(now)
  }

  private mutating func note(_ message: Message, _ now: MonotonicTime, _ say: (Announcement) -> Void) {
    switch message {
    case .report(let report):
      lastReport = now
      if saidSilent {
        saidSilent = false
        say(Announcement(kind: .device, text: "the receiver speaks again"))
      }
      if lastFix == nil, !saidWaiting, report.measurements.mode < .twoD {
        saidWaiting = true
        say(Announcement(kind: .fix, text: "waiting for a fix"))
      }
      refresh(now)
    case .devices(let names):
      let new = names.filter { !devices.contains($0) }
      devices = names
      for name in new { say(Announcement(kind: .device, text: "receiver \(name)")) }
      if let wanted = endpoint.device, !names.contains(wanted) {
        say(Announcement(kind: .device, text: "gpsd has no receiver \(wanted) yet"))
      }
      refresh(now)
    case .device(let name, isActive: true):
      guard !devices.contains(name) else { return }
      devices.append(name)
      say(Announcement(kind: .device, text: "receiver \(name)"))
    case .device(let name, isActive: false):
      guard devices.contains(name) else { return }
      devices.removeAll { $0 == name }
      say(Announcement(kind: .device, text: "receiver \(name) is gone"))
      refresh(now)
    case .refusal(let words): say(Announcement(kind: .connection, text: "gpsd says: \(words)"))
    case .sky, .version, .malformed, .other: break
    }
  }

  private mutating func refresh(_ now: MonotonicTime) {
    if !isConnected {
      state = .unreachable
    } else if let lastFix, now - lastFix < Self.patience, case .fix = state {
      return
    } else if saidSilent {
      state = devices.isEmpty ? .noDevice : .silent
    } else {
      state = devices.isEmpty && lastReport == nil ? .noDevice : .noFix
    }
  }

  private func seconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 500) / 1000 }
}

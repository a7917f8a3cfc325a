public import Positioning

/// When to connect, when to ask whether gpsd is still there, and when to give a connection up. Pure: it is told what
/// happened and when, and says what to do.
public struct ReconnectPlan: Sendable {
  /// What to do now.
  public enum Action: Equatable, Sendable {
    /// Begin an attempt to connect.
    case connect
    /// Ask gpsd something that it always answers.
    case ask
    /// Close the connection: it is dead though the socket does not say so, or what is there does not greet.
    case giveUp
  }

  private enum Phase: Equatable {
    case waiting(until: MonotonicTime)
    case connecting
    case connected(since: MonotonicTime)
    case greeted(heard: MonotonicTime, asked: MonotonicTime?)
  }

  /// The first pause before another attempt, in milliseconds; it doubles up to the cap.
  static let firstPause: Int64 = 200
  /// The longest pause for a gpsd on this machine, where an attempt costs nothing and a fix has to be back at once.
  static let longestLocalPause: Int64 = 1_000
  /// The longest pause for a remote one.
  static let longestRemotePause: Int64 = 30_000
  /// gpsd greets whoever connects at once; a network may take this long.
  static let greeting: Int64 = 5_000
  /// Silence after which gpsd is asked whether it is there: receivers speak at least that often.
  static let silence: Int64 = 10_000
  /// gpsd answers within milliseconds; a network may take this long.
  static let answer: Int64 = 5_000

  private let longestPause: Int64
  private var pause = firstPause
  private var phase: Phase

  /// Begins with an attempt at once.
  public init(for endpoint: Endpoint, now: MonotonicTime) {
    longestPause = endpoint.isLocal ? Self.longestLocalPause : Self.longestRemotePause
    phase = .waiting(until: now)
  }

  /// When `tick` has something to say, if nothing happens before.
  public var deadline: MonotonicTime? {
    switch phase {
    case .waiting(let until): until
    case .connecting: nil
    case .connected(let since): since + Self.greeting
    case .greeted(let heard, nil): heard + Self.silence
    case .greeted(_, let asked?): asked + Self.answer
    }
  }

  /// Time passed.
  public mutating func tick(_ now: MonotonicTime) -> Action? {
    guard let deadline, now >= deadline else { return nil }
    switch phase {
    case .waiting:
      phase = .connecting
      return .connect
    case .connecting: return nil
    case .greeted(let heard, nil):
      phase = .greeted(heard: heard, asked: now)
      return .ask
    case .connected, .greeted(_, .some): return .giveUp
    }
  }

  /// The attempt succeeded; who is there has yet to greet.
  public mutating func connected(_ now: MonotonicTime) { phase = .connected(since: now) }

  /// gpsd said something: its greeting, or a whole line after it.
  public mutating func heard(_ now: MonotonicTime) {
    pause = Self.firstPause
    phase = .greeted(heard: now, asked: nil)
  }

  /// The attempt failed, or the connection ended.
  public mutating func lost(_ now: MonotonicTime) {
    phase = .waiting(until: now + pause)
    pause = min(longestPause, pause * 2)
  }
}

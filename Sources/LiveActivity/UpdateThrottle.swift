public import Positioning

/// Keeps a stream of states readable: one at most in each interval, and the last one always.
///
/// What it promises:
/// - The first state after a pause goes out at once (leading edge).
/// - No later than an interval after what went out last, the newest state is due (trailing edge), however fast others
///   follow: the deadline is anchored to the last emission, and no state moves it.
/// - The newest state wins; those it replaces are handed back, to be accounted for.
/// - Forced states go out at once, and the next interval counts from them.
public struct UpdateThrottle<State> {
  /// What becomes of a proposed state.
  public enum Decision {
    /// It goes out now; a state that waited is handed back.
    case emit(superseded: State?)
    /// It waits; a state that waited before it is handed back.
    case wait(superseded: State?)
  }

  /// The shortest time between two emissions that are not forced, in milliseconds.
  public let interval: Int64
  /// The state that waits for its turn.
  public private(set) var pending: State?
  private var emitted: MonotonicTime?

  /// Creates a throttle that lets the first state through.
  public init(interval: Int64) { self.interval = interval }

  /// When the waiting state is due.
  public var deadline: MonotonicTime? { pending == nil ? nil : emitted.map { $0 + interval } }

  /// Whether a state proposed now would have to wait.
  public func holds(at now: MonotonicTime) -> Bool { emitted.map { now - $0 < interval } ?? false }

  /// Takes a new state.
  public mutating func propose(_ state: State, at now: MonotonicTime) -> Decision {
    if holds(at: now) {
      defer { pending = state }
      return .wait(superseded: pending)
    }
    return .emit(superseded: force(at: now))
  }

  /// Notes that a state goes out whatever the interval; hands back one that waited.
  public mutating func force(at now: MonotonicTime) -> State? {
    emitted = now
    return withdraw()
  }

  /// The waiting state, if it is due: it goes out now.
  public mutating func takeDue(at now: MonotonicTime) -> State? {
    guard let deadline, now >= deadline else { return nil }
    return force(at: now)
  }

  /// Hands back the waiting state, which will not go out.
  public mutating func withdraw() -> State? {
    defer { pending = nil }
    return pending
  }
}

extension UpdateThrottle: Sendable where State: Sendable {}
extension UpdateThrottle.Decision: Sendable where State: Sendable {}

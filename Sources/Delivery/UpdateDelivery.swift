public import Positioning

/// What changed about the delivery of updates; each change is told once.
public enum DeliveryTransition: Equatable, Sendable {
  /// The authorization in force, at the beginning and whenever it changes.
  case authorization(Authorization)
  /// Updates flow from now on.
  case resumed
  /// The flags of updates are others than before.
  case flags(UpdateFlags)
  /// One update without a position is due, with these flags.
  case update(UpdateFlags)
  /// Updates flow no more, because they may not or because nobody wants them.
  case paused
}

/// Decides whether updates flow, and says why not.
///
/// Pure: it is shown the circumstances and the time, and hands out what changed. Time is that of a clock that never
/// steps, as it only measures the grace; dates are put to the transitions by whoever keeps them.
///
/// The rules are those of Core Location as a phone shows them: while updates flow and nothing holds them in use any
/// more, they go on for a grace; then one update says `insufficientlyInUse`, and there is silence until something
/// holds them again. A refusal has no grace.
public struct UpdateDelivery: Sendable {
  private enum Phase: Equatable {
    case idle
    case flowing
    case grace(until: MonotonicTime)
    case silent
  }

  /// How updates are delivered; a change counts from the next step on.
  public var settings: DeliverySettings
  private var phase = Phase.idle
  private var authorization: Authorization?

  /// The flags of the next update; empty while nobody wants any.
  public private(set) var flags: UpdateFlags = []

  /// Creates a delivery that nobody asked for yet.
  public init(_ settings: DeliverySettings = DeliverySettings()) { self.settings = settings }

  /// Whether updates flow.
  public var flows: Bool {
    switch phase {
    case .flowing, .grace: true
    case .idle, .silent: false
    }
  }

  /// When a step is due though nothing happened: the end of the grace.
  public var deadline: MonotonicTime? {
    guard case .grace(let until) = phase else { return nil }
    return until
  }

  /// Takes the circumstances as they are now and hands out what changed, in this order: authorization, resumed,
  /// flags, the update that tells them, paused.
  public mutating func step(
    _ circumstances: Circumstances, at now: MonotonicTime, into sink: (DeliveryTransition) -> Void
  ) {
    if authorization != circumstances.authorization {
      authorization = circumstances.authorization
      sink(.authorization(circumstances.authorization))
    }
    let flowed = flows
    let reasons = judge(Verdict(circumstances, settings), now)
    if flows, !flowed { sink(.resumed) }
    tell(flows ? circumstances.positionFlags(settings) : reasons, sink)
    if flowed, !flows { sink(.paused) }
  }

  /// Enters the phase that follows from a verdict; gives the reasons for silence.
  private mutating func judge(_ verdict: Verdict, _ now: MonotonicTime) -> UpdateFlags {
    switch (verdict, phase) {
    case (.unwanted, _):
      phase = .idle
      return []
    case (.flow, _):
      phase = .flowing
      return []
    case (.refused(let reasons), _):
      phase = .silent
      return reasons
    case (.unused, .flowing) where settings.grace > 0:
      phase = .grace(until: now + settings.grace)
      return []
    case (.unused, .grace(let until)) where now < until:
      return []
    case (.unused, _):
      phase = .silent
      return .insufficientlyInUse
    }
  }

  private mutating func tell(_ current: UpdateFlags, _ sink: (DeliveryTransition) -> Void) {
    guard current != flags else { return }
    flags = current
    sink(.flags(current))
    if !current.allowPosition { sink(.update(current)) }
  }
}

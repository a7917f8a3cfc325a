public import Positioning

/// The wish to go on while nobody looks, which survives the process; Core Location's `CLBackgroundActivitySession`.
///
/// An invalidated session is dead: the next one is another.
public struct BackgroundSession: Equatable, Sendable {
  private enum State: Equatable {
    case held, left, dead
  }

  /// Its name in the store.
  public let uuid: String
  /// When it was created; nil if no clock knew.
  public let created: Timestamp?
  /// When a later process took it up, the last time.
  public private(set) var rejoined: Timestamp?
  /// When it ended.
  public private(set) var invalidated: Timestamp?
  private var state: State

  /// Creates a session on behalf of an attached client; nil without one, as nobody may begin to be followed from the
  /// background: the flag for that is `insufficientlyInUse`.
  public init?(uuid: String, clients: Int, at present: Timestamp?) {
    guard clients > 0 else { return nil }
    self.uuid = uuid
    created = present
    state = .held
  }

  /// Restores a session from the store; it holds nothing until it is rejoined.
  public init(uuid: String, created: Timestamp?, rejoined: Timestamp?, invalidated: Timestamp?) {
    self.uuid = uuid
    self.created = created
    self.rejoined = rejoined
    self.invalidated = invalidated
    state = invalidated == nil ? .left : .dead
  }

  /// Whether it holds updates in use.
  public var isHeld: Bool { state == .held }

  /// Takes up what an earlier process left, which needs no client; a dead session stays dead.
  public mutating func rejoin(at present: Timestamp?) {
    guard state == .left else { return }
    rejoined = present
    state = .held
  }

  /// Ends it for good; a second end changes nothing.
  public mutating func invalidate(at present: Timestamp?) {
    guard state != .dead else { return }
    invalidated = present
    state = .dead
  }
}

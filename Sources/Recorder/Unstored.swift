import GPSClient
public import Positioning
public import TrackStore
import Tracking

/// What a recording has for the store, and for onlookers.
extension Recording {
  /// How pressing the next commit is.
  public enum Need: Comparable, Sendable {
    case none
    /// Only counts have changed.
    case counts
    /// There are new facts, or a newer tip.
    case facts
    /// A rest or a session began or ended: the store must not say otherwise for long.
    case urgent
  }

  /// How pressing the next commit is.
  public var need: Need {
    if backlog.isUrgent { return .urgent }
    if !backlog.facts.isEmpty || isOpen && pipeline.tip != committed?.tip { return .facts }
    return !isOpen || pipeline.ledger == committed?.ledger ? .none : .counts
  }

  /// Facts that are not stored yet.
  public var facts: [StoredFact] { backlog.facts }

  /// What still changes; nil while no session is open.
  public var snapshot: Snapshot? { isOpen ? numbering.snapshot(of: pipeline) : nil }

  /// All of it is stored.
  public mutating func noteStored() {
    committed = isOpen ? (pipeline.tip, pipeline.ledger) : nil
    storedLedger = snapshot?.ledger
    backlog.empty()
  }

  /// The oldest facts turned out to be stored.
  public mutating func noteStored(first count: Int) { backlog.removeFirst(count) }

  /// What was decided about a former session, told once.
  public mutating func takeDecision() -> Decision? { decision.take() }

  /// When a tick is due, if nothing comes before.
  public var deadline: MonotonicTime? {
    if case .idle = stage { nil } else { pipeline.deadline }
  }

  /// Makes room for facts where the store takes none for too long; gives how many rows were left out. The oldest
  /// `doubtful` facts may be stored already and stay as they are.
  public mutating func makeRoom(keeping doubtful: Int) -> Int {
    let leftOut = backlog.makeRoom(keeping: doubtful)
    numbering.leftOut += leftOut
    return leftOut
  }

  /// Fixes accepted so far, in all sessions.
  public var acceptedFixes: Int { formerlyAccepted + pipeline.accepted }

  /// Length of the session's movement up to now, in metres.
  public var distanceMetres: Double { closedDistanceMetres + (pipeline.openLeg?.distanceMetres ?? 0) }

  /// What the owner calls the session.
  public var sessionName: String? { isOpen ? name : nil }
}

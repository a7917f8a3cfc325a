public import Positioning
public import TextOutput

/// Makes all presentations of a snapshot.
///
/// Shown are speed, distance and state, and whatever fields of their own the owner of an activity put into it.
/// What is out of date is called stale and has a question mark behind its figures.
public struct Renderer: Sendable {
  private let units: Units

  /// Creates a renderer for people who think in those units.
  public init(units: Units = .metric) { self.units = units }

  /// All presentations of a snapshot that is shown at a moment.
  public func render(_ snapshot: Snapshot, now: Timestamp) -> Rendering {
    let facts = Facts(snapshot, now: now, units: units)
    return Rendering(
      snapshot: snapshot, now: now, units: units, state: facts.state, isStale: facts.isStale,
      fixAgeMilliseconds: facts.fixAge, classes: facts.classes, heading: facts.heading, minimal: facts.minimal,
      compact: facts.compact, expanded: facts.expanded, lockScreen: facts.lockScreen)
  }
}

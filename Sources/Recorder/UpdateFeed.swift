import Positioning

/// Tells which accepted fixes are news: all of a movement; of a rest the first, and one now and then, so that nobody
/// takes silence for death.
struct UpdateFeed {
  /// What a fix is to those who look on.
  enum Showing: Equatable {
    /// One of a movement.
    case moving
    /// The first one at rest: silence follows.
    case arrival
    /// No news.
    case resting
    /// No news, but a sign of life.
    case reminder
    /// The first one after a rest.
    case departure

    var isStationary: Bool { self != .moving && self != .departure }
  }

  /// How often a rest shows that it lasts, in milliseconds: what a rest shows is out of date after twice that.
  static let restInterval: Int64 = 300_000

  private var isStationary = false
  private var shown: MonotonicTime?

  mutating func take(isStationary isNow: Bool, at now: MonotonicTime) -> Showing {
    defer { isStationary = isNow }
    let showing: Showing =
      switch (isStationary, isNow) {
      case (false, false): .moving
      case (false, true): .arrival
      case (true, false): .departure
      case (true, true): shown.map { now - $0 >= Self.restInterval } ?? true ? .reminder : .resting
      }
    if showing != .resting { shown = now }
    return showing
  }
}

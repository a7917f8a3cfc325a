import LiveActivity
import Positioning
import TrackStore
import Tracking

/// Facts that wait to be stored, oldest first.
///
/// Where the store refuses for so long that there is no room for more, rows are left out that the line misses least.
struct Backlog {
  /// Five hours of a row a second, half an hour of ten; with thinning on, days of driving.
  static let mostFacts = 18_000
  /// A backlog that was once long is not kept for the next time.
  private static let usualFacts = 512

  private(set) var facts: [StoredFact] = []
  /// The store must not say otherwise for long.
  private(set) var isUrgent = false
  /// Where rows of the log of activities wait that may still grow, and activities that may still change.
  private var growing: [Growing: Int] = [:]

  private enum Growing: Hashable {
    case logRow(Int64)
    case activity(String)
  }

  mutating func append(_ fact: StoredFact) {
    switch fact {
    case .rest, .opened, .resumed, .ended, .suspended, .abandoned, .intent, .background: isUrgent = true
    case .activityLog(let entry): if isReplaced(.logRow(entry.sequence), by: fact) { return }
    case .activity(let activity): if isReplaced(.activity(activity.uuid), by: fact) { return }
    case .receiver, .began, .row, .gap, .leg, .event, .mark: break
    }
    facts.append(fact)
  }

  /// However often it changes, it waits once.
  private mutating func isReplaced(_ thing: Growing, by fact: StoredFact) -> Bool {
    if let index = growing[thing] {
      facts[index] = fact
      return true
    }
    growing[thing] = facts.count
    return false
  }

  /// All of it is stored.
  mutating func empty() {
    facts.removeAll(keepingCapacity: facts.capacity <= Self.usualFacts)
    growing.removeAll(keepingCapacity: true)
    isUrgent = false
  }

  /// The oldest of it is stored.
  mutating func removeFirst(_ count: Int) {
    facts.removeFirst(count)
    growing = [:]
  }

  /// Replaces everything.
  mutating func replace(with facts: [StoredFact]) {
    self.facts = facts
    growing = [:]
  }
}

// MARK: - Without room

extension Backlog {
  /// Makes room where there is none; gives how many rows of the running session were left out.
  ///
  /// First go rows of which both neighbours wait as well, those that lie nearest to the line between them at their own
  /// time; never the ends of a run. Repeated news of one rest and old events go with them.
  /// The oldest `doubtful` facts stay as they are.
  mutating func makeRoom(keeping doubtful: Int = 0) -> Int {
    // What may be stored already must not change any more.
    growing = [:]
    guard facts.count >= Self.mostFacts else { return 0 }
    let doomed = leastValuableRows(facts.count / 8).filter { $0 >= doubtful }
    let superseded = supersededFacts().filter { $0 >= doubtful }
    var gone: [Int] = []
    var kept: [StoredFact] = []
    kept.reserveCapacity(facts.count)
    for index in facts.indices where !superseded.contains(index) {
      if doomed.contains(index), case .row(let row) = facts[index] {
        gone.append(row.sequence)
      } else {
        kept.append(facts[index].without(rows: gone))
        if facts[index].endsSession { gone = [] }
      }
    }
    facts = kept
    growing = [:]
    return gone.count
  }

  private func leastValuableRows(_ count: Int) -> Set<Int> {
    var rows: [(index: Int, row: TrackRow)] = []
    for index in facts.indices { if case .row(let row) = facts[index] { rows.append((index, row)) } }
    var candidates: [(index: Int, deviation: Double)] = []
    // Every other one, so that the neighbours of what goes stay.
    for position in stride(from: 1, to: rows.count - 1, by: 2) {
      let (before, row, after) = (rows[position - 1].row, rows[position].row, rows[position + 1].row)
      guard row.keeping.isOnPath, before.segment == row.segment, row.segment == after.segment,
        row.sequence == before.sequence + 1, after.sequence == row.sequence + 1
      else { continue }
      candidates.append((rows[position].index, row.fix.deviation(from: before.fix, to: after.fix)))
    }
    return Set(candidates.sorted { $0.deviation < $1.deviation }.prefix(count).map(\.index))
  }

  private func supersededFacts() -> Set<Int> {
    var superseded: Set<Int> = []
    var newestOfRest: [Int: Int] = [:]
    var events: [Int] = []
    for index in facts.indices {
      switch facts[index] {
      case .opened, .ended: newestOfRest = [:]
      case .rest(let rest):
        if let former = newestOfRest.updateValue(index, forKey: rest.number) { superseded.insert(former) }
      case .event: events.append(index)
      default: break
      }
    }
    return superseded.union(events.dropLast(Self.usualFacts))
  }
}

extension StoredFact {
  fileprivate var endsSession: Bool {
    switch self {
    case .ended, .suspended: true
    default: false
    }
  }

  /// The same where rows before it are left out; their numbers grow.
  fileprivate func without(rows gone: [Int]) -> StoredFact {
    guard !gone.isEmpty else { return self }
    switch self {
    case .leg(var leg):
      leg.firstSequence -= gone.count { $0 < leg.firstSequence }
      leg.lastSequence -= gone.count { $0 <= leg.lastSequence }
      return .leg(leg)
    case .ended(let snapshot, let moment, let reason):
      return .ended(snapshot.moved(rows: gone.count), at: moment, reason)
    case .suspended(let snapshot): return .suspended(snapshot.moved(rows: gone.count))
    case .row(var row):
      row.sequence -= gone.count
      return .row(row)
    default: return self
    }
  }
}

extension Snapshot {
  fileprivate func moved(rows: Int) -> Snapshot {
    var snapshot = self
    snapshot.tip?.sequence -= rows
    snapshot.openLeg = openLeg?.moved(rows: rows)
    snapshot.ledger = ledger.leavingOut(rows: rows)
    return snapshot
  }
}

extension Keeping {
  /// The line passes through it, but begins and ends elsewhere.
  fileprivate var isOnPath: Bool {
    switch self {
    case .path, .height, .interval, .all, .distance, .turn: true
    case .tip, .start, .arrival, .departure, .gap, .end: false
    }
  }
}

extension Fix {
  /// How far it lies from where it would be at its time on the straight line between two others, in metres.
  fileprivate func deviation(from: Fix, to: Fix) -> Double {
    let share = Double(time - from.time) / Double(max(1, to.time - from.time))
    let east = Longitude.difference(from: from.coordinate.longitude, to: to.coordinate.longitude)
    let place = Coordinate(
      latitude: from.coordinate.latitude + share * (to.coordinate.latitude - from.coordinate.latitude),
      longitude: Longitude.normalised(from.coordinate.longitude + share * east))
    return place.map { Ellipsoid.distance($0, coordinate) } ?? 0
  }
}

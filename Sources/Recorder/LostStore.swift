import Positioning
import TrackStore
import Tracking

extension Recording {
  /// The store is lost, and with it the session: what is not stored yet and what comes goes into a new one. A session
  /// that has ended meanwhile, of which something still waits, gets a new beginning too.
  public mutating func startOver() {
    if case .undecided(let session) = stage { beginInstead(of: session) }
    // Activities are told anew by whoever knows them.
    let waiting = backlog.facts.filter { !$0.isOfActivities }
    backlog.replace(with: waiting)
    let opening = waiting.firstIndex(where: \.opensSession) ?? waiting.endIndex
    let orphans = Array(waiting[..<opening])
    let isRunning = isOpen && opening == waiting.endIndex
    guard isRunning || orphans.contains(where: \.belongsToSession) else { return }
    let base = base(of: orphans)
    var facts: [StoredFact] = [.opened(start, bootID: bootID)]
    if let fix = orphans.firstRow?.fix ?? pipeline.newest { facts.append(.began(fix)) }
    if isRunning, orphans.firstRest == nil, let rest = pipeline.openRest {
      facts.append(StoredFact.rest(numbering.number(rest)).moved(to: base))
    }
    facts += orphans.filter { !$0.isBeginning }.map { $0.moved(to: base) }
    backlog.replace(with: facts + waiting[opening...])
    guard isRunning else { return }
    numbering.restart(at: base)
    committed = nil
    storedLedger = nil
  }

  /// Where the numbers of a session begin anew of which only these facts are left.
  private func base(of orphans: [StoredFact]) -> Numbering.Base {
    let snapshot = orphans.finalSnapshot ?? numbering.snapshot(of: pipeline)
    let row = orphans.firstRow ?? snapshot.tip
    let rest = orphans.firstRest ?? pipeline.openRest.map(numbering.number)
    let rows = row.map { $0.sequence - 1 } ?? snapshot.ledger.stored
    return Numbering.Base(
      rows: rows, segments: row.map { $0.segment - 1 } ?? max(0, newestSegment - numbering.segments - 1),
      rests: rest.map { $0.number - 1 } ?? newestRest - numbering.rests,
      counted: (storedLedger ?? Ledger()).restarting(after: rows))
  }
}

extension [StoredFact] {
  fileprivate var firstRow: TrackRow? {
    for case .row(let row) in self { return row }
    return nil
  }

  fileprivate var firstRest: Rest? {
    for case .rest(let rest) in self { return rest }
    return nil
  }

  /// What was still changing when the session ended or was left.
  fileprivate var finalSnapshot: Snapshot? {
    for fact in self {
      switch fact {
      case .ended(let snapshot, _, _), .suspended(let snapshot): return snapshot
      default: continue
      }
    }
    return nil
  }
}

extension StoredFact {
  fileprivate var opensSession: Bool {
    if case .opened = self { true } else { false }
  }

  fileprivate var belongsToSession: Bool {
    switch self {
    case .began, .row, .rest, .gap, .leg, .mark, .resumed, .ended, .suspended: true
    case .receiver, .event, .opened, .abandoned, .intent, .activity, .activityLog, .background: false
    }
  }

  fileprivate var isOfActivities: Bool {
    switch self {
    case .activity, .activityLog: true
    default: false
    }
  }

  /// It makes no sense in another file.
  fileprivate var isBeginning: Bool {
    switch self {
    case .began, .resumed, .abandoned: true
    default: false
    }
  }
}

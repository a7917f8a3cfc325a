import TrackStore
import Tracking

/// How the pipeline's numbers become the store's: rows, segments and rests that the session in the store does not
/// have, since they were left out or went with a damaged file, are not counted.
struct Numbering: Equatable {
  var rows = 0
  var segments = 0
  var rests = 0
  /// What an earlier file counted.
  var counted = Ledger()
  /// Rows that the store was too full for.
  var leftOut = 0

  /// Where the numbers of a session begin that goes on in another file.
  struct Base: Equatable {
    var rows: Int
    var segments: Int
    var rests: Int
    var counted: Ledger
  }

  /// The session goes on in another file, where what is before the base is not.
  mutating func restart(at base: Base) {
    counted = counted + base.counted
    counted.countStored(rows: leftOut)
    rows += base.rows + leftOut
    segments += base.segments
    rests += base.rests
    leftOut = 0
  }

  /// What an effect is for the store; nil for what is none.
  func fact(_ effect: Effect) -> StoredFact? {
    switch effect {
    case .began(let fix): .began(fix)
    case .row(let row): .row(number(row))
    case .rest(let rest): .rest(number(rest))
    case .gap(let gap): .gap(gap)
    case .leg(let leg): .leg(leg.moved(rows: rows + leftOut))
    case .event(let time, let kind, let detail): .event(StoredEvent(time: time, kind: kind, detail: detail))
    case .clockWentBack: nil
    }
  }

  func number(_ rest: Rest) -> Rest {
    var rest = rest
    rest.number -= rests
    return rest
  }

  func snapshot(of pipeline: borrowing TrackPipeline) -> Snapshot {
    var snapshot = Snapshot(of: pipeline)
    snapshot.tip = snapshot.tip.map(number)
    snapshot.openLeg = snapshot.openLeg?.moved(rows: rows + leftOut)
    snapshot.ledger = snapshot.ledger.since(counted).leavingOut(rows: leftOut)
    return snapshot
  }

  private func number(_ row: TrackRow) -> TrackRow {
    var row = row
    row.sequence -= rows + leftOut
    row.segment -= segments
    return row
  }
}

extension StoredFact {
  /// The same by the numbers of another file.
  func moved(to base: Numbering.Base) -> StoredFact {
    switch self {
    case .row(let row): return .row(row.moved(to: base))
    case .rest(var rest):
      rest.number -= base.rests
      return .rest(rest)
    case .leg(let leg): return .leg(leg.moved(rows: base.rows))
    case .ended(let snapshot, let moment, let reason): return .ended(snapshot.moved(to: base), at: moment, reason)
    case .suspended(let snapshot): return .suspended(snapshot.moved(to: base))
    default: return self
    }
  }
}

extension Snapshot {
  fileprivate func moved(to base: Numbering.Base) -> Snapshot {
    var snapshot = self
    snapshot.tip = tip?.moved(to: base)
    snapshot.openLeg = openLeg?.moved(rows: base.rows)
    snapshot.ledger = ledger.since(base.counted)
    return snapshot
  }
}

extension TrackRow {
  fileprivate func moved(to base: Numbering.Base) -> TrackRow {
    var row = self
    row.sequence -= base.rows
    row.segment -= base.segments
    return row
  }
}

extension Leg {
  /// The same with so many rows fewer before it.
  func moved(rows: Int) -> Leg {
    var leg = self
    leg.firstSequence = max(1, firstSequence - rows)
    leg.lastSequence = max(1, lastSequence - rows)
    return leg
  }
}

public import Positioning

/// What a store knows of a session that goes on after its recorder was cut off.
public struct Resumption: Equatable, Sendable {
  /// Where every report went, as last stored.
  public var ledger: Ledger
  /// Located updates delivered.
  public var updates: Int
  /// The newest row; though it was a tip, it stays. Nil if no fix was accepted yet.
  public var lastRow: TrackRow?
  /// How many rests the session has.
  public var rests: Int
  /// The rest that lasted, as last stored.
  public var openRest: Rest?

  /// Creates the state of a session.
  public init(ledger: Ledger, updates: Int, lastRow: TrackRow?, rests: Int, openRest: Rest?) {
    self.ledger = ledger
    self.updates = updates
    self.lastRow = lastRow
    self.rests = rests
    self.openRest = openRest
  }

  /// The newest fix that is known: the last row, or the centre of the rest when it was last touched.
  public var newest: Fix? {
    guard let lastRow else { return nil }
    guard let openRest, openRest.seen > lastRow.fix.time else { return lastRow.fix }
    return Fix(
      device: lastRow.fix.device, time: openRest.seen, coordinate: openRest.centre, measurements: Measurements())
  }

  /// The ledger as it is once what was pending is lost.
  public var settledLedger: Ledger {
    var settled = ledger
    settled.lost += settled.pending
    settled.pending = 0
    return settled
  }
}

extension TrackPipeline {
  /// Creates a pipeline that goes on with a session. Its first accepted fix is preceded by a gap with the reason
  /// `restart` unless it is the first of all; a rest goes on if that fix is where it was. What was pending is lost.
  public init(_ settings: Settings, resuming session: Resumption) {
    self.init(settings)
    counts = session.settledLedger
    updates = session.updates
    guard let lastRow = session.lastRow, let newest = session.newest else { return }
    gate.resume(after: newest)
    segments.resume(after: newest, segment: lastRow.segment)
    if let rest = session.openRest {
      detector.resume(rest)
      tally = RestTally(resuming: rest)
      touched = rest.seen
    }
    accepted = counts.stored + counts.thinned + counts.held
    held = counts.held
    segment = lastRow.segment
    self.lastRow = lastRow
    rowsAtRest = [lastRow]
    rests = session.rests
    datingLimit = newest.time
    self.newest = newest
  }

  /// The pipeline of another session that begins where this one, which was resumed but has accepted nothing since,
  /// turned out not to go on: it has received all that came since the restart.
  public func instead(of session: Resumption, into sink: (Effect) -> Void) -> TrackPipeline {
    var fresh = TrackPipeline(settings)
    fresh.merger = merger
    fresh.present = present
    let rejected = counts.since(session.settledLedger)
    for reason in Rejection.allCases { fresh.counts[reason] = rejected[reason] }
    fresh.counts.received = counts.received - session.ledger.received
    fresh.counts.merged = rejected.merged
    for report in gate.suspected { fresh.judge(report, sink) }
    return fresh
  }
}

public import Positioning

/// What a store knows of a session that goes on after its recorder was cut off.
public struct Resumption: Equatable, Sendable {
  /// Where every report went, as last stored.
  public var ledger: Ledger
  /// Located updates delivered.
  public var updates: Int
  /// The newest row; though it was a tip, it stays.
  public var lastRow: TrackRow
  /// How many rests the session has.
  public var rests: Int
  /// The rest that lasted, as last stored.
  public var openRest: Rest?

  /// Creates the state of a session with at least one row.
  public init(ledger: Ledger, updates: Int, lastRow: TrackRow, rests: Int, openRest: Rest?) {
    self.ledger = ledger
    self.updates = updates
    self.lastRow = lastRow
    self.rests = rests
    self.openRest = openRest
  }

  /// The newest fix that is known: the last row, or the centre of the rest when it was last touched.
  public var newest: Fix {
    guard let openRest, openRest.seen > lastRow.fix.time else { return lastRow.fix }
    return Fix(
      device: lastRow.fix.device, time: openRest.seen, coordinate: openRest.centre, measurements: Measurements())
  }
}

extension TrackPipeline {
  /// Creates a pipeline that goes on with a session. Its first accepted fix is preceded by a gap with the reason
  /// `restart`; a rest goes on if that fix is where it was. What was pending is lost.
  public init(_ settings: Settings, resuming session: Resumption) {
    self.init(settings)
    let newest = session.newest
    gate.resume(after: newest)
    segments.resume(after: newest, segment: session.lastRow.segment)
    if let rest = session.openRest {
      detector.resume(rest)
      tally = RestTally(resuming: rest)
      touched = rest.seen
    }
    counts = session.ledger
    counts.lost += counts.pending
    accepted = counts.stored + counts.thinned + counts.held
    held = counts.held
    updates = session.updates
    segment = session.lastRow.segment
    lastRow = session.lastRow
    rowsAtRest = [session.lastRow]
    rests = session.rests
    datingLimit = newest.time
    self.newest = newest
  }
}

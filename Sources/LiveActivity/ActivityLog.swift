import Positioning

/// Turns what happens into rows: what matters is a row of its own, what repeats is one row that grows.
struct ActivityLog: Sendable {
  /// A request that waits and is in the log already.
  struct Ticket: Sendable {
    fileprivate var sequence: Int64
    /// The row without that request; nil if the row tells of nothing else.
    fileprivate var before: ActivityLogEntry?
  }

  private struct Run {
    var entry: ActivityLogEntry
    var began: MonotonicTime
  }

  /// The longest time a row grows, in milliseconds.
  static let longestRun: Int64 = 60_000

  private var nextSequence: Int64
  private var runs: [Run] = []

  init(nextSequence: Int64) { self.nextSequence = nextSequence }

  /// Takes note of what happened; the time is that of the request.
  mutating func note(_ entry: ActivityLogEntry, at now: MonotonicTime, into sink: (ActivityEffect) -> Void) {
    if entry.isRunning {
      extend(entry, at: now, sink)
    } else {
      endRuns(of: entry.uuid)
      append(entry, sink)
    }
  }

  /// Takes note of a request that may still be done.
  mutating func noteWaiting(_ entry: ActivityLogEntry, at now: MonotonicTime, into sink: (ActivityEffect) -> Void)
    -> Ticket
  {
    let before = openRun(for: entry, at: now).map { runs[$0].entry }
    extend(entry, at: now, sink)
    return Ticket(sequence: before?.sequence ?? nextSequence - 1, before: before)
  }

  /// Takes note that a waiting request was done after all: it leaves the row that says it waited. The row of what was
  /// done is one of its own, so that nothing grows across it.
  mutating func promote(_ ticket: Ticket, to entry: ActivityLogEntry, into sink: (ActivityEffect) -> Void) {
    endRuns(of: entry.uuid)
    if let before = ticket.before {
      sink(.replace(before))
      append(entry, sink)
    } else {
      var row = entry
      row.sequence = ticket.sequence
      sink(.replace(row))
    }
  }

  /// Lets go of rows that do not grow any more.
  mutating func prune(at now: MonotonicTime) { runs.removeAll { now - $0.began >= Self.longestRun } }

  private func openRun(for entry: ActivityLogEntry, at now: MonotonicTime) -> Int? {
    runs.firstIndex { $0.entry.continues(entry) && now - $0.began < Self.longestRun }
  }

  private mutating func extend(_ entry: ActivityLogEntry, at now: MonotonicTime, _ sink: (ActivityEffect) -> Void) {
    if let run = openRun(for: entry, at: now) {
      runs[run].entry.add(entry)
      sink(.replace(runs[run].entry))
    } else {
      prune(at: now)
      runs.append(Run(entry: append(entry, sink), began: now))
    }
  }

  /// Rows of an activity stay in the order in which things happened: nothing grows across a row of its own.
  private mutating func endRuns(of uuid: String?) { runs.removeAll { $0.entry.uuid == uuid } }

  @discardableResult
  private mutating func append(_ entry: ActivityLogEntry, _ sink: (ActivityEffect) -> Void) -> ActivityLogEntry {
    var row = entry
    row.sequence = nextSequence
    nextSequence += 1
    sink(.append(row))
    return row
  }
}

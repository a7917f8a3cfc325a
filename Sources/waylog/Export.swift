import Positioning
import TrackFormats
import TrackStore

/// Hands the chosen parts of a store to a format.
struct Export {
  /// Whether stops go along.
  enum Stops { case left, sent }

  var parts: [Selection.Part]
  var stops = Stops.left
  /// Nil where everything is shown.
  var privacy: PrivacyRules?

  /// Sends everything that may be shown, and says what was left out; throws when there is no fix in it.
  func send(from reader: borrowing TrackReader, to sink: any TrackSink) throws {
    if let privacy { return try sendRedacted(privacy, from: reader, to: sink) }
    var sink = sink
    try pass(from: reader, to: &sink)
    try sink.end()
  }

  private func sendRedacted<Sink: TrackSink>(
    _ privacy: PrivacyRules, from reader: borrowing TrackReader, to sink: Sink
  ) throws {
    var redactor = Redactor(privacy, before: sink)
    try pass(from: reader, to: &redactor)
    if let line = RemovedText.line(redactor.removed) { Standard.error.write("waylog: \(line)\n") }
    guard redactor.shownFixes > 0 else {
      throw Failure(.nothingMatched, "nothing is left to export", advice: "choose smaller zones, or less to trim")
    }
    try redactor.end()
  }

  /// Generic, so that an existential is opened once and not for every row.
  private func pass<Sink: TrackSink>(from reader: borrowing TrackReader, to sink: inout Sink) throws {
    var points = 0
    try sink.begin()
    for part in parts { try sendPlaces(of: part, from: reader, to: &sink) }
    for part in parts {
      try sink.begin(part.session)
      try reader.points(of: part.session.number, from: part.from, to: part.to) {
        try sink.point($0)
        points += 1
      }
      try sink.endSession()
    }
    guard points > 0 else {
      throw Failure(.nothingMatched, "no fix is stored there", advice: "list what there is with: waylog sessions")
    }
  }

  private func sendPlaces<Sink: TrackSink>(
    of part: Selection.Part, from reader: borrowing TrackReader, to sink: inout Sink
  ) throws {
    for mark in try reader.marks(of: part.session.number, from: part.from, to: part.to) {
      try sink.mark(mark, of: part.session.number)
    }
    guard stops == .sent else { return }
    for stop in try reader.stops(of: part.session.number) where part.overlaps(stop) {
      try sink.stop(stop, of: part.session.number)
    }
  }
}

extension Selection.Part {
  /// Whether any of the stop lies in the range.
  fileprivate func overlaps(_ stop: TrackStop) -> Bool {
    let end = stop.arrival + stop.durationMS
    return (from.map { end > $0 } ?? true) && (to.map { stop.arrival < $0 } ?? true)
  }
}

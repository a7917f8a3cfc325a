import Positioning
import TrackFormats
import TrackStore

/// Hands the chosen parts of a store to a format.
struct Export {
  /// Whether stops go along.
  enum Stops { case left, sent }

  var parts: [Selection.Part]
  var stops = Stops.left

  /// Sends everything; throws when there is no fix in it.
  ///
  /// Generic, so that an existential is opened once and not for every row.
  func send<Sink: TrackSink>(from reader: borrowing TrackReader, to sink: consuming Sink) throws {
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
    try sink.end()
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

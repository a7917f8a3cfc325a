import Positioning
import TextOutput
import TrackFormats
import TrackStore

/// Hands the chosen parts of a store to a format.
struct Export {
  /// Whether stops go along.
  enum Stops { case left, sent }
  /// Whether sessions stay apart or become one.
  enum Sessions { case apart, merged }

  var parts: [Selection.Part]
  var stops = Stops.left
  /// Which fixes of the parts are meant.
  var narrowing = Narrowing()
  /// How far in metres a simpler line may be from a fix; nil for every fix.
  var toleranceMetres: Double?
  /// Nil where everything is shown.
  var privacy: PrivacyRules?
  /// What becomes of several sessions.
  var sessions = Sessions.apart
  /// Where it shows how far it has come.
  var screen = ProgressScreen.standardError

  /// Sends everything that is meant and may be shown, and says what was left out; throws when there is no fix in it.
  func send(from reader: borrowing TrackReader, to sink: any TrackSink) throws {
    let sink = sessions == .merged ? Self.merging(sink) : sink
    if narrowing.isUsed || toleranceMetres != nil || privacy != nil { return try sendFiltered(from: reader, to: sink) }
    var whole = sink
    try show(from: reader, to: &whole)
    try whole.end()
  }

  private static func merging(_ sink: some TrackSink) -> any TrackSink { MergingSink(before: sink) }

  private func sendFiltered(from reader: borrowing TrackReader, to sink: some TrackSink) throws {
    let redactor = Redactor(privacy ?? PrivacyRules(), before: sink)
    var filter = NarrowingSink(narrowing, before: SimplifyingSink(toleranceMetres: toleranceMetres, before: redactor))
    try show(from: reader, to: &filter)
    if let line = RemovedText.line(filter.next.next.removed) { Standard.error.write("waylog: \(line)\n") }
    guard filter.next.next.shownFixes > 0 else {
      throw Failure(.nothingMatched, "nothing is left to export", advice: "choose less narrowly, or keep less back")
    }
    try filter.end()
  }

  private func show<Sink: TrackSink>(from reader: borrowing TrackReader, to sink: inout Sink) throws {
    let isSeen = Progress.isSeen(on: screen)
    let total = try isSeen ? parts.reduce(0) { try $0 + reader.rows(of: $1) } : nil
    try Progress.showing("exporting", .things("fixes"), of: total, on: screen) { progress in
      try pass(from: reader, to: &sink) { if isSeen, $0 & 0xff == 0 { progress.note(Int64($0)) } }
    }
  }

  /// Generic, so that an existential is opened once and not for every row.
  private func pass<Sink: TrackSink>(
    from reader: borrowing TrackReader, to sink: inout Sink, _ tell: (_ points: Int) -> Void
  ) throws {
    var points = 0
    try sink.begin()
    for part in parts { try sendPlaces(of: part, from: reader, to: &sink) }
    for part in parts {
      try sink.begin(part.session)
      try reader.points(of: part.session.number, from: part.from, to: part.to) {
        try sink.point($0)
        points += 1
        tell(points)
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

extension TrackReader {
  fileprivate func rows(of part: Selection.Part) throws -> Int64 {
    try summary(of: part.session, from: part.from, to: part.to).rows
  }
}

extension Selection.Part {
  /// Whether any of the stop lies in the range.
  fileprivate func overlaps(_ stop: TrackStop) -> Bool {
    let end = stop.arrival + stop.durationMS
    return (from.map { end > $0 } ?? true) && (to.map { stop.arrival < $0 } ?? true)
  }
}

import Arguments
import Positioning
import Recorder
import TrackStore

/// Which part of the store is meant: sessions, a range of time, or both; the same for every command.
struct Selection: Sendable {
  /// A session, and the part of it that is meant.
  struct Part {
    var session: TrackSession
    var from: Timestamp?
    var to: Timestamp?
  }

  var from: WrittenTime?
  var to: WrittenTime?
  var day: WrittenTime?
  var last: Int64?
  var trip: Int?
  var zone = Zone.local

  /// Nothing narrows it.
  var isEverything: Bool { from == nil && to == nil && day == nil && last == nil && trip == nil }

  static let rangeNote =
    "SESSION is a number, a uuid, 'last' (the default), 'today' or 'yesterday'. A range includes its beginning and "
    + "not its end. TIME is 2026-05-01, 2026-05-01T06:10 or 2026-05-01T06:10:00.5, with Z or an offset such as "
    + "+02:00 or else in the zone of --time-zone. With a range and no SESSION, all sessions are searched."

  static func options<Settings>(_ part: any WritableKeyPath<Settings, Selection> & Sendable) -> OptionGroup<Settings> {
    OptionGroup(
      "Selection",
      [
        Option<Selection>.value("from", "TIME", "Begin at TIME, which is included", as: WrittenTime.time) {
          $0.from = $1
        },
        .value("to", "TIME", "End before TIME", as: WrittenTime.time) { $0.to = $1 },
        .value("day", "DATE", "Only the day DATE", as: WrittenTime.day) { $0.day = $1 },
        .value("last", "DURATION", "Only the last DURATION, such as 24h", as: .duration) { $0.last = $1 },
        .value("trip", "N", "Only the trip N of each session, counted from 1", as: .integer(in: 1...Int.max)) {
          $0.trip = $1
        },
        .value("time-zone", "ZONE", "Read and show times of ZONE (the machine's)", as: Zone.reader) { $0.zone = $1 },
      ].map { $0.lifted(to: part) })
  }

  /// The parts that the words and options mean, oldest first; throws where nothing matches.
  func parts(_ words: [String], in reader: borrowing TrackReader) throws -> [Part] {
    let parts = try sessionParts(words, in: reader)
    guard let trip else { return parts }
    return try nonEmpty(
      parts.compactMap { part in
        let trips = try reader.trips(of: part.session.number)
        return trips.count < trip ? nil : part.narrowed(to: trips[trip - 1])
      }, in: reader)
  }

  private func sessionParts(_ words: [String], in reader: borrowing TrackReader) throws -> [Part] {
    let range = try range()
    if words.isEmpty, let range {
      let sessions = try reader.sessions(from: range.from ?? .distantPast, to: range.to ?? .distantFuture)
      return try nonEmpty(sessions.map { Part(session: $0, from: range.from, to: range.to) }, in: reader)
    }
    var parts: [Part] = []
    for word in words.isEmpty ? ["last"] : words { parts += try self.parts(word, range, in: reader) }
    return try nonEmpty(parts, in: reader)
  }

  private func parts(
    _ word: String, _ range: (from: Timestamp?, to: Timestamp?)?, in reader: borrowing TrackReader
  ) throws -> [Part] {
    if let daysAgo = ["today": 0, "yesterday": 1][word] {
      guard range == nil else {
        throw UsageError("more than one range", hint: "'\(word)' is a range: leave out --from, --to, --day and --last")
      }
      let day = day(daysAgo: Int64(daysAgo))
      return try reader.sessions(from: day.lowerBound, to: day.upperBound).map {
        Part(session: $0, from: day.lowerBound, to: day.upperBound)
      }
    }
    guard let session = try session(word, in: reader) else {
      if word == "last" { return [] }
      throw Failure(.nothingMatched, "there is no session '\(word)'", advice: "list them with: waylog sessions")
    }
    return [Part(session: session, from: range?.from, to: range?.to)]
  }

  func session(_ word: String, in reader: borrowing TrackReader) throws -> TrackSession? {
    if word == "last" { return try reader.lastSession() }
    if let number = Int64(word) { return try reader.session(number) }
    return try reader.sessions().first { $0.uuid == word }
  }

  private func nonEmpty(_ parts: [Part], in reader: borrowing TrackReader) throws -> [Part] {
    if !parts.isEmpty { return parts }
    guard try reader.newestSession() != nil else { throw Failure.nothingYet }
    throw Failure(.nothingMatched, "nothing is recorded there", advice: "list what there is with: waylog sessions")
  }

  private func range() throws -> (from: Timestamp?, to: Timestamp?)? {
    let given = [from != nil || to != nil, day != nil, last != nil].count { $0 }
    guard given <= 1 else {
      throw UsageError("more than one range", hint: "use --from and --to, or --day, or --last")
    }
    if let day = day?.moment(in: zone) { return (day.from, day.to) }
    if let last { return (Clocks.system() + -last, nil) }
    guard given == 1 else { return nil }
    return (from?.moment(in: zone).from, to?.moment(in: zone).from)
  }

  private func day(daysAgo: Int64) -> Range<Timestamp> {
    TimeText.day(around: Clocks.system() + -daysAgo * Calendar.millisecondsPerDay, in: zone)
  }
}

extension Selection.Part {
  /// What both this part and a span have, the span's end included.
  func narrowed(to span: ClosedRange<Timestamp>) -> Selection.Part {
    let end = span.upperBound + 1
    return Selection.Part(
      session: session, from: max(from ?? span.lowerBound, span.lowerBound), to: min(to ?? end, end))
  }
}

extension Selection.Part {
  /// Whether a span of time, its end included, has a part in this one.
  func touches(_ span: ClosedRange<Timestamp>) -> Bool {
    (from.map { span.upperBound >= $0 } ?? true) && (to.map { span.lowerBound < $0 } ?? true)
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(milliseconds: .min)
  fileprivate static let distantFuture = Timestamp(milliseconds: .max)
}

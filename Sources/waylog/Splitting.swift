import Arguments
import Positioning
import TextOutput
import TrackStore

/// What gets a file of its own in an export that is split.
enum Splitting: String, CaseIterable, Sendable {
  case session, trip, day

  /// A file, and the parts that go into it.
  struct File {
    var path: String
    var parts: [Selection.Part]
  }

  /// The files that a pattern names, in order: `{session}`, `{trip}` and `{day}` stand for numbers and a date.
  func files(
    _ pattern: String, _ parts: [Selection.Part], _ zone: Zone, in reader: borrowing TrackReader
  ) throws -> [File] {
    guard pattern.contains(text: "{\(rawValue)}") else {
      throw UsageError(
        "--split-by \(rawValue) needs names that differ", hint: "such as -o 'track-{\(rawValue)}.gpx'")
    }
    var files: [File] = []
    for part in parts {
      for (words, piece) in try pieces(of: part, zone, in: reader) {
        let path = words.reduce(pattern) { $0.pieces(around: "{\($1.key)}").joined(separator: $1.value) }
        switch files.firstIndex(where: { $0.path == path }) {
        case nil: files.append(File(path: path, parts: [piece]))
        case let index? where self == .day: files[index].parts.append(piece)
        default:
          throw UsageError(
            "two \(rawValue)s would have one name", hint: "such as -o 'track-{session}-{\(rawValue)}.gpx'")
        }
      }
    }
    return files
  }

  private func pieces(
    of part: Selection.Part, _ zone: Zone, in reader: borrowing TrackReader
  ) throws -> [(words: [String: String], part: Selection.Part)] {
    let session = String(part.session.number)
    switch self {
    case .session: return [(["session": session], part)]
    case .trip:
      let trips = try reader.trips(of: part.session.number).enumerated()
      return trips.compactMap { index, trip in
        let piece = part.narrowed(to: trip)
        guard let from = piece.from, let to = piece.to, from < to else { return nil }
        return (["session": session, "trip": String(index + 1)], piece)
      }
    case .day:
      guard let started = part.session.started, let last = try reader.lastSeen(of: part.session.number) else {
        return []
      }
      let whole = part.narrowed(to: started...max(started, last))
      return Self.days(of: whole, zone).map { day, piece in (["session": session, "day": day], piece) }
    }
  }

  /// From midnight to midnight of a zone, however many hours lie between.
  private static func days(of part: Selection.Part, _ zone: Zone) -> [(day: String, part: Selection.Part)] {
    guard var from = part.from, let to = part.to else { return [] }
    var days: [(day: String, part: Selection.Part)] = []
    while from < to {
      let date = String(TimeText.wall(from, in: zone).iso8601.prefix(10))
      guard let midnight = TimeText.moment(date, zone: zone)?.to, midnight > from else { return days }
      days.append((date, Selection.Part(session: part.session, from: from, to: min(to, midnight))))
      from = midnight
    }
    return days
  }
}

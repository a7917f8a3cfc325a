import Arguments
import Positioning
import TrackFormats
import TrackStore

/// What `waylog export` is asked to take out of the chosen sessions.
struct NarrowingSettings: Sendable {
  private var chosen = Narrowing()
  var toleranceMetres: Double?
  var sessions = Export.Sessions.apart

  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, NarrowingSettings> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Tracks",
      (whatIsMeant + [
        .value("segment-gap", "SECONDS", "Begin a new segment after SECONDS without a fix", as: .seconds) {
          $0.chosen.longestGapMS = $1
        },
        .value(
          "simplify", "METRES", "Leave out fixes within METRES of the line without them",
          as: .decimal(in: 0.1...100_000)
        ) { $0.toleranceMetres = $1 },
        .flag("merge", "Make one track of all sessions") { $0.sessions = .merged },
      ]).map { $0.lifted(to: part) })
  }

  /// Those that have a meaning for totals too.
  static func optionsForTotals<Settings>(
    _ part: any WritableKeyPath<Settings, NarrowingSettings> & Sendable
  ) -> OptionGroup<Settings> { OptionGroup("Tracks", whatIsMeant.map { $0.lifted(to: part) }) }

  private static let whatIsMeant: [Option<NarrowingSettings>] = [
    .value(
      "bbox", "WEST,SOUTH,EAST,NORTH", "Only what lies in a box of the map, in degrees",
      details: "Without SESSION and range, in all sessions. WEST is beyond EAST where the box crosses 180°.",
      as: box
    ) { $0.chosen.box = $1 },
    .value("device", "PATH", "Only what the receiver PATH saw, as gpsd calls it", as: .text) {
      $0.chosen.device = $1
    },
    .toggle("simulated", "Take simulated receivers in", default: "yes") { $0.chosen.hasSimulated = $1 },
  ]

  /// Which fixes are meant.
  var narrowing: Narrowing { chosen }

  /// Which movement and stops are meant.
  var filter: TrackFilter {
    var filter = TrackFilter()
    (filter.device, filter.hasSimulated, filter.box) = (chosen.device, chosen.hasSimulated, chosen.box)
    return filter
  }

  private static let box = Reader<CoordinateBox>(
    expecting: "degrees of its west, south, east and north", example: "5,45,11,48", telling: .discreet
  ) { text in
    let numbers = PrivacySettings.numbers(text)
    guard numbers.count == 4 else { return nil }
    return CoordinateBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// The parts that words and options mean: of a box alone, all sessions that touch it.
  func parts(
    _ words: [String], _ selection: Selection, in reader: borrowing TrackReader
  ) throws -> [Selection.Part] {
    guard words.isEmpty, selection.isEverything, let box = narrowing.box else {
      return try selection.parts(words, in: reader)
    }
    return try parts(in: box, reader)
  }

  private func parts(in box: CoordinateBox, _ reader: borrowing TrackReader) throws -> [Selection.Part] {
    var parts: [Selection.Part] = []
    for (west, east) in box.spans {
      parts += try reader.sessions(touchingWest: west, south: box.south, east: east, north: box.north).filter {
        session in
        !parts.contains { $0.session == session }
      }.map { Selection.Part(session: $0) }
    }
    guard !parts.isEmpty else {
      throw Failure(.nothingMatched, "nothing is recorded there", advice: "choose a larger --bbox")
    }
    return parts.sorted { $0.session.number < $1.session.number }
  }
}

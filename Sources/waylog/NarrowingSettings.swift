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
      [
        Option<NarrowingSettings>.value(
          "bbox", "WEST,SOUTH,EAST,NORTH", "Only fixes in a box of the map, in degrees",
          details: "Without SESSION and range, in all sessions. WEST is beyond EAST where the box crosses 180°.",
          as: box
        ) { $0.chosen.box = $1 },
        .value("device", "PATH", "Only fixes of the receiver PATH, as gpsd calls it", as: .text) {
          $0.chosen.device = $1
        },
        .toggle("simulated", "Write fixes of simulated receivers", default: "yes") { $0.chosen.hasSimulated = $1 },
        .value("segment-gap", "SECONDS", "Begin a new segment after SECONDS without a fix", as: .seconds) {
          $0.chosen.longestGapMS = $1
        },
        .value(
          "simplify", "METRES", "Leave out fixes within METRES of the line without them",
          as: .decimal(in: 0.1...100_000)
        ) { $0.toleranceMetres = $1 },
        .flag("merge", "Make one track of all sessions") { $0.sessions = .merged },
      ].map { $0.lifted(to: part) })
  }

  /// Which fixes are meant.
  var narrowing: Narrowing { chosen }

  private static let box = Reader<Narrowing.Box>(
    expecting: "degrees of its west, south, east and north", example: "5,45,11,48", telling: .discreet
  ) { text in
    let numbers = PrivacySettings.numbers(text)
    guard numbers.count == 4 else { return nil }
    return Narrowing.Box(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// The sessions that a box alone means.
  func parts(in box: Narrowing.Box, _ reader: borrowing TrackReader) throws -> [Selection.Part] {
    let halfTurn: Int64 = 180_000_000_000
    let spans = box.west <= box.east ? [(box.west, box.east)] : [(box.west, halfTurn), (-halfTurn, box.east)]
    var parts: [Selection.Part] = []
    for (west, east) in spans {
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

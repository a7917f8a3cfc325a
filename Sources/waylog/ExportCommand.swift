import Arguments
import Positioning
import Recorder
import TextOutput
import TrackFormats
import TrackStore

/// `waylog export`
enum ExportCommand {
  struct Settings: Sendable {
    var database = Database()
    var selection = Selection()
    var format: FormatName?
    var output: String?
  }

  static let command = Command<Settings>(
    "export", operands: .any("SESSION"), summary: "Writes tracks as GPX 1.1 or CSV.",
    details: [
      Selection.rangeNote,
      "GPX: one trk per session, one trkseg per unbroken run, marks as waypoints; ele is height above mean sea level "
        + "and left out where unknown; speed (m/s) and course (degrees) stand in Garmin's TrackPointExtension v2.",
      "CSV: one row per fix with its time in UTC; metres, metres per second and degrees; empty where unknown.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Output",
        [
          .value("format", short: "f", "FORMAT", "Write FORMAT: gpx or csv", as: .oneOf(FormatName.self)) {
            $0.format = $1
          },
          .value("output", short: "o", "FILE", "Write to FILE, - for standard output", as: .file) { $0.output = $1 },
        ]),
      Selection.options(\.selection),
    ],
    examples: [
      Example("waylog export -o ride.gpx", "writes the last session as GPX"),
      Example("waylog export --day 2026-05-01 -f csv > day.csv", "writes all fixes of a day as CSV"),
    ],
    exitStatuses: [ExitStatus(1, "nothing is recorded there")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, words in
      let reader = try settings.database.reader()
      let parts = try settings.selection.parts(words, in: reader)
      let suffix = settings.output.flatMap { FormatName(suffixOf: $0) }
      let format = (settings.format ?? suffix ?? .gpx).make(creator: "waylog \(Release.version)")
      if let path = settings.output, path != "-" {
        try OutputFile.write(path) { try write(parts, format, from: reader, to: $0, named: "'\(path)'") }
        return .success
      }
      guard !Standard.output.isTerminal || settings.output == "-" else {
        throw Failure(
          .usage, "will not fill the terminal with a track", advice: "name a file with -o FILE, or use -o -")
      }
      try write(parts, format, from: reader, to: Standard.output, named: "standard output")
      return .success
    }
  }

  private static func write(
    _ parts: [Selection.Part], _ format: consuming any TrackFormat, from reader: borrowing TrackReader,
    to output: OutputDescriptor, named name: String
  ) throws {
    let chunk = 65_536
    var text = TextBuffer(reserving: chunk + 4_096)
    var points = 0
    format.begin(into: &text)
    for part in parts {
      for mark in try reader.marks(of: part.session.number, from: part.from, to: part.to) {
        format.mark(mark, into: &text)
      }
    }
    for part in parts {
      format.begin(part.session, into: &text)
      try reader.points(of: part.session.number, from: part.from, to: part.to) { point in
        format.point(point, into: &text)
        points += 1
        guard text.count >= chunk else { return }
        try output.print(text.bytes, to: name)
        text.removeAll()
      }
      format.endSession(into: &text)
    }
    format.end(into: &text)
    guard points > 0 else {
      throw Failure(.nothingMatched, "no fix is stored there", advice: "list what there is with: waylog sessions")
    }
    try output.print(text.bytes, to: name)
  }
}

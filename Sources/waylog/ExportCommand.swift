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
    var hasStops: Bool?
    var splitting: Splitting?
    var tracks = NarrowingSettings()
    var privacy = PrivacySettings()
    var text = TextOptions(creator: "waylog \(Release.version)")
    var picture = PictureSettings()

    var formatName: FormatName { format ?? output.flatMap { FormatName(suffixOf: $0) } ?? .gpx }

    /// Refuses what is typed and the format has no room for, rather than leaving it out unseen.
    func check(_ typed: Settings) throws {
      if typed.hasStops == true, formatName == .csv {
        throw UsageError("CSV has a row for each fix and no room for stops", hint: "choose another format with -f")
      }
      if typed.picture.isUsed, !formatName.isPicture {
        throw UsageError("--units and --tiles are for pictures", hint: "choose html or svg with -f")
      }
      if typed.picture.tiles != nil, formatName == .svg {
        throw UsageError("an SVG has no map below the track", hint: "choose html with -f, or leave --tiles out")
      }
    }
  }

  static let command = Command<Settings>(
    "export", operands: .any("SESSION"), summary: "Writes tracks as GPX, GeoJSON, KML, CSV, GeoPackage or pictures.",
    details: [Selection.rangeNote] + ExportHelp.formats,
    options: [
      Database.options(\.database), output, Selection.options(\.selection), NarrowingSettings.options(\.tracks),
      PrivacySettings.options(\.privacy), PictureSettings.options(\.picture),
    ],
    examples: [
      Example("waylog export -o ride.gpx", "writes the last session as GPX"),
      Example("waylog export --day 2026-05-01 -f csv > day.csv", "writes all fixes of a day as CSV"),
      Example(
        "waylog export --privacy-zone 12.3456,-65.4321,300 --relative-time -o ride.gpx",
        "leaves your neighbourhood and the date out"),
      Example("waylog export --last 7d --split-by day -o 'day-{day}.gpx'", "writes a file for each day of a week"),
      Example("waylog export -o ride.html", "makes a page with map, charts and trips to look at"),
      Example("waylog export 1 2 --stops -o both.gpkg", "writes two sessions and their stops for QGIS"),
    ] + ExportHelp.conversions,
    exitStatuses: [ExitStatus(1, "nothing is recorded there")] + ExitCode.statuses)

  private static let output = OptionGroup<Settings>(
    "Output",
    [
      .value(
        "format", short: "f", "FORMAT", "Write FORMAT (by the suffix of FILE, else gpx)", as: .oneOf(FormatName.self)
      ) {
        $0.format = $1
      },
      .value("output", short: "o", "FILE", "Write to FILE, - for standard output", as: .file) { $0.output = $1 },
      .toggle("stops", "Write stops as well, as places (into pictures they are)") { $0.hasStops = $1 },
      .value("features", "SHAPE", "Make GeoJSON features of lines or of points", as: .oneOf(FeatureShape.self)) {
        $0.text.shape = $1
      },
      .value(
        "split-by", "WHAT", "Write a file for each session, trip or day",
        details: "{session}, {trip} and {day} in FILE stand for which it is; days are those of --time-zone.",
        as: .oneOf(Splitting.self)
      ) { $0.splitting = $1 },
      .value("delimiter", "CHARACTER", "Separate the fields of CSV by CHARACTER", as: delimiter) {
        $0.text.delimiter = $1
      },
    ])

  /// Words for those that a shell makes hard to type.
  private static let delimiter = Reader<UInt8>.oneOf([
    ",": UInt8(ascii: ","), ";": UInt8(ascii: ";"), "|": UInt8(ascii: "|"), "comma": UInt8(ascii: ","),
    "semicolon": UInt8(ascii: ";"), "tab": UInt8(ascii: "\t"),
  ])

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings(), checking: { try $0.check($1) }) { settings, words in
      try ExportWords.refuseFormatOrFile(words)
      let reader = try settings.database.reader()
      try reader.consistently {
        let export = try export(words, settings, from: reader)
        guard let splitting = settings.splitting else { return try write(export, as: settings, from: reader) }
        try write(export, splitBy: splitting, as: settings, from: reader)
      }
      return .success
    }
  }

  private static func export(
    _ words: [String], _ settings: Settings, from reader: borrowing TrackReader
  ) throws -> Export {
    let tracks = settings.tracks
    let narrowing = tracks.narrowing
    let parts = try tracks.parts(words, settings.selection, in: reader)
    var export = Export(parts: parts, narrowing: narrowing, sessions: tracks.sessions)
    export.toleranceMetres = tracks.toleranceMetres
    if settings.hasStops ?? settings.formatName.isPicture { export.stops = .sent }
    if settings.privacy.isUsed {
      export.privacy = try settings.privacy.rules(for: parts, narrowing, tracks.sessions, in: reader)
    }
    return export
  }

  /// A piece without a fix gets no file; it is a fault only if none gets one.
  private static func write(
    _ export: Export, splitBy splitting: Splitting, as settings: Settings, from reader: borrowing TrackReader
  ) throws {
    guard let pattern = settings.output, pattern != "-" else {
      throw UsageError("--split-by needs files to write to", hint: "such as -o 'track-{\(splitting.rawValue)}.gpx'")
    }
    var nothing: Failure?
    var written = 0
    for file in try splitting.files(pattern, export.parts, settings.selection.zone, in: reader) {
      var (piece, settings) = (export, settings)
      (piece.parts, settings.output) = (file.parts, file.path)
      do {
        try write(piece, as: settings, from: reader)
        written += 1
      } catch let failure as Failure where failure.code == .nothingMatched {
        nothing = failure
      }
    }
    guard written == 0 else { return }
    throw nothing
      ?? Failure(.nothingMatched, "nothing is recorded there", advice: "list what there is with: waylog sessions")
  }

  private static func write(_ export: Export, as settings: Settings, from reader: borrowing TrackReader) throws {
    if let path = settings.output, path != "-" {
      if settings.formatName == .gpkg {
        try GeoPackageOutput.write(export, from: reader, to: path)
      } else {
        try OutputFile.write(path) { try write(export, as: settings, from: reader, to: $0, named: "'\(path)'") }
      }
      tellOfFile(path, as: settings.formatName)
    } else if settings.formatName == .gpkg {
      throw Failure(.usage, "a GeoPackage is a database and cannot be streamed", advice: "name a file with -o FILE")
    } else if Standard.output.isTerminal, settings.output != "-" {
      throw Failure(
        .usage, "will not fill the terminal with a track",
        advice: "name a file with -o FILE, such as: waylog export -o track.gpx; or use -o -")
    } else {
      try write(export, as: settings, from: reader, to: Standard.output, named: "standard output")
    }
  }

  /// For whoever waits for it; what a script made it looks for itself.
  private static func tellOfFile(_ path: String, as format: FormatName) {
    guard Standard.error.isTerminal, !OutputFile.isSpecial(path) else { return }
    // A name may promise what nothing writes, such as ride.fit.
    let kind = FormatName(suffixOf: path) == format ? "" : " as \(format.rawValue)"
    Standard.error.write(
      "waylog: wrote '\(Terminal.harmless(path))'\(kind), \(HumanText.size(bytes: FileSize.bytes(of: path)))\n")
  }

  private static func write(
    _ export: Export, as settings: Settings, from reader: borrowing TrackReader, to output: OutputDescriptor,
    named name: String
  ) throws {
    let ways = TrackText.Ways(write: { try output.print($0, to: name) }, spool: { try SpoolFile.make() })
    var text = settings.text
    text.picture = settings.picture.options(settings.selection.zone, settings.privacy)
    guard let sink = settings.formatName.textSink(text, ways) else { return }
    var export = export
    // Nothing is drawn over what is read.
    if output.isTerminal { export.screen = .none }
    try export.send(from: reader, to: sink)
  }
}

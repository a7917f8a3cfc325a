import Arguments
import Glibc
import Recorder
import TextOutput
import TrackStore
import Tracking

/// `waylog import`
enum ImportCommand {
  struct Settings: Sendable {
    var database = Database()
    var pipeline = PipelineOptions()
    var name: String?
    var damage = Importer.Settings.Damage.refused

    var importer: Importer.Settings {
      var settings = Importer.Settings(
        recording: Recording.Settings(pipeline: pipeline.settings, name: name, origin: .import),
        points: pipeline.settingsForPoints, present: pipeline.present)
      settings.damage = damage
      return settings
    }
  }

  static let command = Command<Settings>(
    "import", operands: .some("FILE", as: .file),
    summary: "Imports recorded gpsd JSON, NMEA and GPX, each file as sessions of its own.",
    details: [
      "FILE is what 'gpspipe -w' or 'gpspipe -r' writes, or GPX such as gpxlogger writes, or - for standard input; which of "
        + "them it is, is seen from its content. A file is imported whole or not at all, and never twice.",
      "gpsd's JSON goes through the very same pipeline as a live recording. Where the receiver's clock steps back by more "
        + "than a minute, a new session begins.",
      "NMEA is read by a gpsd that import starts for itself, hidden from all others and from the machine's clock, and that "
        + "ends with it. So gpsd must be installed; it need not run. A log needs sentences with a date (RMC, ZDA).",
      "Of GPX, every point of a track is kept that has a time and a place; the ledger of the session says what became of "
        + "the others. A track is a session, but those that follow each other within an hour under the same name are one: "
        + "gpxlogger begins a track after each hole. Segments stay segments, and a silence of five minutes is a gap "
        + "(--segment-gap). Waypoints with a time become marks. Heights are above mean sea level, but those of gpxlogger "
        + "above the ellipsoid, as it writes them.",
      "A GPX file that ends in the middle, since its program was killed, gives all that is whole in it. One that is "
        + "damaged is refused, with the line, unless you say --partial.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup(
        "Import",
        [
          .value("name", "TEXT", "Call the sessions TEXT", as: .text) { $0.name = $1 },
          .flag("partial", "Take what comes before the damage of a GPX file") { $0.damage = .cutOff },
        ]),
      PipelineOptions.group(\.pipeline),
    ],
    examples: [
      Example("waylog import drive.json", "imports a file"),
      Example("waylog import 2019-*.gpx", "brings old gpxlogger files"),
      Example("zcat *.json.gz | waylog import -", "imports what another program writes"),
      Example("waylog import log.nmea", "imports what a receiver said"),
      Example(
        "gpsbabel -t -i garmin_fit -f ride.fit -o gpx -F - | waylog import -",
        "imports FIT; gpsbabel reads a hundred formats"
      ),
    ],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, files in
      for file in files { try importFile(file, settings) }
      return .success
    }
  }

  private static func importFile(_ file: String, _ settings: Settings) throws {
    let descriptor = file == "-" ? 0 : open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.noInput, "cannot read '\(file)': \(String(cString: strerror(errno)))", advice: "check the name")
    }
    defer { if descriptor > 0 { close(descriptor) } }
    let writer = try TrackWriter(path: try settings.database.pathForWriting())
    do {
      ImportText.tell(try run(reading: descriptor, file, settings, into: writer), of: file)
    } catch let error as ImportError {
      throw ImportText.failure(error, of: file)
    }
  }

  private static func run(
    reading descriptor: Int32, _ file: String, _ settings: Settings, into writer: consuming TrackWriter
  ) throws -> Importer.Summary {
    let progress = Progress("importing", .bytes, of: FileSize.bytes(of: descriptor))
    defer { progress.end() }
    var taken: Int64 = 0
    return try Importer.run(reading: descriptor, named: file, settings.importer, into: writer) { bytes in
      taken += Int64(bytes)
      progress.note(taken)
    }
  }
}

extension PipelineOptions {
  /// Whoever wrote a file of points has chosen what to keep: all of it is kept, unless another choice is asked for. No
  /// track of waylog's own has a silence of more than five minutes inside a segment.
  fileprivate var settingsForPoints: TrackPipeline.Settings {
    var settings = settings
    if settings.thinning == .bounded { settings.thinning = .keepAll }
    settings.longestHole = segmentGap ?? 300_000
    return settings
  }
}

import Arguments
import Glibc
import Recorder
import TrackStore

/// `waylog import`
enum ImportCommand {
  struct Settings: Sendable {
    var database = Database()
    var pipeline = PipelineOptions()
    var name: String?
  }

  static let command = Command<Settings>(
    "import", operands: .some("FILE"), summary: "Imports recorded gpsd JSON, each file as a session.",
    details: [
      "FILE is what 'gpspipe -w' writes, or - for standard input. It goes through the very same pipeline as a live "
        + "recording. A file is imported whole or not at all, and never twice.",
      "Where the receiver's clock steps back by more than a minute, a new session begins.",
    ],
    options: [
      Database.options(\.database),
      OptionGroup("Import", [.value("name", "TEXT", "Call the sessions TEXT", as: .text) { $0.name = $1 }]),
      PipelineOptions.group(\.pipeline),
    ],
    examples: [
      Example("waylog import drive.json", "imports a file"),
      Example("zcat *.json.gz | waylog import -", "imports what another program writes"),
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
    let recording = Recording.Settings(
      pipeline: settings.pipeline.settings, name: settings.name, origin: .import)
    do {
      let summary = try Importer.run(
        reading: descriptor, named: file, recording, into: writer, present: settings.pipeline.present)
      tell(summary, of: file)
    } catch ImportError.notGPSD {
      throw Failure(
        .badData, "nothing imported from '\(file)': no line of it is gpsd's", advice: "record one with: gpspipe -w")
    } catch ImportError.unreadable(let reason) {
      throw Failure(.inputOutput, "cannot read '\(file)': \(reason)", advice: "check the disk")
    }
  }

  private static func tell(_ summary: Importer.Summary, of file: String) {
    let numbers = summary.sessions.map(String.init).joined(separator: ", ")
    let noun = summary.sessions.count == 1 ? "session" : "sessions"
    Standard.error.write("waylog: imported \(summary.lines) lines as \(noun) \(numbers)\n")
  }
}

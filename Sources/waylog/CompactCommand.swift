import Arguments
import TextOutput
import TrackStore

/// `waylog compact`
enum CompactCommand {
  struct Settings: Sendable { var database = Database() }

  static let command = Command<Settings>(
    "compact", summary: "Gives back to the disk what the database does not need any more.",
    details: [
      "The database is written anew without holes, such as deleted sessions leave. Nothing may be recorded meanwhile. "
        + "About twice its size must be free on its disk. However it is interrupted, nothing is lost."
    ],
    options: [Database.options(\.database)], examples: [Example("waylog compact", "compacts your database")],
    exitStatuses: ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let path = try settings.database.path()
      do {
        let result = try Progress.showing("compacting", .unknown, of: nil) { progress in
          try Compaction.run(path) { progress.note(0) }
        }
        tell(result, path)
      } catch let error as Compaction.NoRoom {
        throw Failure(
          .inputOutput,
          "cannot compact '\(path)': \(HumanText.size(bytes: error.needed)) are needed in its folder and "
            + "\(HumanText.size(bytes: error.free)) are free",
          advice: "free some space, or make a compact copy on another disk: waylog backup -o FILE")
      }
      return .success
    }
  }

  private static func tell(_ result: Compaction.Result, _ path: String) {
    let sizes = "\(HumanText.size(bytes: result.before)) before, \(HumanText.size(bytes: result.after)) after"
    Standard.error.write("waylog: compacted '\(Terminal.harmless(path))': \(sizes)\n")
    guard result.isHeldByReaders else { return }
    Standard.error.write("  other programs still read it; the space is free when they are done\n")
  }
}

import SQLite
import TrackFormats
import TrackStore

/// Writes a GeoPackage, which SQLite makes and which has its name only once it is whole.
enum GeoPackageOutput {
  static func write(_ export: Export, from reader: borrowing TrackReader, to path: String) throws {
    guard !OutputFile.isSpecial(path) else {
      throw Failure(.usage, "a GeoPackage is a database and cannot be streamed", advice: "name a file with -o FILE")
    }
    do {
      try OutputFile.make(path) { temporary, _ in
        try export.send(from: reader, to: try GeoPackage(path: temporary, spool: try SpoolFile.make()))
      }
    } catch let error as SQLiteError {
      // The reader's errors are the store's; what SQLite says by itself is about the new file.
      throw Failure(.inputOutput, "cannot write to '\(path)': \(error.message)", advice: "check the disk")
    }
  }
}

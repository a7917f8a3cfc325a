import Foundation

/// The inputs beside the tests, made from public reports; each has a `case.md` that says what must hold.
public enum Cases {
  /// The path of an input, such as `01-week-rollover/feed.json`.
  public static func path(_ name: String) -> String { Folders.package + "/Tests/CommandTests/Cases/" + name }
}

/// Programs beside the tests that read exports.
public enum Readers {
  /// The one that knows every format.
  public static let path = Folders.package + "/Tests/CommandTests/Readers/read.py"
  /// The one that looks at pages.
  public static let browser = Folders.package + "/Tests/CommandTests/Readers/browser.py"
  /// The one that checks what is written for status bars.
  public static let bars = Folders.package + "/Tests/PresentationTests/Oracles/parse.py"
  /// The one that presses the buttons of a desktop's notifications.
  public static let desktop = Folders.package + "/Tests/CommandTests/Readers/desktop.py"
  /// The one that sits at a terminal.
  public static let terminal = Folders.package + "/Tests/CommandTests/Readers/terminal.py"
  /// What people read first, and type from.
  public static let readme = Folders.package + "/README.md"
  /// What newcomers to the code read.
  public static let architecture = Folders.package + "/Sources/waylog/waylog.docc/Architecture.md"
  /// The folder that commands in it start from.
  public static let package = Folders.package
}

/// Shells that are asked what they would offer.
public enum Shells {
  /// Prints what zsh offers for a line.
  public static let zsh = Folders.package + "/Tests/CommandTests/Shells/complete.zsh"
}

/// Material whose licence or size keeps it out of the project: gpsd's own logs and the schemas of file formats.
public enum Corpus {
  private static let folder =
    ProcessInfo.processInfo.environment["WAYLOG_CORPUS"] ?? Folders.package + "/../shared/corpus"

  /// Whether this machine has it; tests that need it are skipped where it is missing.
  public static var isThere: Bool { FileManager.default.fileExists(atPath: "\(folder)/gpsd-logs") }

  /// The schema that a file's suffix asks for, with the extensions that exports use; else Debian's, of GPX alone; nil
  /// where this machine has none.
  public static func schema(for path: String) -> String? {
    let names = [
      "gpx": "gpx11-with-extensions.xsd", "kml": "kml22-with-gx.xsd", "geojson": "GeoJSON.json",
    ]
    let suffix = path.split(separator: ".").last.map(String.init) ?? ""
    let places = names[suffix].map { ["\(folder)/xsd/\($0)"] } ?? []
    let debian = suffix == "gpx" ? ["/usr/share/pytrainer/schemas/Topografix_gpx11.xsd"] : []
    return (places + debian).first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Names of all recorded logs of receivers.
  public static var logs: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/gpsd-logs")) ?? []
    return names.filter { $0.hasSuffix(".log") }.sorted()
  }

  /// The path of a log.
  public static func log(_ name: String) -> String { "\(folder)/gpsd-logs/\(name)" }
}

enum Folders {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
}

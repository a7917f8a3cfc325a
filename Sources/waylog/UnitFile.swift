import Arguments
import TextOutput

/// The text of a systemd unit, and the path of the program in it.
enum UnitFile {
  static let defaultBinary = "/usr/bin/waylog"

  /// The path of a program as systemd takes it: quotes and backslashes are refused even where they are escaped.
  static let binary = Reader<String>(
    expecting: "an absolute path without quotes, backslashes and line breaks", completion: .file
  ) { text in
    text.hasPrefix("/") && !text.unicodeScalars.contains { $0.value < 32 || "\"'\\\u{7f}".unicodeScalars.contains($0) }
      ? text : nil
  }

  /// A template with another program than its own.
  static func text(_ template: UnsafePointer<CChar>, binary: String) -> String {
    let start = "ExecStart="
    return String(cString: template).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(start) ? start + quoted(binary) + line.dropFirst(start.count + defaultBinary.count) : String(line)
    }.joined(separator: "\n")
  }

  /// The folder that the system's unit hides (ProtectHome=, PrivateTmp=) and that a program lies in, if any.
  static func hiddenFolder(of binary: String) -> String? {
    ["/home", "/root", "/run/user", "/tmp", "/var/tmp"].first { binary.hasPrefix($0 + "/") }
  }

  /// The program that a unit starts; nil if it says nothing that this understands.
  static func program(in text: String) -> String? {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }
    guard let line = lines.last(where: { $0.hasPrefix("ExecStart=/") || $0.hasPrefix("ExecStart=\"/") }) else {
      return nil
    }
    let words = line.dropFirst("ExecStart=".count)
    let path = words.first == "\"" ? words.dropFirst().prefix { $0 != "\"" } : words.prefix { $0 != " " }
    return path.pieces(around: "%%").joined(separator: "%")
  }

  /// By the rules of systemd.syntax(7), and `%` doubled, since it begins a specifier (systemd.unit(5)).
  private static func quoted(_ path: String) -> String {
    let text = path.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
    return path.contains { " ;$".contains($0) } ? "\"\(text)\"" : text
  }
}

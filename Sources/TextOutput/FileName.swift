/// File names made from what people type.
public enum FileName {
  /// The longest name that Linux file systems take, in bytes.
  public static let mostBytes = 255

  /// A name for a file in a given folder: never a path, an option, a hidden file or empty.
  ///
  /// Slashes, control and direction characters and what FAT refuses (receivers and cards use it) become `_`; so do
  /// `-` and `.` at the beginning. Blanks at both ends go. At most 255 bytes, cut between characters.
  ///
  /// - Parameters:
  ///   - name: Any text, such as the name of a session.
  ///   - suffix: What the file's name ends with, such as `.gpx`; never cut off.
  ///   - fallback: The name when nothing is left of `name`.
  /// - Returns: One component of a path.
  /// - Precondition: `suffix` and `fallback` together are shorter than 255 bytes.
  public static func safe(_ name: String, suffix: String = "", fallback: String = "track") -> String {
    precondition(suffix.utf8.count + fallback.utf8.count < mostBytes, "a suffix leaves room for a name")
    let stem = trimmed(plain(name)).prefix(bytes: mostBytes - suffix.utf8.count)
    // Cutting may have laid a blank bare.
    let kept = trimmed(stem)
    return (kept.isEmpty ? fallback : kept) + suffix
  }

  private static func plain(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { result.append(scalar.isRefusedInFileNames ? "_" : scalar) }
    return String(result)
  }

  private static func trimmed(_ name: String) -> String {
    let scalars = name.unicodeScalars.drop { $0 == " " }
    let kept = String(String.UnicodeScalarView(scalars)).withoutTrailingBlanks
    guard let first = kept.unicodeScalars.first, first == "-" || first == "." else { return kept }
    return "_" + String(kept.unicodeScalars.dropFirst())
  }
}

extension Unicode.Scalar {
  fileprivate var isRefusedInFileNames: Bool {
    switch self {
    case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": true
    default: isObeyedByTerminals
    }
  }
}

extension String {
  fileprivate func prefix(bytes limit: Int) -> String {
    var used = 0
    return String(
      prefix { character in
        used += character.utf8.count
        return used <= limit
      })
  }
}

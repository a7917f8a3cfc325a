import Arguments
import TrackFormats

/// Words in the place of a session that mean something else.
enum ExportWords {
  /// Refuses a format or a file, which are named by options.
  static func refuseFormatOrFile(_ words: [String]) throws(UsageError) {
    for word in words {
      if let format = FormatName(rawValue: word) {
        throw UsageError(
          "'\(word)' is no session", hint: "name the file, and with it the format: -o track.\(format.rawValue)")
      }
      if FormatName(suffixOf: word) != nil {
        throw UsageError("'\(word)' is no session", hint: "write into a file of that name with: -o \(Shell.word(word))")
      }
    }
  }
}

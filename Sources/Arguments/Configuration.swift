import TextOutput

/// A configuration file: lines of `key = value`, in which keys are the long names of options.
///
/// A key means every command that has the option; behind the words of a command and dots, as in `sessions.list.json`,
/// that command alone, and behind `sessions.` all of that name. Later lines win over earlier ones. Empty lines and
/// those that begin with `#` say nothing. There is no quoting, nothing is expanded but a leading `~/` of a path, and
/// nothing is run.
public struct Configuration: Sendable {
  /// A line that sets an option.
  public struct Line: Equatable, Sendable {
    /// Where it stands, counted from 1.
    public let number: Int
    /// The first words of the commands that it is for; none for all.
    public let path: [String]
    /// The long name of an option.
    public let key: String
    /// The value.
    public let text: String

    /// Whether it is for the command of these words.
    public func means(_ command: [String]) -> Bool { command.starts(with: path) }
  }

  /// The file's name.
  public let name: String
  /// The lines that set something, in their order.
  public let lines: [Line]

  /// Reads the text of a file.
  ///
  /// - Throws: What is wrong with a line, said of it. The text of a line that is not understood is not repeated, since
  ///   it may say where somebody lives.
  public init(_ name: String, text: String) throws(UsageError) {
    var lines: [Line] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      do throws(UsageError) {
        if let line = try Line(line.trimmed, number: index + 1) { lines.append(line) }
      } catch { throw error.about("\(name):\(index + 1)") }
    }
    (self.name, self.lines) = (name, lines)
  }

  /// Where a line stands: `/etc/waylog/config:3`.
  public func place(of line: Line) -> String { "\(name):\(line.number)" }
}

extension Configuration.Line {
  /// Nil for a line that says nothing.
  fileprivate init?(_ line: Substring, number: Int) throws(UsageError) {
    guard let first = line.first, first != "#" else { return nil }
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.count == 2 else {
      throw UsageError("expected KEY = VALUE", hint: "a comment begins with #, in a line of its own")
    }
    guard !parts[1].contains(text: " #"), !parts[1].contains(text: "\t#") else {
      throw UsageError("a comment behind a value", hint: "give the comment a line of its own")
    }
    let words = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let key = words.last, words.allSatisfy(\.isKeyWord) else {
      throw UsageError(
        "what stands before '=' is no key", hint: "a key is the long name of an option, such as: database")
    }
    self.init(number: number, path: words.dropLast(), key: key, text: String(parts[1]))
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }
}

extension String {
  fileprivate var isKeyWord: Bool {
    (first.map { ("a"..."z").contains($0) } ?? false)
      && utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
  }
}

import TextOutput

extension Tool {
  /// Completions for fish.
  public var fishCompletion: String {
    """
    # fish completion for \(name)

    # Whether the words so far begin with these.
    function __\(name)_in
        set -l words (commandline -opc)
        set -e words[1]
        set -l count (count $argv)
        test (count $words) -ge $count; and test "$words[1..$count]" = "$argv"
    end

    # Whether a command may follow these words, or an option of the one that is usual.
    function __\(name)_at
        set -l words (commandline -opc)
        set -e words[1]
        test "$words" = "$argv"; or string match -q -- "$argv -*" "$words"
    end

    complete -c \(name) -f
    \(shellNodes.flatMap { $0.fish(name) }.joined(separator: "\n"))

    """
  }
}

extension ShellNode {
  fileprivate func fish(_ program: String) -> [String] {
    let place = "complete -c \(program) -n '__\(program)_\(children.isEmpty ? "in" : "at")"
    let start = (CollectionOfOne(place) + path).joined(separator: " ") + "'"
    let values: [String] =
      switch operands {
      case .file: ["\(start) -F"]
      case .none, .words, .commands:
        operands.plainWords.isEmpty ? [] : ["\(start) -a '\(operands.plainWords.joined(separator: " "))'"]
      }
    return children.map { "\(start) -a \($0.name) -d '\($0.summary.fishQuoted)'" }
      + options.flatMap { option in option.fish.map { "\(start) \($0)" } } + values
  }
}

extension Manual.Option {
  fileprivate var fish: [String] {
    let letter = short.map { " -s \($0)" } ?? ""
    let value: String =
      switch completion {
      case _ where placeholder == nil: ""
      case .file: " -r -F"
      case .none, .words, .commands: " -x" + (choices.isEmpty ? "" : " -a '\(choices)'")
      }
    let names = ["\(letter) -l \(long)"] + (isNegatable ? [" -l no-\(long)"] : [])
    return names.map { "\($0.dropFirst())\(value) -d '\(summary.fishQuoted)'" }
  }

  private var choices: String { completion.plainWords.joined(separator: " ") }
}

extension String {
  fileprivate var fishQuoted: String { replacing(text: "\\", with: "\\\\").replacing(text: "'", with: "\\'") }
}

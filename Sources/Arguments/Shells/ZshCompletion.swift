import TextOutput

extension Tool {
  /// Completions for zsh.
  public var zshCompletion: String {
    """
    #compdef \(name)

    \(shellNodes.map { $0.zsh(name) }.joined(separator: "\n\n"))

    if [[ ${funcstack[1]} == _\(name) ]]; then
      _\(name) "$@"
    else
      compdef _\(name) \(name)
    fi

    """
  }
}

extension ShellNode {
  fileprivate func zsh(_ program: String) -> String {
    let specifications = options.flatMap(\.zsh) + (children.isEmpty ? operandSpecification : childSpecifications)
    return """
      _\(([program] + path).joined(separator: "_"))() {
        local context state state_descr line
        typeset -A opt_args
        _arguments -C -s -S \\
          \(specifications.joined(separator: " \\\n    "))
      \(children.isEmpty ? "" : dispatch(program))}
      """
  }

  private var operandSpecification: [String] {
    switch operands {
    case .file: ["'*:file:_files'"]
    case .none, .words, .commands:
      operands.plainWords.isEmpty ? [] : ["'*:operand:(\(operands.plainWords.joined(separator: " ")))'"]
    }
  }

  private var childSpecifications: [String] { ["'1: :->command'", "'*:: :->words'"] }

  private func dispatch(_ program: String) -> String {
    let entries = children.map { "'\("\($0.name):\($0.summary)".zshQuoted)'" }
    let function = ([program] + path).joined(separator: "_")
    return """
        local -a commands=(
          \(entries.joined(separator: "\n      "))
        )
        case $state in
          command) _describe -t commands command commands ;;
          words) (( $+functions[_\(function)_$words[1]] )) && _\(function)_$words[1] ;;
        esac

      """
  }
}

extension Manual.Option {
  fileprivate var zsh: [String] {
    let text = "[\(summary.zshSpecification)]"
    let value: String =
      switch completion {
      case _ where placeholder == nil: ""
      case .file: ":\(title):_files"
      case .none, .words, .commands:
        ":\(title):" + (completion.plainWords.isEmpty ? " " : "(\(completion.plainWords.joined(separator: " ")))")
      }
    let others = addsUp ? "*" : "(\(words.joined(separator: " ")))"
    return words.map { word in
      let joint = placeholder == nil ? "" : word.hasPrefix("--") ? "=" : "+"
      return "'\((others + word + joint + text + value).zshQuoted)'"
    }
  }

  private var title: String { (placeholder ?? "").zshSpecification }
}

extension String {
  /// As part of a specification of `_arguments`.
  fileprivate var zshSpecification: String {
    map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  fileprivate var zshQuoted: String { replacing(text: "'", with: "'\\''") }
}

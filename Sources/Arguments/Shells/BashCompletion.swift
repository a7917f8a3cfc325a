extension Tool {
  /// Completions for bash, as bash-completion loads them; that package is not needed for them.
  public var bashCompletion: String {
    """
    # bash completion for \(name)

    # Sets what may follow: commands, options, those of them that take a value, and what operands are.
    _\(name)_place() {
      commands= options= valued= operands=
      case $1 in
    \(shellNodes.map(\.bashPlace).joined(separator: "\n"))
      esac
    }

    # Sets what the value of an option may be: words, files or nothing that is known.
    _\(name)_value() {
      values=
      case $1 in
    \(shellNodes.flatMap(\.bashValues).joined(separator: "\n"))
      esac
    }

    _\(name)_files() {
      compopt -o filenames 2>/dev/null
      local IFS=$'\\n'
      COMPREPLY=($(compgen -f -- "$current"))
    }

    _\(name)() {
      local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      local commands options valued operands values place= index=1
      COMPREPLY=()
      # Bash takes --option=value for three words.
      if [[ $current == '=' ]]; then
        current=
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      _\(name)_place "$place"
      while ((index < COMP_CWORD)) && [[ " $commands " == *" ${COMP_WORDS[index]} "* ]]; do
        place+="${place:+ }${COMP_WORDS[index]}"
        _\(name)_place "$place"
        ((index++))
      done
      if [[ " $valued " == *" $previous "* ]]; then
        _\(name)_value "$place $previous"
        case $values in
          FILE) _\(name)_files ;;
          *) COMPREPLY=($(compgen -W "$values" -- "$current")) ;;
        esac
      elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
      elif [[ -n $commands ]]; then
        ((index < COMP_CWORD)) || COMPREPLY=($(compgen -W "$commands" -- "$current"))
      elif [[ $operands == FILE ]]; then
        _\(name)_files
      else
        COMPREPLY=($(compgen -W "$operands" -- "$current"))
      fi
    }

    complete -F _\(name) \(name)

    """
  }
}

extension ShellNode {
  fileprivate var bashPlace: String {
    let valued = options.filter { $0.placeholder != nil }
    let assignments = [
      ("commands", children.map(\.name)), ("options", options.flatMap(\.words)), ("valued", valued.flatMap(\.words)),
      ("operands", operands.bashWords),
    ].filter { !$0.1.isEmpty }.map { "\($0.0)='\($0.1.joined(separator: " "))'" }
    return """
          '\(path.joined(separator: " "))')
            \(assignments.joined(separator: "\n      ")) ;;
      """
  }

  /// A line for each option whose values are known.
  fileprivate var bashValues: [String] {
    options.filter { $0.placeholder != nil && !$0.completion.bashWords.isEmpty }.map { option in
      let places = option.words.map { "'\((path + [$0]).joined(separator: " "))'" }
      return "    \(places.joined(separator: " | "))) values='\(option.completion.bashWords.joined(separator: " "))' ;;"
    }
  }
}

extension Completion {
  fileprivate var bashWords: [String] { self == .file ? ["FILE"] : plainWords }
}
